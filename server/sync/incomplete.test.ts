import { beforeAll, describe, expect, test } from 'vitest'
import type { SyncPreview } from '#contract/sync/conflicts.ts'
import { variant } from '../../tests/support/platform.ts'
import { rewriteAnswers } from '../../tests/support/platform-answers.ts'
import { sendPlatformWebhook } from '../../tests/support/platform-webhook.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore } from '../../tests/support/sync-test-store.ts'
import { callForStream } from '../../web/platform/api-stream.ts'

let shop: TestShop
let store: Awaited<ReturnType<typeof openSyncTestStore>>
beforeAll(async () => {
  shop = await openTestShop()
  store = await openSyncTestStore(shop)
})

type Node = {
  title: string
  variantsCount?: { count: number } | null
  variants: { nodes: { sku: string; inventoryQuantity: number | null }[]; pageInfo: PageInfo }
}
type PageInfo = { hasNextPage: boolean; endCursor: string | null }
type Answer = {
  data?: { products?: { nodes: Node[]; pageInfo: PageInfo }; product?: Node | null }
}

/** Changes the platform's responses about products until the test ends. */
const answering = (change: (data: NonNullable<Answer['data']>, query: string) => void) =>
  rewriteAnswers(shop, (text, query) => {
    const answer = JSON.parse(text) as Answer
    if (answer.data) change(answer.data, query)
    return JSON.stringify(answer)
  })
const nodesOf = ({ products, product }: NonNullable<Answer['data']>) => [
  ...(products?.nodes ?? []),
  ...(product ? [product] : []),
]
const END = { hasNextPage: false, endCursor: null }

const bySlug = (slugOrId: string) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId })
const stockOf = async (slug: string) => {
  const { id } = await bySlug(slug)
  const product = await store.admin.call('GET /api/admin/products/:id', { id })
  const { variants, stockQuantity } = product
  return variants.length > 0 ? variants.map((one) => one.stockQuantity) : [stockQuantity]
}
const inSizes = (values: string[]) => ({
  options: [{ name: 'Size', values }],
  variants: values.map((value) => variant('10.00', { values: [value], sku: value })),
})
async function failuresOf(name: string) {
  const { id } = (await store.lastRun()) ?? { id: 0 }
  const changes = await store.admin.call('GET /api/admin/sync-runs/:id/changes', { id, pageSize: 100 })
  return changes.filter((one) => one.action === 'failed' && one.name === name).map(({ note }) => note)
}
async function preview() {
  let report: SyncPreview | null = null
  await callForStream(store.admin, 'POST /api/admin/sync-preview', {}, (line) => {
    if (line.kind === 'report') report = line
  })
  return report as Extract<SyncPreview, { kind: 'report' }> | null
}

describe('a tracked variant without a quantity in the platform’s response', () => {
  test('makes the sync skip its product, whose stock stays', async () => {
    await store.store.add({ title: 'Jar', handle: 'jar', variants: [variant('10.00')] })
    await store.store.add({ title: 'Sock', handle: 'sock', ...inSizes(['S-1', 'M-1']) })
    await store.sync()
    await store.store.change('jar', { price: '12.00' })
    await store.store.change('sock', { inventoryChange: 2, inventoryChangeOf: 0 })
    await answering((data) => {
      for (const { title, variants } of nodesOf(data))
        for (const one of variants.nodes)
          if (title === 'Jar' || one.sku === 'M-1') one.inventoryQuantity = null
    })
    const expected = await preview()
    expect(await store.sync()).toMatchObject({ success: true })
    const reason = 'The platform returned no stock for 1 tracked variant, so the product was left as it is.'
    expect(await failuresOf('Jar')).toEqual([reason])
    expect(await failuresOf('Sock')).toEqual([reason])
    expect(await bySlug('jar')).toMatchObject({ price: '10.00' })
    expect(await stockOf('jar')).toEqual([5])
    expect(await stockOf('sock')).toEqual([5, 5])
    expect(expected).toMatchObject({ failed: 2, changed: 0, exceptions: [] })
    expect(await store.lastRun()).toMatchObject({ exceptions: [] })
  })

  test('is synced again once the quantity is back', async () => {
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await failuresOf('Jar')).toEqual([])
    expect(await bySlug('jar')).toMatchObject({ price: '12.00' })
    expect(await stockOf('sock')).toEqual([7, 5])
  })
})

describe('a list of the platform that ends early', () => {
  test('archives no product, and the products that it lacks are synced one by one', async () => {
    await store.store.add({ title: 'Listed', handle: 'listed', variants: [variant('10.00')] })
    await store.store.add({ title: 'Unlisted', handle: 'unlisted', variants: [variant('10.00')] })
    await store.store.add({ title: 'Removed', handle: 'removed', variants: [variant('10.00')] })
    await store.sync()
    await store.store.change('unlisted', { price: '11.00' })
    await store.store.remove('removed')
    await answering(({ products }) => {
      if (!products) return
      products.nodes = products.nodes.filter(({ title }) => title !== 'Unlisted')
      products.pageInfo = END
    })
    const expected = await preview()
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await bySlug('unlisted')).toMatchObject({ price: '11.00' })
    expect(await store.lastRun()).toMatchObject({ changed: 1, archived: 1, failed: 0 })
    expect(expected).toMatchObject({ changed: 1, archived: 1, failed: 0 })
    await expect(bySlug('removed')).rejects.toMatchObject({ status: 404 })
  })

  test('without the cursor of its next page fails the run', async () => {
    await answering(({ products }) => {
      if (products) products.pageInfo = { hasNextPage: true, endCursor: null }
    })
    expect(await store.sync()).toMatchObject({ success: false, error: expect.stringContaining('endCursor') })
    expect(await bySlug('unlisted')).toMatchObject({ price: '11.00' })
  })
})

describe('a list of variants that is incomplete', () => {
  const values = Array.from({ length: 12 }, (_, place) => `${place + 1} cm`)
  let rod: { id: number }
  const incomplete = (count: number) =>
    `The platform returned ${count} of 12 variants, so the product was left as it is.`

  test('because it ends early makes the sync skip its product, which keeps its variants', async () => {
    rod = await store.store.add({ title: 'Rod', handle: 'rod', ...inSizes(values) })
    await store.sync()
    await store.store.change('rod', { title: 'Rods' })
    await answering((data) => {
      for (const { title, variants } of nodesOf(data)) {
        if (title !== 'Rods') continue
        variants.nodes.splice(7)
        variants.pageInfo = END
      }
    })
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await failuresOf('Rods')).toEqual([incomplete(7)])
    expect(await stockOf('rod')).toHaveLength(12)
  })

  test('because its second page has no product makes the sync skip it, too', async () => {
    await answering((data, query) => {
      for (const { title, variants } of nodesOf(data)) {
        if (title !== 'Rods' || query.includes('query Variants')) continue
        variants.nodes.splice(7)
        variants.pageInfo.hasNextPage = true
      }
      if (query.includes('query Variants')) data.product = null
    })
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await failuresOf('Rods')).toEqual([incomplete(7)])
    expect(await stockOf('rod')).toHaveLength(12)
  })

  test('after a webhook makes the shop request the product again, until the response is complete', async () => {
    const restore = await answering((data) => {
      for (const { title, variants } of nodesOf(data)) {
        if (title !== 'New rods') continue
        variants.nodes.splice(7)
        variants.pageInfo = END
      }
    })
    await store.store.change('rod', { title: 'New rods' })
    await sendPlatformWebhook(shop, 'products/update', { id: rod.id })
    await shop.runJobs()
    expect((await bySlug('rod')).name).toBe('Rod')
    await restore()
    await shop.runJobs()
    expect((await bySlug('rod')).name).toBe('New rods')
    expect(await stockOf('rod')).toHaveLength(12)
  })
})
