import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BULK_MAX } from '#contract/catalog/bulk-rules.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { aReceiver } from '../../tests/support/receiver.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { InputOf } from '../../web/platform/api.ts'
import { listAuditEntries } from '../audit/queries.ts'

let shop: TestShop
let admin: fixtures.Customer
let tray: number
let lamp: number
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})
beforeEach(async () => {
  tray = (await fixtures.aProduct(shop, { name: 'Bulk Tray', priceCents: 1005 })).id
  lamp = (await fixtures.aProduct(shop, { name: 'Bulk Lamp', priceCents: 9999, oldPriceCents: 12_000 })).id
})

type Asked = InputOf<'POST /api/admin/products/bulk-edit/preview'>
const preview = (changes: Asked['changes'], choice: Asked['choice'] = { ids: [tray, lamp] }) =>
  admin.call('POST /api/admin/products/bulk-edit/preview', { choice, changes })
/** Previews an edit, then applies it. */
async function edit(changes: Asked['changes'], choice?: Asked['choice']) {
  const { changes: shown } = await preview(changes, choice)
  return apply(shown, changes)
}
const apply = (products: { id: number; version: number }[], changes: Asked['changes']) =>
  admin.call('POST /api/admin/products/bulk-edit', {
    products: products.map(({ id, version }) => ({ id, version })),
    changes,
  })
const read = (id: number) => admin.call('GET /api/admin/products/:id', { id })

describe('the preview of a bulk edit', () => {
  test('shows each product’s old and new values, and changes nothing', async () => {
    expect(await preview({ pricePercent: -10, isOnSale: true })).toEqual({
      changes: [
        {
          id: tray,
          name: 'Bulk Tray',
          version: 1,
          before: { price: '10.05', isOnSale: false },
          after: { price: '9.05', isOnSale: true },
        },
        {
          id: lamp,
          name: 'Bulk Lamp',
          version: 1,
          before: { price: '99.99', isOnSale: false },
          after: { price: '89.99', isOnSale: true },
        },
      ],
      unchanged: 0,
      refused: [],
    })
    expect(await read(tray)).toMatchObject({ price: '10.05', isOnSale: false, version: 1 })
  })

  test('shows a change of the tax class, also back to the category’s', async () => {
    const { changes } = await preview({ taxClass: 'reduced' }, { ids: [tray] })
    expect(changes).toMatchObject([{ before: { taxClass: null }, after: { taxClass: 'reduced' } }])
    await edit({ taxClass: 'reduced' }, { ids: [tray] })
    expect(await read(tray)).toMatchObject({ taxClass: 'reduced', version: 2 })
    expect((await edit({ taxClass: null })).changed).toBe(1)
    expect(await read(tray)).toMatchObject({ taxClass: null, version: 3 })
  })

  test('covers all products that match a search and a filter', async () => {
    const name = `Findable ${tray}`
    const ids = [(await fixtures.aProduct(shop, { name })).id, (await fixtures.aProduct(shop, { name })).id]
    await fixtures.aProduct(shop, { name, categoryId: 2 })
    const { changes } = await preview({ isNew: true }, { filter: { search: name, categoryId: 1 } })
    expect(changes.map(({ id }) => id)).toEqual(ids)
  })

  test('counts unchanged products and names deleted ones', async () => {
    const found = await preview({ categoryId: 1 }, { ids: [tray, 999_999] })
    expect(found).toEqual({
      changes: [],
      unchanged: 1,
      refused: [{ id: 999_999, name: 'Product 999999', reason: 'Product not found' }],
    })
  })

  test.each([
    [{}, 'Choose at least one field to change'],
    [{ pricePercent: -100 }, 'Must be a percentage above -100 and at most 1000, with at most two decimals'],
    [{ pricePercent: '12,5' }, 'Must be a percentage above -100 and at most 1000, with at most two decimals'],
    [{ categoryId: 999_999 }, 'This category does not exist'],
  ])('rejects %o', async (changes, message) => {
    await expect(preview(changes)).rejects.toMatchObject({ status: 400, serverMessage: message })
  })

  test(`rejects more than ${BULK_MAX} products, and an empty selection`, async () => {
    const ids = Array.from({ length: BULK_MAX + 1 }, (_, index) => index + 1)
    await expect(preview({ isNew: true }, { ids })).rejects.toMatchObject({ status: 400 })
    await expect(preview({ isNew: true }, {})).rejects.toMatchObject({ status: 400 })
    await expect(preview({ isNew: true }, { ids: [tray], filter: {} })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a bulk edit', () => {
  test('changes the flags and the category of all products, and updates search', async () => {
    const changes = { isNew: true, isFeatured: true, isOnSale: true, inStock: false, categoryId: 3 }
    expect(await edit(changes)).toEqual({ changed: 2 })
    for (const id of [tray, lamp]) expect(await read(id)).toMatchObject({ ...changes, version: 2 })
    const found = await shop.visitor().call('GET /api/products', { search: 'bulk tray lighting' })
    expect(found.map(({ id }) => id)).toContain(tray)
  })

  test.each([
    [-10, '9.05'],
    [10, '11.06'],
    ['-12.5', '8.79'],
    ['+0.05', '10.06'],
    [-99.9, '0.01'],
    [1000, '110.55'],
  ])('changes a price of 10.05 by %s percent to %s, rounding half a cent up', async (pricePercent, price) => {
    await edit({ pricePercent }, { ids: [tray] })
    expect((await read(tray)).price).toBe(price)
  })

  test('skips and reports a product whose price would become zero, and leaves free products free', async () => {
    const penny = (await fixtures.aProduct(shop, { name: 'Penny Clip', priceCents: 1 })).id
    const free = (await fixtures.aProduct(shop, { name: 'Free Sample', priceCents: 0 })).id
    const dear = (await fixtures.aProduct(shop, { name: 'Gold Desk', priceCents: 999_999_999 })).id
    expect(await preview({ pricePercent: -60 }, { ids: [penny, free] })).toEqual({
      changes: [],
      unchanged: 1,
      refused: [{ id: penny, name: 'Penny Clip', reason: 'The price would round to zero' }],
    })
    expect((await preview({ pricePercent: 1 }, { ids: [dear] })).refused).toHaveLength(1)
    await expect(
      apply(
        [
          { id: penny, version: 1 },
          { id: tray, version: 1 },
        ],
        { pricePercent: -60 },
      ),
    ).rejects.toMatchObject({ status: 400, serverMessage: 'Penny Clip: The price would round to zero' })
    expect((await read(tray)).price).toBe('10.05')
  })

  test('shows the previous price as the old price after a price cut, next to the lowest price of 30 days', async () => {
    await edit({ pricePercent: -20, oldPrice: 'strike' })
    expect(await read(tray)).toMatchObject({ price: '8.04', oldPrice: '10.05', priorPrice: '10.05' })
    // An old price that is already higher is kept.
    expect(await read(lamp)).toMatchObject({ price: '79.99', oldPrice: '120.00', priorPrice: '99.99' })
    await edit({ oldPrice: 'remove' })
    expect(await read(lamp)).toMatchObject({ price: '79.99', oldPrice: null, priorPrice: null })
  })

  test('removes an old price that is no longer above the new price', async () => {
    await edit({ pricePercent: 25 })
    expect(await read(lamp)).toMatchObject({ price: '124.99', oldPrice: null })
  })

  test('changes nothing if one of the products was changed since, and names it', async () => {
    const { changes: shown } = await preview({ pricePercent: -10 })
    await admin.call('PATCH /api/admin/products/:id', { id: lamp, name: 'Better Lamp' })
    await expect(apply(shown, { pricePercent: -10 })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      serverMessage:
        'In the meantime: Better Lamp was changed. Nothing was changed. Review the preview again.',
      errors: [{ path: `products.${lamp}`, message: 'Better Lamp was changed' }],
    })
    expect((await read(tray)).price).toBe('10.05')
    await admin.call('DELETE /api/admin/products/:id', { id: lamp })
    await expect(apply(shown, { pricePercent: -10 })).rejects.toMatchObject({
      status: 409,
      errors: [{ path: `products.${lamp}`, message: `Product ${lamp} no longer exists` }],
    })
  })

  test('is applied only once, even if it is sent twice', async () => {
    const { changes: shown } = await preview({ pricePercent: 10 })
    const both = await Promise.allSettled([
      apply(shown, { pricePercent: 10 }),
      apply(shown, { pricePercent: 10 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await read(tray)).price).toBe('11.06')
  })

  test('is in the audit log, product by product, like single edits', async () => {
    await edit({ pricePercent: -10, isNew: true })
    const entries = await listAuditEntries(shop.shop.db, { page: 1, pageSize: 2 })
    expect(entries).toContainEqual(
      expect.objectContaining({
        actor: 'admin',
        action: 'product.changed',
        subjectId: String(tray),
        before: { price: '10.05', isNew: false, version: 1 },
        after: { price: '9.05', isNew: true, version: 2 },
      }),
    )
    expect(entries.map(({ subjectId }) => subjectId)).toContain(String(lamp))
  })

  test('sends a webhook per product, and updates the pages', async () => {
    const receiver = await aReceiver()
    const { sandbox } = shop.shop.config
    if (sandbox) sandbox.url = receiver.url
    await admin.call('POST /api/admin/webhooks', {
      url: `${receiver.url}/hooks`,
      topics: ['product.changed'],
    })
    expect((await shop.visitor().send({ url: `/product/${tray}` })).text).toContain('$10.05')
    await edit({ pricePercent: -10 })
    await shop.runJobs()
    // Deliveries are concurrent, so their order varies.
    const received = receiver.received.map(({ event }) => event.data)
    expect(received).toHaveLength(2)
    expect(received).toContainEqual(
      expect.objectContaining({
        change: 'changed',
        product: expect.objectContaining({ id: tray, priceCents: 905 }),
      }),
    )
    expect(received).toContainEqual(
      expect.objectContaining({
        change: 'changed',
        product: expect.objectContaining({ id: lamp, priceCents: 8999 }),
      }),
    )
    expect((await shop.visitor().send({ url: `/product/${tray}` })).text).toContain('$9.05')
  })
})

describe('a bulk edit of products with options', () => {
  let mat: Awaited<ReturnType<typeof fixtures.aProductInColors>>
  const variantsOf = async () => (await read(mat.id)).variants
  const variantIds = () => mat.variants.map(({ id }) => id)
  beforeEach(async () => {
    mat = await fixtures.aProductInColors(shop, { Gray: 3, Blue: 2 }, { name: 'Bulk Mat', priceCents: 2000 })
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: mat.id,
      options: mat.options,
      variants: [{ optionValues: ['Gray'] }, { optionValues: ['Blue'], price: '30.00', oldPrice: '31.00' }],
    })
  })

  test('previews and changes the price of each variant, and records and undoes it by variant', async () => {
    const [gray = 0, blue = 0] = variantIds()
    const changes = { pricePercent: -10, oldPrice: 'strike', isFeatured: true } as const
    expect((await preview(changes, { ids: [mat.id] })).changes).toMatchObject([
      {
        id: mat.id,
        before: { isFeatured: false },
        after: { isFeatured: true },
        variants: [
          {
            id: gray,
            title: 'Gray',
            before: { price: '20.00' },
            after: { price: '18.00', oldPrice: '20.00' },
          },
          { id: blue, title: 'Blue', before: { price: '30.00' }, after: { price: '27.00' } },
        ],
      },
    ])
    expect(await edit(changes, { ids: [mat.id, tray] })).toEqual({ changed: 2 })
    expect(await variantsOf()).toMatchObject([
      { price: '18.00', oldPrice: '20.00', stockQuantity: 3 },
      { price: '27.00', oldPrice: '31.00', stockQuantity: 2 },
    ])
    expect(await read(tray)).toMatchObject({ price: '9.05', isFeatured: true })
    const [entry] = await admin.call('GET /api/admin/audit', { action: 'product.variants-changed' })
    expect(entry).toMatchObject({
      subjectId: String(mat.id),
      canUndo: true,
      before: {
        variants: [
          { id: gray, price: '20.00', oldPrice: null },
          { id: blue, price: '30.00' },
        ],
      },
      after: {
        variants: [
          { id: gray, price: '18.00', oldPrice: '20.00' },
          { id: blue, price: '27.00' },
        ],
      },
    })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await variantsOf()).toMatchObject([
      { price: '20.00', oldPrice: null },
      { price: '30.00', oldPrice: '31.00' },
    ])
    expect(await read(mat.id), 'its own fields are another entry').toMatchObject({ isFeatured: true })
  })

  test('sets the in-stock flag of each variant, and counts a product without changes as unchanged', async () => {
    await edit({ inStock: false }, { ids: [mat.id] })
    expect((await variantsOf()).map(({ inStock }) => inStock)).toEqual([false, false])
    expect(await preview({ inStock: false }, { ids: [mat.id] })).toEqual({
      changes: [],
      unchanged: 1,
      refused: [],
    })
  })

  test('rejects a product if the price of one variant is not possible', async () => {
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: mat.id,
      options: mat.options,
      variants: [{ optionValues: ['Gray'] }, { optionValues: ['Blue'], price: '0.01', oldPrice: null }],
    })
    expect(await preview({ pricePercent: -90 }, { ids: [mat.id] })).toEqual({
      changes: [],
      unchanged: 0,
      refused: [{ id: mat.id, name: 'Bulk Mat', reason: 'Blue: The price would round to zero' }],
    })
    await expect(apply([await read(mat.id)], { pricePercent: -90 })).rejects.toMatchObject({
      status: 400,
    })
    expect((await variantsOf())[0]?.price).toBe('20.00')
  })
})
