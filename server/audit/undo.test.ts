import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { aReceiver } from '../../tests/support/receiver.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from '../catalog/archive-product.ts'
import { namesAt, sendCsv } from '../catalog/fixtures.ts'
import { commitReservation } from '../stock/stock.ts'
import { recordChange } from './audit.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})

const rejected = (message: string) => ({ status: 409, code: 'cannot_undo', serverMessage: message })
const undo = (id: number) => admin.call('POST /api/admin/audit/:id/undo', { id })
const preview = (id: number) => admin.call('GET /api/admin/audit/:id/undo', { id })
async function lastEntry(kind: string, subjectId: number | string) {
  const [entry] = await admin.call('GET /api/admin/audit', { kind, subjectId: String(subjectId) })
  if (!entry) throw new Error('The audit log has no entry for it')
  return entry
}
/** Adds a product and changes it. @returns its ID and the audit log entry of the change */
async function aChanged(changes: object, facts: Parameters<typeof fixtures.aProduct>[1] = {}) {
  const { id } = await fixtures.aProduct(shop, { priceCents: 1000, ...facts })
  return { id, entry: await change(id, changes) }
}
async function change(id: number, changes: object) {
  await admin.call('PATCH /api/admin/products/:id', { id, ...changes })
  return lastEntry('product', id)
}
const product = (id: number) => admin.call('GET /api/admin/products/:id', { id })

describe('undoing a change to a product', () => {
  test('restores the earlier values as a new change that names the original one', async () => {
    const images = [{ url: 'https://pictures.example/2.jpg', alt: 'From the side' }]
    const first = { url: 'https://pictures.example/1.jpg', alt: 'On a desk', width: 800, height: 600 }
    const facts = { images: [first], name: 'Ash Tray', oldPriceCents: 1500, colors: ['ash'], shippingDays: 3 }
    const changes = { name: 'Oak Tray', price: '12.50', oldPrice: null, colors: ['oak'], shippingDays: null }
    const { id, entry } = await aChanged({ ...changes, images }, facts)
    expect(entry).toMatchObject({ undoes: null, undoneBy: null, canUndo: true })
    const before = (await product(id)).version
    const done = await undo(entry.id)
    expect(done).toMatchObject({
      actor: 'admin',
      action: 'product.changed',
      before: { name: 'Oak Tray', price: '12.50', version: before },
      after: { name: 'Ash Tray', price: '10.00', version: before + 1 },
      undoes: entry.id,
      canUndo: true,
    })
    const after = { name: 'Ash Tray', price: '10.00', oldPrice: '15.00', colors: ['ash'], shippingDays: 3 }
    expect(await product(id)).toMatchObject({
      ...after,
      images: [{ url: first.url, alt: first.alt }],
      version: before + 1,
    })
    const [, undone] = await admin.call('GET /api/admin/audit', { subjectId: String(id) })
    expect(undone).toMatchObject({ id: entry.id, undoneBy: done.id, canUndo: false })
  })

  test('updates search and the page and sends webhooks, like any change', async () => {
    const receiver = await aReceiver()
    const { sandbox } = shop.shop.config
    if (sandbox) sandbox.url = receiver.url
    const url = `${receiver.url}/hooks`
    const { webhook } = await admin.call('POST /api/admin/webhooks', { url, topics: ['product.changed'] })
    const { id, entry } = await aChanged({ name: 'Zither', price: '77.00' }, { name: 'Bagpipe' })
    const page = async () => (await shop.visitor().send({ url: `/product/${id}` })).text
    expect(await page()).toContain('77.00')
    await undo(entry.id)
    expect(await namesAt(shop, 'search=bagpipe')).toEqual(['Bagpipe'])
    expect(await namesAt(shop, 'search=zither')).toEqual([])
    expect(await page()).not.toContain('77.00')
    await shop.runJobs()
    expect(receiver.received.at(-1)?.event.data.product).toMatchObject({ name: 'Bagpipe', priceCents: 1000 })
    await admin.call('DELETE /api/admin/webhooks/:id', { id: webhook.id })
  })

  test('can be undone itself, but only once', async () => {
    const { id, entry } = await aChanged({ price: '20.00' })
    const first = await undo(entry.id)
    await expect(undo(entry.id)).rejects.toMatchObject(
      rejected(`admin already undid this change in #${first.id}.`),
    )
    await undo(first.id)
    expect((await product(id)).price).toBe('20.00')
    await expect(undo(entry.id)).rejects.toMatchObject({ status: 409 })
  })

  test('has a preview that shows the restored values and changes nothing', async () => {
    const { id, entry } = await aChanged({ price: '20.00', isNew: true })
    expect(await preview(entry.id)).toEqual({
      now: { price: '20.00', isNew: true },
      back: { price: '10.00', isNew: false },
      staying: [],
      refusal: null,
    })
    expect((await product(id)).price).toBe('20.00')
  })

  test('keeps other changes to the product', async () => {
    const { id, entry } = await aChanged({ price: '20.00' })
    await change(id, { name: 'Renamed since' })
    await undo(entry.id)
    expect(await product(id)).toMatchObject({ price: '10.00', name: 'Renamed since' })
  })
})

describe('an undo is rejected', () => {
  test('if one of the fields has changed since, even if the old value was restored', async () => {
    const { id, entry } = await aChanged({ price: '20.00', isNew: true })
    await change(id, { price: '30.00' })
    const message = 'admin changed price since. Nothing was undone.'
    await expect(undo(entry.id)).rejects.toMatchObject(rejected(message))
    await change(id, { price: '20.00' })
    await expect(undo(entry.id)).rejects.toMatchObject(rejected(message))
    expect(await preview(entry.id)).toEqual({ now: {}, back: {}, staying: [], refusal: message })
    expect(await product(id)).toMatchObject({ price: '20.00', isNew: true })
  })

  test('if a CSV import has changed it since', async () => {
    const { id, entry } = await aChanged({ price: '20.00' })
    expect((await sendCsv(admin, `id,price\n${id},25.00\n`)).errors).toEqual([])
    await expect(undo(entry.id)).rejects.toMatchObject({ status: 409 })
    expect((await product(id)).price).toBe('25.00')
  })

  test('if it has changed since without an audit log entry', async () => {
    const { id, entry } = await aChanged({ rating: '3.0' })
    const productId = id
    const customer = await fixtures.aCustomer(shop)
    await customer.call('POST /api/reviews', { productId, rating: 5, title: 'Solid', comment: 'It stands.' })
    const message = 'rating has changed since. Nothing was undone.'
    await expect(undo(entry.id)).rejects.toMatchObject(rejected(message))
  })

  test('if the product was deleted', async () => {
    const { id, entry } = await aChanged({ price: '20.00' })
    await admin.call('DELETE /api/admin/products/:id', { id })
    await expect(undo(entry.id)).rejects.toMatchObject(rejected('This product no longer exists.'))
  })

  test('if current rules forbid the old value', async () => {
    const category = { slug: 'gone-soon', name: 'Gone', description: 'Soon gone.' }
    const { id: categoryId } = await admin.call('POST /api/admin/categories', category)
    const { entry } = await aChanged({ categoryId: 1 }, { categoryId })
    await admin.call('DELETE /api/admin/categories/:id', { id: categoryId })
    const message = "This change can't be undone: This category does not exist"
    await expect(undo(entry.id)).rejects.toMatchObject(rejected(message))
  })

  test('if another product uses the slug now', async () => {
    const { entry } = await aChanged({ slug: 'moved-away' }, { slug: 'sought-after' })
    await fixtures.aProduct(shop, { slug: 'sought-after' })
    await expect(undo(entry.id)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Another product already has this slug.',
    })
  })

  test.each(['product.created', 'product.erased', 'category.created', 'webhook.added', 'user.changed'])(
    'for %s, which can’t be undone',
    async (action) => {
      const { db } = shop.shop
      const change = { actorId: admin.user.id, action, subjectId: 1 }
      await recordChange(db, { ...change, before: { name: 'a' }, after: { name: 'b' } })
      const [entry] = await admin.call('GET /api/admin/audit', { action })
      expect(entry?.canUndo).toBe(false)
      const message = "This kind of change can't be undone."
      await expect(undo(entry?.id ?? 0)).rejects.toMatchObject(rejected(message))
    },
  )

  test('for an unknown entry', async () => {
    await expect(undo(999_999)).rejects.toMatchObject({ status: 404 })
    await expect(preview(999_999)).rejects.toMatchObject({ status: 404 })
  })
})

describe('undoing a change to the stock', () => {
  const sell = (productId: number) =>
    commitReservation(shop.shop.db, `PL-SOLD-${productId}`, [{ variantId: productId, quantity: 2 }])

  test('restores it if no order has changed it since', async () => {
    const { id, entry } = await aChanged({ stockQuantity: 25 }, { stockQuantity: 10 })
    await undo(entry.id)
    expect((await product(id)).stockQuantity).toBe(10)
  })

  test('leaves it unchanged after an order, and restores the other fields', async () => {
    const { id, entry } = await aChanged({ stockQuantity: 25, price: '20.00' }, { stockQuantity: 10 })
    expect(await sell(id)).toBe(true)
    expect(await preview(entry.id)).toMatchObject({ back: { price: '10.00' }, staying: ['stockQuantity'] })
    await undo(entry.id)
    expect(await product(id)).toMatchObject({ stockQuantity: 23, price: '10.00' })
  })

  test('is rejected if nothing can be undone', async () => {
    const { id, entry } = await aChanged({ stockQuantity: 25 }, { stockQuantity: 10 })
    expect(await sell(id)).toBe(true)
    const message = 'Orders have changed the stock since. Set it manually.'
    await expect(undo(entry.id)).rejects.toMatchObject(rejected(message))
    expect((await product(id)).stockQuantity).toBe(23)
  })
})

test('an undo activates an archived product again, and archives an active one', async () => {
  const { id } = await fixtures.aProduct(shop)
  await archiveProduct(shop.shop.db, admin.user.id, id)
  const archived = await lastEntry('product', id)
  expect(await preview(archived.id)).toMatchObject({ now: { isArchived: true }, back: { isArchived: false } })
  const restored = await undo(archived.id)
  expect(restored).toMatchObject({ action: 'product.restored', undoes: archived.id })
  expect((await product(id)).isArchived).toBe(false)
  expect(await undo(restored.id)).toMatchObject({ action: 'product.archived', undoes: restored.id })
  expect((await product(id)).isArchived).toBe(true)
  await expect(undo(archived.id)).rejects.toMatchObject({ status: 409 })
})

describe('undoing a change to a category', () => {
  test('restores it and updates the search index', async () => {
    const { id } = await admin.call('POST /api/admin/categories', {
      name: 'Harps',
      slug: 'harps',
      description: 'With strings.',
    })
    await fixtures.aProduct(shop, { name: 'Small one', categoryId: id })
    await admin.call('PATCH /api/admin/categories/:id', { id, name: 'Lyres', description: 'Older.' })
    const entry = await lastEntry('category', id)
    expect(await namesAt(shop, 'search=harps')).toEqual([])
    expect(await undo(entry.id)).toMatchObject({ action: 'category.changed', undoes: entry.id })
    const category = await admin.call('GET /api/admin/categories/:id', { id })
    expect(category).toMatchObject({ name: 'Harps', description: 'With strings.', version: 3 })
    expect(await namesAt(shop, 'search=harps')).toEqual(['Small one'])
  })

  test('is rejected if the category has changed since, or was deleted', async () => {
    const { id } = await admin.call('POST /api/admin/categories', {
      name: 'Drums',
      slug: 'drums',
      description: 'Loud.',
    })
    await admin.call('PATCH /api/admin/categories/:id', { id, description: 'Louder.' })
    const first = await lastEntry('category', id)
    await admin.call('PATCH /api/admin/categories/:id', { id, description: 'Loudest.' })
    const second = await lastEntry('category', id)
    await expect(undo(first.id)).rejects.toMatchObject(
      rejected('admin changed description since. Nothing was undone.'),
    )
    await admin.call('DELETE /api/admin/categories/:id', { id })
    await expect(undo(second.id)).rejects.toMatchObject(rejected('This category no longer exists.'))
  })
})

test('an undo restores the settings, and every page shows them', async () => {
  await admin.call('PATCH /api/admin/settings', { shopName: 'Desk Club', shippingRate: '7.50', pageSize: 9 })
  const entry = await lastEntry('settings', 'shop')
  await admin.call('PATCH /api/admin/settings', { holdMinutes: 45 })
  expect(await undo(entry.id)).toMatchObject({ action: 'settings.changed', undoes: entry.id })
  expect(await admin.call('GET /api/admin/settings')).toMatchObject({
    shopName: 'Plinth',
    shippingRate: '4.99',
    pageSize: 6,
    holdMinutes: 45,
    version: 4,
  })
  expect((await shop.visitor().send({ url: '/contact' })).text).toContain('Contact Us – Plinth')
})
