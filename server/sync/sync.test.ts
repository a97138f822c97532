import { beforeAll, describe, expect, test } from 'vitest'
import * as given from '../../tests/support/given.ts'
import { storeOf, variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { take as takeStock } from '../stock/stock.ts'

let shop: TestShop
let admin: given.Customer
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await given.anAdmin(shop)
  store = storeOf(shop)
  // So that the many syncs of these tests need not wait for points.
  await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
})

const sync = () => admin.call('GET /api/sync-all')
const lastRun = async () => (await admin.call('GET /api/admin/sync-runs', {}))[0]
const changesOf = async (id: number) =>
  admin.call('GET /api/admin/sync-runs/:id/changes', { id, pageSize: 100 })
const product = (slugOrId: string) => admin.call('GET /api/products/:slugOrId', { slugOrId })
const isThere = async (slug: string) =>
  (await shop.visitor().send({ url: `/api/products/${slug}` })).status === 200
/** Everything of the catalogue that a sync could write. */
async function catalogue() {
  const { db } = shop.shop
  return {
    products: await db.selectFrom('products').selectAll().orderBy('id').execute(),
    images: await db
      .selectFrom('product_images')
      .selectAll()
      .orderBy('product_id')
      .orderBy('position')
      .execute(),
    stock: await db.selectFrom('stock').selectAll().orderBy('product_id').execute(),
    categories: await db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy('id').execute(),
    audit: await db.selectFrom('audit_log').select('id').orderBy('id').execute(),
  }
}

describe('a first sync', () => {
  test('brings the products of the store, beside those of the shop', async () => {
    const before = (await admin.callPaged('GET /api/admin/products', {})).total
    expect(await sync()).toEqual({
      success: true,
      message: expect.stringMatching(/^30 products compared: \d+ added/),
    })
    const active = (await store.list()).filter(({ status }) => status === 'ACTIVE')
    const after = await admin.callPaged('GET /api/admin/products', {})
    expect(after.total).toBe(before + active.length)
    expect(await lastRun()).toMatchObject({
      kind: 'full',
      state: 'done',
      askedBy: 'admin',
      seen: 30,
      failed: 0,
    })
  })

  test('writes every change into its record, and into the audit log under its own name', async () => {
    const run = await lastRun()
    const changes = await changesOf(run?.id ?? 0)
    expect(changes).toHaveLength(run?.created ?? -1)
    expect(changes.find(({ name }) => name === 'Slate 65 Keyboard')).toMatchObject({
      action: 'created',
      before: null,
      after: { price: '119.00', slug: 'slate-65-keyboard' },
    })
    const entries = await admin.call('GET /api/admin/audit', { actor: 'platform sync' })
    expect(entries.length).toBeGreaterThan(0)
  })

  test('maps what the platform says, prices to the cent', async () => {
    expect(await product('slate-65-keyboard')).toMatchObject({
      name: 'Slate 65 Keyboard',
      // The cheapest variant, and what that one cost before.
      price: '119.00',
      oldPrice: '139.00',
      isOnSale: true,
      stockQuantity: 17,
      colors: ['graphite', 'bone'],
      weight: '0.82',
      weightUnit: 'kg',
      rating: '4.5',
      reviewCount: 0,
      shippingCost: '4.99',
    })
    const { images, description } = await product('slate-65-keyboard')
    expect(images.map(({ alt }) => alt)).toEqual([
      'Low keyboard with dark keys and one ochre key',
      'The same keyboard in a pale colour',
    ])
    expect(images[0]?.url).toContain(shop.sandboxUrl)
    expect(description).toContain('<li>Switches can be changed without solder</li>')
  })

  test('puts nothing on sale that the platform does not', async () => {
    const hidden = (await store.list()).filter(({ status }) => status !== 'ACTIVE')
    expect(new Set(hidden.map(({ status }) => status))).toEqual(new Set(['ARCHIVED', 'DRAFT', 'UNLISTED']))
    for (const { handle } of hidden) expect(await isThere(handle)).toBe(false)
  })
})

describe('a second sync', () => {
  test('of an unchanged store writes nothing', async () => {
    const before = await catalogue()
    expect(await sync()).toEqual({ success: true, message: '30 products compared: nothing to change.' })
    expect(await catalogue()).toEqual(before)
  })

  test('takes over what was changed, and only that', async () => {
    const { id } = await product('birch-wrist-rest')
    await admin.call('PATCH /api/admin/products/:id', { id, isFeatured: true, shippingDays: 3 })
    await store.change('birch-wrist-rest', { price: '31.10', compareAtPrice: '40.00' })
    await sync()
    expect(await product('birch-wrist-rest')).toMatchObject({
      price: '31.10',
      oldPrice: '40.00',
      isOnSale: true,
      isFeatured: true,
      shippingDays: 3,
    })
    const [change] = await changesOf((await lastRun())?.id ?? 0)
    expect(change).toMatchObject({ action: 'changed', productId: id, after: { price: '31.10' } })
    expect(Object.keys(change?.after ?? {}).sort()).not.toContain('name')
  })

  test('an old price that is not above the price is none', async () => {
    await store.change('birch-wrist-rest', { price: '40.00', compareAtPrice: '40.00' })
    await sync()
    expect(await product('birch-wrist-rest')).toMatchObject({
      price: '40.00',
      oldPrice: null,
      isOnSale: false,
    })
  })

  test('a renamed product answers at both addresses', async () => {
    const { id } = await product('birch-wrist-rest')
    await store.change('birch-wrist-rest', { title: 'Beech Wrist Rest', handle: 'beech-wrist-rest' })
    await sync()
    expect(await product('beech-wrist-rest')).toMatchObject({ id, name: 'Beech Wrist Rest' })
    expect((await product('birch-wrist-rest')).id).toBe(id)
    expect((await shop.visitor().send({ url: '/product/birch-wrist-rest' })).status).toBe(301)
  })

  test('two products may exchange their handles', async () => {
    await store.add({ title: 'Left Bookend', handle: 'left-bookend', variants: [variant('20.00')] })
    await store.add({ title: 'Right Bookend', handle: 'right-bookend', variants: [variant('21.00')] })
    await sync()
    const [left, right] = [await product('left-bookend'), await product('right-bookend')]
    await store.change('left-bookend', { handle: 'between' })
    await store.change('right-bookend', { handle: 'left-bookend' })
    await store.change('between', { handle: 'right-bookend' })
    await sync()
    expect((await product('left-bookend')).id).toBe(right.id)
    expect((await product('right-bookend')).id).toBe(left.id)
  })

  test('an archived product goes, and comes back as the same one', async () => {
    const { id } = await product('beech-wrist-rest')
    await store.change('beech-wrist-rest', { status: 'ARCHIVED' })
    await sync()
    expect(await isThere('beech-wrist-rest')).toBe(false)
    expect((await admin.call('GET /api/admin/products/:id', { id })).isArchived).toBe(true)
    await store.change('beech-wrist-rest', { status: 'ACTIVE', price: '44.00' })
    await sync()
    expect(await product('beech-wrist-rest')).toMatchObject({ id, price: '44.00' })
  })

  test('an unlisted product leaves the listings', async () => {
    await store.change('beech-wrist-rest', { status: 'UNLISTED' })
    await sync()
    expect(await isThere('beech-wrist-rest')).toBe(false)
  })

  test('a deleted product is archived, never erased', async () => {
    const { id } = await product('left-bookend')
    await store.remove('left-bookend')
    await sync()
    expect((await admin.call('GET /api/admin/products/:id', { id })).isArchived).toBe(true)
    expect(await lastRun()).toMatchObject({ archived: 1 })
  })

  test('what was erased here does not come back', async () => {
    const { id } = await product('right-bookend')
    await admin.call('DELETE /api/admin/products/:id', { id })
    await store.change('right-bookend', { price: '22.00' })
    await sync()
    expect(await isThere('right-bookend')).toBe(false)
  })

  test('a store without any products archives nothing: somebody must look at it', async () => {
    await store.stockWith(0)
    expect(await sync()).toMatchObject({ success: false, message: expect.stringContaining('no products') })
    expect(await lastRun()).toMatchObject({ archived: 0 })
    await store.stockWith()
  })
})

describe('products', () => {
  test('are matched by their handle when they are heard of for the first time', async () => {
    const { id } = await product('walnut-monitor-stand')
    await store.add({
      title: 'Walnut Monitor Stand',
      handle: 'walnut-monitor-stand',
      variants: [variant('99.95')],
    })
    await sync()
    expect(await product('walnut-monitor-stand')).toMatchObject({ id, price: '99.95' })
  })

  test('a script in a description never arrives', async () => {
    await store.add({
      title: 'Hostile <b>Tray</b>',
      handle: 'hostile-tray',
      descriptionHtml:
        '<p onclick="steal()">Oak.</p><script>steal()</script><img src=x onerror=steal()><a href="javascript:steal()">more</a>',
      variants: [variant('12.00')],
    })
    await sync()
    const { description, name } = await product('hostile-tray')
    expect(description).toContain('<p>Oak.</p>')
    expect(description).not.toMatch(/script|onclick|onerror|steal|javascript/)
    expect(name).toBe('Hostile <b>Tray</b>')
  })

  test('the stock follows the platform when it counts anew; what was sold here stays sold until then', async () => {
    await store.add({ title: 'Counted Box', handle: 'counted-box', variants: [variant('8.00')] })
    await sync()
    const { id } = await product('counted-box')
    await takeStock(shop.shop.db, 'PL-SOLD-HERE', [{ productId: id, quantity: 2 }])
    await sync()
    expect((await product('counted-box')).stockQuantity).toBe(3)
    await store.change('counted-box', { inventoryQuantity: -4 })
    await sync()
    expect(await product('counted-box')).toMatchObject({ stockQuantity: 0, inStock: false })
    await store.change('counted-box', { tracked: false })
    await sync()
    expect(await product('counted-box')).toMatchObject({ stockQuantity: null, inStock: true })
  })

  test('one that the rules of the shop forbid is left out, and the run says why', async () => {
    await store.add({ title: 'Golden Desk', handle: 'golden-desk', variants: [variant('99999999.00')] })
    expect((await sync()).message).toContain('1 left out')
    const [change] = await changesOf((await lastRun())?.id ?? 0)
    expect(change).toMatchObject({
      action: 'failed',
      name: 'Golden Desk',
      note: expect.stringContaining('99999999.00 cannot be kept'),
    })
    await store.remove('golden-desk')
  })
})

describe('an incremental sync', () => {
  test('looks only at what was changed since the last one', async () => {
    await sync()
    await store.change('counted-box', { price: '9.00' })
    await admin.call('POST /api/admin/sync-runs', { kind: 'incremental' })
    await shop.runJobs()
    const run = await lastRun()
    expect(run).toMatchObject({ kind: 'incremental', state: 'done', changed: 1, archived: 0 })
    expect(run?.seen).toBeLessThan((await store.list()).length)
    expect((await product('counted-box')).price).toBe('9.00')
  })
})
