import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import * as documents from '../../server/sync/documents.ts'
import {
  checkGraphql,
  checkSandboxSchema,
  ownDocuments,
  publishedSchema,
} from '../support/conformance/shopify.ts'
import { askStore, storeOf, variant } from '../support/platform.ts'
import { openTestShop } from '../support/shop.ts'

/** Checks the shop's documents and the sandbox's responses against Shopify's published schemas, without a recording. */
const { version } = readConfig({ SANDBOX_URL: 'http://localhost:3001' }).shopify

describe('the documents that the shop sends to the platform', () => {
  test.each(['2026-04', '2026-07', '2026-10'])(
    'are valid in version %s, without deprecated fields',
    (accepted) => {
      const { deviations, deprecated } = checkGraphql(publishedSchema(accepted), ownDocuments())
      expect(deviations).toEqual([])
      expect(deprecated).toEqual([])
    },
  )

  test('need a field that version 2026-01 lacks, which the shop therefore rejects', () => {
    const { deviations } = checkGraphql(publishedSchema('2026-01'), ownDocuments())
    expect(new Set(deviations.map(({ what }) => what))).toEqual(
      new Set(['Cannot query field "isActive" on type "InventoryLevel".']),
    )
    expect(() => readConfig({ SHOPIFY_API_VERSION: '2026-01' })).toThrow('must be 2026-04 or later')
  })
})

describe('the emulated platform', () => {
  let shop: Awaited<ReturnType<typeof openTestShop>>
  let id: string
  beforeAll(async () => {
    shop = await openTestShop()
    const store = storeOf(shop)
    await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
    await store.stockWith(0)
    const values = Array.from({ length: 130 }, (_, index) => `${index} mm`)
    const product = await store.add({
      title: 'Board',
      options: [{ name: 'Width', values }],
      variants: values.map((value, index) =>
        variant('20.00', {
          values: [value],
          inventoryPolicy: index % 2 > 0 ? 'CONTINUE' : 'DENY',
          requiresShipping: index % 3 > 0,
        }),
      ),
      images: [{ motif: 'board', tint: 'd9b98a', alt: 'A board' }],
    })
    await store.add({ title: 'Voucher', isGiftCard: true, publishedAt: null, variants: [variant('20.00')] })
    id = `gid://shopify/Product/${product.id}`
  })

  test('has a schema that is a part of the published one', () => {
    expect(checkSandboxSchema(publishedSchema(version))).toEqual([])
  })

  test('responds about variants, their pages, and their inventory items as published', async () => {
    const schema = publishedSchema(version)
    const ask = async (query: string, variables: Record<string, unknown>) => {
      const { data } = await askStore<unknown>(shop, query, variables)
      expect(checkGraphql(schema, [{ query, variables, data }]).deviations).toEqual([])
      return data
    }
    await ask(documents.SHOP, {})
    await ask(documents.PRODUCTS, { first: 10, after: null, query: null })
    const whole = (await ask(documents.PRODUCT, { id })) as Page
    const { nodes, pageInfo } = whole.product.variants
    expect([nodes.length, pageInfo.hasNextPage]).toEqual([100, true])
    const more = (await ask(documents.MORE_VARIANTS, { id, after: pageInfo.endCursor })) as Page
    expect(more.product.variants.nodes).toHaveLength(30)
    const inventory = (await ask(documents.INVENTORY, { id: nodes[0]?.id })) as {
      productVariant: { inventoryItem: { id: string } }
    }
    const itemId = inventory.productVariant.inventoryItem.id
    expect(await ask(documents.PRODUCT_OF_ITEM, { id: itemId })).toEqual({
      inventoryItem: { variants: { nodes: [{ product: { id } }] } },
    })
  })
})

type Page = {
  product: { variants: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
}
