import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { storeOf, variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  store = storeOf(shop)
  // Prevents throttling during the many syncs of these tests.
  await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
})

const sync = () => admin.call('GET /api/sync-all')
const lastRun = async () => (await admin.call('GET /api/admin/sync-runs', {}))[0]
const changesOf = async (id: number) =>
  admin.call('GET /api/admin/sync-runs/:id/changes', { id, pageSize: 100 })
const product = (slugOrId: string) => admin.call('GET /api/products/:slugOrId', { slugOrId })
const isThere = async (slug: string) =>
  (await shop.visitor().send({ url: `/api/products/${slug}` })).status === 200
/** Returns all catalog data that a sync could write. */
async function readCatalog() {
  const { db } = shop.shop
  return {
    products: await db.selectFrom('products').selectAll().orderBy('id').execute(),
    images: await db
      .selectFrom('product_images')
      .selectAll()
      .orderBy('product_id')
      .orderBy('position')
      .execute(),
    stock: await db.selectFrom('stock').selectAll().orderBy('variant_id').execute(),
    categories: await db.selectFrom('categories').select(['id', 'name', 'slug']).orderBy('id').execute(),
    audit: await db.selectFrom('audit_log').select('id').orderBy('id').execute(),
  }
}

describe('the first sync', () => {
  test('adds the products of the store to those of the shop', async () => {
    const before = (await admin.callPaged('GET /api/admin/products', {})).total
    expect(await sync()).toEqual({
      success: true,
      message: expect.stringMatching(/^38 products compared: \d+ added/),
    })
    const active = (await store.list()).filter(({ status }) => status === 'ACTIVE')
    const after = await admin.callPaged('GET /api/admin/products', {})
    expect(after.total).toBe(before + active.length)
    expect(await lastRun()).toMatchObject({
      kind: 'full',
      state: 'done',
      askedBy: 'admin',
      seen: 38,
      failed: 0,
    })
  })

  test('records each change for the run, and in the audit log as made by the sync', async () => {
    const run = await lastRun()
    const changes = await changesOf(run?.id ?? 0)
    expect(changes).toHaveLength(run?.created ?? -1)
    expect(changes.find(({ name }) => name === 'Slate 65 Keyboard')).toMatchObject({
      action: 'created',
      before: null,
      after: { price: '129.00', slug: 'slate-65-keyboard' },
    })
    const entries = await admin.call('GET /api/admin/audit', { actor: 'platform sync' })
    expect(entries.length).toBeGreaterThan(0)
  })

  test('maps the platform’s fields, with prices exact to the cent', async () => {
    expect(await product('slate-65-keyboard')).toMatchObject({
      name: 'Slate 65 Keyboard',
      // The price of the cheapest variant that is in stock.
      price: '129.00',
      oldPrice: null,
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
      'The same keyboard in a pale color',
    ])
    expect(images[0]?.url).toContain(shop.sandboxUrl)
    expect(description).toContain('<li>Switches can be changed without solder</li>')
  })

  test('puts products of collections that the shop has as categories into these, with their photographs', async () => {
    const [here, added] = [await product('walnut-monitor-stand'), await product('walnut-headphone-stand')]
    expect(added).toMatchObject({ categoryId: here.categoryId, price: '85.00', stockQuantity: 32 })
    const photo = await fetch(added.images[0]?.url ?? '')
    expect(photo.headers.get('content-type')).toBe('image/jpeg')
    expect(photo.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const names = (await admin.call('GET /api/categories')).map(({ name }) => name)
    expect(names.filter((name) => name === 'Stands & Risers')).toHaveLength(1)
  })

  test('adds no product that isn’t active on the platform', async () => {
    const hidden = (await store.list()).filter(({ status }) => status !== 'ACTIVE')
    expect(new Set(hidden.map(({ status }) => status))).toEqual(new Set(['ARCHIVED', 'DRAFT', 'UNLISTED']))
    for (const { handle } of hidden) expect(await isThere(handle)).toBe(false)
  })
})

describe('a later sync', () => {
  test('of an unchanged store writes nothing', async () => {
    const before = await readCatalog()
    expect(await sync()).toEqual({
      success: true,
      message:
        '38 products compared: nothing to change. Left out: 3 aren’t active on the platform. 1 isn’t tracked on the platform, so its stock isn’t counted.',
    })
    expect(await readCatalog()).toEqual(before)
  })

  test('applies only the changed fields', async () => {
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

  test('ignores an old price that is not above the price', async () => {
    await store.change('birch-wrist-rest', { price: '40.00', compareAtPrice: '40.00' })
    await sync()
    expect(await product('birch-wrist-rest')).toMatchObject({
      price: '40.00',
      oldPrice: null,
      isOnSale: false,
    })
  })

  test('keeps a renamed product available at both URLs', async () => {
    const { id } = await product('birch-wrist-rest')
    await store.change('birch-wrist-rest', { title: 'Beech Wrist Rest', handle: 'beech-wrist-rest' })
    await sync()
    expect(await product('beech-wrist-rest')).toMatchObject({ id, name: 'Beech Wrist Rest' })
    expect((await product('birch-wrist-rest')).id).toBe(id)
    expect((await shop.visitor().send({ url: '/product/birch-wrist-rest' })).status).toBe(301)
  })

  test('gives a slug that two handles become to the first one, at every sync, until a product has it as its handle', async () => {
    await store.add({ title: 'First', handle: 'grüsse', variants: [variant('10.00')] })
    await store.add({ title: 'Second', handle: 'grüße', variants: [variant('10.00')] })
    await sync()
    const owner = async () => (await product('gruesse')).name
    for (let round = 0; round < 3; round++) {
      expect(await owner()).toBe('First')
      await store.change('grüße', { price: `1${round}.50` })
      await store.change('grüsse', { price: `1${round}.00` })
      await sync()
    }
    await store.add({ title: 'Third', handle: 'gruesse', variants: [variant('10.00')] })
    await sync()
    expect(await owner()).toBe('Third')
    await store.change('grüsse', { price: '20.00' })
    await sync()
    expect(await owner()).toBe('Third')
  })

  test('swaps the slugs of two products whose handles were swapped', async () => {
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

  test('archives a product that was archived on the platform, and unarchives the same product', async () => {
    const { id } = await product('beech-wrist-rest')
    await store.change('beech-wrist-rest', { status: 'ARCHIVED' })
    await sync()
    expect(await isThere('beech-wrist-rest')).toBe(false)
    expect((await admin.call('GET /api/admin/products/:id', { id })).isArchived).toBe(true)
    await store.change('beech-wrist-rest', { status: 'ACTIVE', price: '44.00' })
    await sync()
    expect(await product('beech-wrist-rest')).toMatchObject({ id, price: '44.00' })
  })

  test('archives an unlisted product', async () => {
    await store.change('beech-wrist-rest', { status: 'UNLISTED' })
    await sync()
    expect(await isThere('beech-wrist-rest')).toBe(false)
  })

  test('archives a deleted product instead of erasing it', async () => {
    const { id } = await product('left-bookend')
    await store.remove('left-bookend')
    await sync()
    expect((await admin.call('GET /api/admin/products/:id', { id })).isArchived).toBe(true)
    expect(await lastRun()).toMatchObject({ archived: 1 })
  })

  test('does not recreate erased products', async () => {
    const { id } = await product('right-bookend')
    await admin.call('DELETE /api/admin/products/:id', { id })
    await store.change('right-bookend', { price: '22.00' })
    await sync()
    expect(await isThere('right-bookend')).toBe(false)
  })

  test('archives nothing if the store has no products, and asks an admin to check', async () => {
    await store.stockWith(0)
    expect(await sync()).toMatchObject({ success: false, message: expect.stringContaining('no products') })
    expect(await lastRun()).toMatchObject({ archived: 0 })
    await store.stockWith()
  })
})
