import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { aReceiver } from '../../tests/support/receiver.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct, restoreProduct } from './archive-product.ts'
import { CSV_HEADER, csvLine, sendCsv } from './fixtures.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})

const EAN = '4006381333931'
const FORM = {
  name: 'Pen Tray',
  description: '<p>For pens.</p>',
  price: '12.50',
  categoryId: 1,
  image: 'https://pictures.example/tray.jpg',
}
type Codes = { sku?: string | null; barcode?: string | null }
const add = (codes: Codes, name = FORM.name) =>
  admin.call('POST /api/admin/products', { ...FORM, name, ...codes })
const change = (id: number, fields: Codes & { version?: number; name?: string }) =>
  admin.call('PATCH /api/admin/products/:id', { id, ...fields })
const seen = (id: number) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
const seenByAdmin = (id: number) => admin.call('GET /api/admin/products/:id', { id })
const setVariants = (id: number, values: string[]) =>
  admin.call('PUT /api/admin/products/:id/variants', {
    id,
    options: values.length > 0 ? [{ name: 'Color', values }] : [],
    variants: values.length > 0 ? values.map((value) => ({ optionValues: [value] })) : [{ optionValues: [] }],
  })

describe('SKU and barcode of a product without options', () => {
  test('are stored with the product, and shown to admins and shoppers', async () => {
    const { id } = await add({ sku: ' TRAY-1 ', barcode: EAN })
    expect(await seenByAdmin(id)).toMatchObject({ sku: 'TRAY-1', barcode: EAN, variants: [] })
    expect(await seen(id)).toMatchObject({ sku: 'TRAY-1', gtin: EAN })
    expect(await change(id, { barcode: '' })).toMatchObject({ sku: 'TRAY-1', barcode: null, version: 2 })
    expect(await seen(id)).not.toHaveProperty('gtin')
  })

  test('are empty by default', async () => {
    const { id } = await add({})
    expect(await seenByAdmin(id)).toMatchObject({ sku: null, barcode: null })
    expect(await seen(id)).toMatchObject({ sku: null })
  })

  test('are checked as those of variants', async () => {
    const owner = await add({ sku: 'TAKEN-7' }, 'Earlier Tray')
    const other = await fixtures.aProductInColors(shop, { Red: 1 }, { name: 'Red Mat' })
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: other.id,
      options: other.options,
      variants: [{ optionValues: ['Red'], sku: 'RED-7' }],
    })
    const { id } = await add({})
    const taken = (name: string) => ({
      status: 409,
      errors: [{ path: 'sku', message: `The product “${name}” already has this SKU.` }],
    })
    await expect(change(id, { sku: 'taken-7' })).rejects.toMatchObject(taken('Earlier Tray'))
    await expect(add({ sku: 'red-7' })).rejects.toMatchObject(taken('Red Mat'))
    expect(await change(owner.id, { sku: 'taken-7' })).toMatchObject({ sku: 'taken-7' })
    await expect(change(id, { barcode: '4006381333932' })).rejects.toMatchObject({
      status: 400,
      errors: [
        { path: 'barcode', message: 'Must be a GTIN of 8, 12, 13, or 14 digits with a correct check digit' },
      ],
    })
    expect(await seenByAdmin(id)).toMatchObject({ sku: null, barcode: null, version: 1 })
  })

  test('are free once a product is archived, which then returns without the SKU', async () => {
    const { id } = await add({ sku: 'FREE-1' }, 'Old Tray')
    await archiveProduct(shop.shop.db, null, id)
    expect(await seenByAdmin(id)).toMatchObject({ sku: 'FREE-1' })
    await restoreProduct(shop.shop.db, null, id)
    expect(await seenByAdmin(id)).toMatchObject({ sku: 'FREE-1' })
    await expect(add({ sku: 'free-1' })).rejects.toMatchObject({ status: 409 })
    await archiveProduct(shop.shop.db, null, id)
    const next = await add({ sku: 'free-1' })
    expect(await seenByAdmin(next.id)).toMatchObject({ sku: 'free-1' })
    await restoreProduct(shop.shop.db, null, id)
    expect(await seenByAdmin(id)).toMatchObject({ sku: null })
    await expect(change(id, { sku: 'FREE-1' })).rejects.toMatchObject({ status: 409 })
  })

  test('of an archived product go to one of several that want it, even while it is restored', async () => {
    const { id } = await add({ sku: 'RACE-2' })
    await archiveProduct(shop.shop.db, null, id)
    const wanting = Array.from({ length: 3 }, () => add({ sku: 'RACE-2' }))
    const results = await Promise.allSettled([restoreProduct(shop.shop.db, null, id), ...wanting])
    const { rows } = await sql`
      select from variants where sku = 'RACE-2' and archived_at is null`.execute(shop.shop.db)
    expect(rows).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  })

  test('stay unique if several products get the same SKU at the same time', async () => {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => add({ sku: 'RACE-1' })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ status: 409, errors: [{ path: 'sku' }] })
  })

  test('move to the first variant when the product gets options, and back when it loses them', async () => {
    const { id } = await add({ sku: 'MOVE-1', barcode: EAN })
    const codes = { sku: 'MOVE-1', barcode: EAN }
    expect(await setVariants(id, ['Gray', 'Blue'])).toMatchObject({
      sku: null,
      barcode: null,
      variants: [codes, { sku: null, barcode: null }],
    })
    expect(await seen(id)).toMatchObject({
      sku: null,
      variants: [{ sku: 'MOVE-1', gtin: EAN }, { sku: null }],
    })
    expect(await seen(id)).not.toHaveProperty('gtin')
    for (const [path, value] of Object.entries({ sku: 'MOVE-2', barcode: '96385074' }))
      await expect(change(id, { [path]: value })).rejects.toMatchObject({
        status: 409,
        code: 'has_variants',
        errors: [{ path }],
      })
    expect(await setVariants(id, [])).toMatchObject(codes)
  })

  test('are in edit conflicts and in the audit log, which can undo them', async () => {
    const { id, version } = await add({ sku: 'LOG-1' })
    await change(id, { sku: 'LOG-2', barcode: EAN })
    await expect(change(id, { version, sku: 'LOG-3' })).rejects.toMatchObject({
      serverMessage: 'admin changed this product in the meantime: sku, barcode. Review it and save again.',
      errors: [
        { path: 'sku', message: 'Now LOG-2' },
        { path: 'barcode', message: `Now ${EAN}` },
      ],
    })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'product', subjectId: String(id) })
    expect(entry).toMatchObject({
      before: { sku: 'LOG-1', barcode: null },
      after: { sku: 'LOG-2', barcode: EAN },
    })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await seenByAdmin(id)).toMatchObject({ sku: 'LOG-1', barcode: null, version: 3 })
  })

  test('are imported from CSV, cleared by an empty cell, and kept without the columns', async () => {
    const file = [
      `${CSV_HEADER},sku,barcode`,
      `${csvLine('Imported Tray', '5.00', 'imported-tray')},IMP-1,${EAN}`,
    ]
    expect(await sendCsv(admin, file.join('\n'))).toMatchObject({ created: 1, errors: [] })
    const [product] = await admin.call('GET /api/admin/products', { search: 'Imported Tray' })
    expect(product).toMatchObject({ sku: 'IMP-1', barcode: EAN })
    const id = product?.id ?? 0
    expect(await sendCsv(admin, file.join('\n'))).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    expect(await sendCsv(admin, `id,price\n${id},6.00`)).toMatchObject({ changed: 1 })
    expect(await sendCsv(admin, `id,sku,barcode\n${id},IMP-2,`)).toMatchObject({ changed: 1 })
    expect(await seenByAdmin(id)).toMatchObject({ sku: 'IMP-2', barcode: null, price: '6.00' })
  })

  test('are checked in a CSV import', async () => {
    const { id } = await add({ sku: 'CSV-1' })
    const other = await add({})
    const errorsOf = async (...lines: string[]) =>
      (await sendCsv(admin, ['id,sku,barcode', ...lines].join('\n'))).errors
    const message = 'Another variant has this SKU'
    expect(await errorsOf(`${other.id},csv-1,`)).toEqual([{ line: 2, column: 'sku', message }])
    expect(await errorsOf(`${id},CSV-2,`, `${other.id},csv-2,`)).toEqual([
      { line: 3, column: 'sku', message },
    ])
    expect(await errorsOf(`${id},CSV-1,123`)).toMatchObject([{ line: 2, column: 'barcode' }])
    expect(await seenByAdmin(id)).toMatchObject({ sku: 'CSV-1', barcode: null })
  })

  test('survive an export and an import into products that lost them', async () => {
    const { id } = await add({ sku: '-=TRIP 1', barcode: '00012345678905' }, 'Round Trip')
    const { text } = await admin.send({ url: '/api/admin/products/export' })
    expect(await sendCsv(admin, text)).toMatchObject({ created: 0, changed: 0, errors: [] })
    await change(id, { sku: null, barcode: null })
    expect(await sendCsv(admin, text)).toMatchObject({ created: 0, changed: 1, errors: [] })
    expect(await seenByAdmin(id)).toMatchObject({ sku: '-=TRIP 1', barcode: '00012345678905' })
    expect((await admin.send({ url: '/api/admin/products/export' })).text).toBe(text)
  })

  test('are in an order as they were at the time of the purchase', async () => {
    const { id } = await add({ sku: 'SOLD-1' })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    const { orderId } = await buying.checkOut(visitor)
    await change(id, { sku: 'SOLD-2' })
    const order = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(order.items).toMatchObject([{ productId: id, sku: 'SOLD-1' }])
    expect(order.items[0]).not.toHaveProperty('variant')
    await buying.checkOut(visitor)
    const repeated = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(repeated.items).toMatchObject([{ productId: id, sku: 'SOLD-2' }])
  })

  test('are in product.changed events', async () => {
    const receiver = await aReceiver()
    const { sandbox } = shop.shop.config
    if (sandbox) sandbox.url = receiver.url
    const { webhook } = await admin.call('POST /api/admin/webhooks', {
      url: `${receiver.url}/hooks`,
      topics: ['product.changed'],
    })
    const { id } = await add({ sku: 'EVENT-1', barcode: EAN })
    await shop.runJobs()
    const product = { id, sku: 'EVENT-1', barcode: EAN }
    expect(receiver.received.at(-1)?.event.data).toMatchObject({ change: 'created', product })
    await admin.call('DELETE /api/admin/webhooks/:id', { id: webhook.id })
  })
})
