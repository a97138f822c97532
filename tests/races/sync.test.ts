import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../server/platform/db/database.ts'
import { applyProduct } from '../../server/sync/apply/apply-product.ts'
import type { PlatformSnapshot } from '../../server/sync/product.ts'
import { insertWebhookRun } from '../../server/sync/queries.ts'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { storeOf } from '../support/platform.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const ROUNDS = 5
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
})

const category = { slug: 'other', name: 'Other' }
const snapshotOf = (round: number): PlatformSnapshot => ({
  externalId: `gid://shopify/Product/${round}`,
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  isActive: true,
  ownsSlug: true,
  category,
  readAt: null,
  variants: [
    {
      externalId: `gid://shopify/ProductVariant/${round}`,
      facts: {
        optionValues: [],
        sku: null,
        barcode: null,
        price: '10.00',
        oldPrice: null,
        stockQuantity: 5,
        weight: null,
        image: null,
      },
    },
  ],
  notes: [],
  facts: {
    name: `Race ${round}`,
    slug: `race-${round}`,
    description: '<p>Race</p>',
    images: [],
    isOnSale: false,
    category: category.slug,
    colors: [],
    weight: null,
    weightUnit: null,
    options: [],
  },
})

describe('concurrent sync writes', () => {
  test('by a run and webhooks create a new product only once', async () => {
    const { db } = shop.shop
    const runId = await insertWebhookRun(db)
    // The category exists, so the writes compete only for the product.
    await inTransaction(db, (db) => applyProduct(db, runId, snapshotOf(0)))
    for (let round = 1; round <= ROUNDS; round++) {
      const applyRound = () => inTransaction(db, (db) => applyProduct(db, runId, snapshotOf(round)))
      await Promise.all([applyRound(), applyRound(), applyRound(), applyRound()])
      const made = await db
        .selectFrom('products')
        .select('slug')
        .where('name', '=', `Race ${round}`)
        .execute()
      expect(made).toEqual([{ slug: `race-${round}` }])
    }
  })
})

test('the database still rejects a second sync after it switches to a generic plan', async () => {
  // It would switch after five uses of a statement on one connection.
  const generic = encodeURIComponent('-c plan_cache_mode=force_generic_plan')
  const shop = await openTestShop({ databaseUrl: `${await shopDatabase()}?options=${generic}` })
  await storeOf(shop).stockWith(2)
  const admin = await fixtures.anAdmin(shop)
  // A statement is prepared from its third use on.
  for (let sync = 1; sync <= 4; sync++) {
    await admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    await expect(admin.call('POST /api/admin/sync-runs', { kind: 'full' })).rejects.toMatchObject({
      status: 409,
    })
    await shop.runJobs()
    const [last] = await admin.call('GET /api/admin/sync-runs', {})
    expect(last).toMatchObject({ state: 'done', error: null })
  }
})
