import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { commitReservation, reserve } from '../stock/stock.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})

const FORM = {
  name: 'Slate Coaster',
  description: '<p>Cut from one stone.</p>',
  price: '12.50',
  categoryId: 1,
  image: 'https://pictures.example/coaster.jpg',
}
type Input = Record<string, unknown>
const add = (fields: Input = {}) => admin.call('POST /api/admin/products', { ...FORM, ...fields })
const change = (id: number, fields: Input, by = admin) =>
  by.call('PATCH /api/admin/products/:id', { id, ...fields })
const seen = (id: number) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
const lastEntry = async () => (await listAuditEntries(shop.shop.db, { page: 1, pageSize: 1 }))[0]

describe('changing a product', () => {
  test('changes the fields in the request and keeps the others', async () => {
    const { id } = await add({ colors: ['black'] })
    const changed = await change(id, { price: '9.00', isOnSale: true })
    expect(changed).toMatchObject({ price: '9.00', isOnSale: true, colors: ['black'], version: 2 })
  })

  test('changes the slug along with the name, and the old slug redirects', async () => {
    const { id } = await add({ name: 'Old Tray', slug: 'old-tray' })
    await change(id, { name: 'New Tray', slug: 'new-tray' })
    const at = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'old-tray' })
    expect(at.slug).toBe('new-tray')
    const found = await shop.visitor().call('GET /api/products', { search: 'new tray' })
    expect(found.map((product) => product.id)).toContain(id)
  })

  test('keeps the additional images if only the main image changes', async () => {
    const { id } = await add({ additionalImages: ['https://pictures.example/2.jpg'] })
    const changed = await change(id, { image: 'https://pictures.example/new.jpg' })
    expect(changed.images.map(({ url }) => url)).toEqual([
      'https://pictures.example/new.jpg',
      'https://pictures.example/2.jpg',
    ])
  })

  test('is rejected if it would leave no image', async () => {
    const { id } = await add()
    await expect(change(id, { images: [] })).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Must be a valid URL',
    })
  })

  test('sets the stock, but never below the reserved units', async () => {
    const { id } = await add({ stockQuantity: 5 })
    await reserve(shop.shop.db, 'PL-HELD-0001', [{ variantId: id, quantity: 3 }], new Date('2100-01-01'))
    expect(await change(id, { stockQuantity: 4 })).toMatchObject({ stockQuantity: 4, held: 3 })
    await expect(change(id, { stockQuantity: 2 })).rejects.toMatchObject({ status: 409, code: 'stock_held' })
  })

  test('keeps the rating computed from reviews', async () => {
    const { id } = await add()
    const customer = await fixtures.aCustomer(shop)
    const review = { rating: 2, title: 'Thin', comment: 'It is thinner than it looks.' }
    await customer.call('POST /api/reviews', { productId: id, ...review })
    const message = 'Rating and review count are calculated from this product’s reviews'
    await expect(change(id, { rating: '5' })).rejects.toMatchObject({ status: 400, serverMessage: message })
    expect(await change(id, { name: 'Thin Coaster', rating: '2.0' })).toMatchObject({ rating: '2.0' })
  })

  test('is rejected for an unknown category', async () => {
    await expect(change(999_999, { price: 1 })).rejects.toMatchObject({ status: 404 })
  })
})

describe('two admins who edit the same product', () => {
  test('get an edit conflict: the second admin sees who changed which field, and nothing is overwritten', async () => {
    const { id, version } = await add({ price: '10.00' })
    await change(id, { version, price: '11.00', isNew: true })
    await expect(change(id, { version, name: 'Typed Meanwhile' })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      serverMessage: 'admin changed this product in the meantime: isNew, price. Review it and save again.',
    })
    expect(await seen(id)).toMatchObject({ name: 'Slate Coaster', price: '11.00' })
    const now = await admin.call('GET /api/admin/products/:id', { id })
    expect(await change(id, { version: now.version, name: 'Typed Meanwhile' })).toMatchObject({
      name: 'Typed Meanwhile',
      price: '11.00',
    })
  })

  test('get the current value of each field in the error', async () => {
    const { id, version } = await add({ price: '10.00' })
    await change(id, { version, price: '11.00' })
    const response = await admin.send({
      method: 'PATCH',
      url: `/api/admin/products/${id}`,
      body: { version, price: '12.00' },
    })
    expect(response.json()).toMatchObject({ errors: [{ path: 'price', message: 'Now 11.00' }] })
  })

  test('cannot set a stock that orders have changed since they read it', async () => {
    const { id, version } = await add({ stockQuantity: 10 })
    await commitReservation(shop.shop.db, 'PL-SOLD-0001', [{ variantId: id, quantity: 1 }])
    await expect(change(id, { version, stockQuantity: 20, seenStock: 10 })).rejects.toMatchObject({
      status: 409,
      serverMessage: 'The stock of this product changed in the meantime. It is now 9.',
    })
    expect(await change(id, { version, stockQuantity: 20, seenStock: 9 })).toMatchObject({
      stockQuantity: 20,
    })
  })

  test('get no conflict after a change that makes no difference', async () => {
    const { id, version } = await add()
    expect(await change(id, { name: FORM.name, price: FORM.price })).toMatchObject({ version })
  })
})

describe('deleting a product', () => {
  test('deletes it if it was never ordered', async () => {
    const { id } = await add()
    expect(await admin.call('DELETE /api/admin/products/:id', { id })).toEqual({ outcome: 'erased' })
    await expect(seen(id)).rejects.toMatchObject({ status: 404 })
    await expect(admin.call('GET /api/admin/products/:id', { id })).rejects.toMatchObject({ status: 404 })
  })

  test('archives it if it was ordered, and it can be unarchived', async () => {
    const { id } = await add({ name: 'Ordered Gong' })
    await buying.aPaidOrder(shop, shop.visitor(), [await seen(id)])
    expect(await admin.call('DELETE /api/admin/products/:id', { id })).toEqual({ outcome: 'archived' })
    await expect(seen(id)).rejects.toMatchObject({ status: 404 })
    expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({ isArchived: true })
    await expect(admin.call('DELETE /api/admin/products/:id', { id })).rejects.toMatchObject({ status: 404 })

    await admin.call('POST /api/admin/products/:id/restore', { id })
    expect(await seen(id)).toMatchObject({ name: 'Ordered Gong' })
    expect(await shop.visitor().call('GET /api/products', { search: 'gong' })).toHaveLength(1)
    await expect(admin.call('POST /api/admin/products/:id/restore', { id })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('the audit log of products', () => {
  test('records each change with its author, the values before and after, and the labels of the form', async () => {
    const { id } = await add({ price: '10.00' })
    expect(await lastEntry()).toMatchObject({
      actor: 'admin',
      action: 'product.created',
      subjectId: String(id),
      before: null,
      after: { name: FORM.name, price: '10.00', images: [{ url: FORM.image, alt: '' }] },
    })
    await change(id, { price: '11.00' })
    expect(await lastEntry()).toMatchObject({
      action: 'product.changed',
      before: { price: '10.00', version: 1 },
      after: { price: '11.00', version: 2 },
    })
    await admin.call('DELETE /api/admin/products/:id', { id })
    expect(await lastEntry()).toMatchObject({
      action: 'product.erased',
      before: { price: '11.00' },
      after: null,
    })
  })

  test('has no entry if nothing was changed or a change was rejected', async () => {
    const { id } = await add({ stockQuantity: 3 })
    const before = await lastEntry()
    await change(id, { name: FORM.name })
    await expect(change(id, { categoryId: 999 })).rejects.toMatchObject({ status: 400 })
    expect(await lastEntry()).toEqual(before)
  })
})
