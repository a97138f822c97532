import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listStockProblems } from '../stock/queries.ts'
import { restockItems } from '../stock/stock.ts'
import { namesAt } from './fixtures.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})

const COLOR = { name: 'Color', values: ['Gray', 'Blue'] }
const SIZE = { name: 'Size', values: ['S', 'L'] }
const see = (id: number) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
const seeAsAdmin = (id: number) => admin.call('GET /api/admin/products/:id', { id })

type Input = Parameters<typeof admin.call<'PUT /api/admin/products/:id/variants'>>[1]
const setVariants = (id: number, options: Input['options'], variants: Input['variants']) =>
  admin.call('PUT /api/admin/products/:id/variants', { id, options, variants })

/** A mat that is sold in gray for $45 (3 left) and in blue for $55 (2 left). */
async function aMat(facts: Parameters<typeof fixtures.aProduct>[1] = {}): Promise<Product> {
  const { id } = await fixtures.aProduct(shop, { name: 'Felt Mat', priceCents: 4500, ...facts })
  await setVariants(
    id,
    [COLOR],
    [
      { optionValues: ['Gray'], stockQuantity: 3, sku: `MAT-GRY-${id}` },
      { optionValues: ['Blue'], price: '55.00', stockQuantity: 2, sku: `MAT-BLU-${id}` },
    ],
  )
  return see(id)
}

const idOf = ({ variants }: Product, value: string) =>
  variants.find(({ optionValues }) => optionValues.includes(value))?.id ?? 0

describe('a product without options', () => {
  test('shows no variants, and its only variant has the same ID', async () => {
    const { id } = await fixtures.aProduct(shop)
    expect(await see(id)).toMatchObject({ options: [], variants: [], priceFrom: false })
    const visitor = shop.visitor()
    const [line] = await visitor.call('POST /api/cart', { productId: id, variantId: id, quantity: 1 })
    expect(line).not.toHaveProperty('variant')
    const other = await fixtures.aProduct(shop)
    await expect(
      visitor.call('POST /api/cart', { productId: id, variantId: other.id, quantity: 1 }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('a product with options', () => {
  test('shows its variants, the lowest price, and the sum of their stock', async () => {
    const mat = await aMat()
    expect(mat).toMatchObject({
      options: [COLOR],
      price: '45.00',
      priceFrom: true,
      inStock: true,
      stockQuantity: 5,
      colors: ['gray', 'blue'],
      variants: [
        { id: mat.id, optionValues: ['Gray'], price: '45.00', inStock: true, stockQuantity: 3, image: null },
        { optionValues: ['Blue'], sku: `MAT-BLU-${mat.id}`, price: '55.00', stockQuantity: 2 },
      ],
    })
  })

  test('shows the price of the cheapest variant that can be bought', async () => {
    const mat = await aMat()
    const set = (gray: object) =>
      setVariants(mat.id, [COLOR], [{ optionValues: ['Gray'], ...gray }, { optionValues: ['Blue'] }])
    await set({ stockQuantity: 0 })
    expect(await see(mat.id)).toMatchObject({ price: '55.00', inStock: true, stockQuantity: 2 })
    const [line] = await shop.visitor().call('POST /api/cart', { productId: mat.id, quantity: 1 })
    expect(line).toMatchObject({ variant: { title: 'Blue' }, product: { price: '55.00' } })
    await set({ stockQuantity: null, inStock: false })
    expect(await see(mat.id)).toMatchObject({ price: '55.00', stockQuantity: null })
    await set({ inStock: true })
    expect(await see(mat.id)).toMatchObject({ price: '45.00' })
    await setVariants(mat.id, [COLOR], [{ optionValues: ['Blue'] }, { optionValues: ['Gray'] }])
    const [cheapest] = await shop.visitor().call('POST /api/cart', { productId: mat.id, quantity: 1 })
    expect(cheapest, 'not the first one').toMatchObject({ variant: { title: 'Gray' } })
    await setVariants(mat.id, [COLOR], [{ optionValues: ['Gray'] }, { optionValues: ['Blue'] }])
    await setVariants(
      mat.id,
      [COLOR],
      [
        { optionValues: ['Gray'], inStock: false },
        { optionValues: ['Blue'], stockQuantity: 0 },
      ],
    )
    expect(await see(mat.id), 'the lowest of all if none can be bought').toMatchObject({
      price: '45.00',
      inStock: false,
    })
  })

  test('is found by SKU and by the colors of its active variants, and sorted by its price', async () => {
    const mat = await aMat({ name: 'Findable Mat', categoryId: 2 })
    expect(await namesAt(shop, `search=MAT-BLU-${mat.id}`)).toEqual(['Findable Mat'])
    expect(await namesAt(shop, 'color=blue&categoryId=2')).toContain('Findable Mat')
    await setVariants(mat.id, [{ ...COLOR, values: ['Gray'] }], [{ optionValues: ['Gray'] }])
    expect(await namesAt(shop, 'color=blue&categoryId=2')).not.toContain('Findable Mat')
    expect(await namesAt(shop, `search=MAT-BLU-${mat.id}`)).toEqual([])
  })

  test('keeps a price history for each variant', async () => {
    const mat = await aMat()
    await setVariants(
      mat.id,
      [COLOR],
      [{ optionValues: ['Gray'] }, { optionValues: ['Blue'], price: '40.00', oldPrice: '55.00' }],
    )
    const changed = await see(mat.id)
    expect(changed).toMatchObject({ price: '40.00', oldPrice: '55.00', priorPrice: '55.00' })
    expect(changed.variants.map(({ priorPrice }) => priorPrice)).toEqual([null, '55.00'])
  })

  test.each([
    ['price', '1.00'],
    ['oldPrice', '99.00'],
    ['stockQuantity', 9],
    ['inStock', false],
    ['colors', ['red']],
  ])('rejects a %s of the product with 409 has_variants', async (field, value) => {
    const { id } = await aMat()
    await expect(admin.call('PATCH /api/admin/products/:id', { id, [field]: value })).rejects.toMatchObject({
      status: 409,
      code: 'has_variants',
      errors: [{ path: field }],
    })
    await admin.call('PATCH /api/admin/products/:id', { id, name: 'Renamed Mat', weight: '2' })
  })
})

describe('PUT /api/admin/products/:id/variants', () => {
  test('keeps IDs, carts, and stock of variants that stay, and archives the others', async () => {
    const mat = await aMat()
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: mat.id, variantId: idOf(mat, 'Gray'), quantity: 1 })
    await visitor.call('POST /api/cart', { productId: mat.id, variantId: idOf(mat, 'Blue'), quantity: 1 })
    const options = [COLOR, SIZE]
    await setVariants(mat.id, options, [
      { id: idOf(mat, 'Gray'), optionValues: ['Gray', 'L'] },
      { optionValues: ['Gray', 'S'], price: '30.00', stockQuantity: 9 },
    ])
    const changed = await see(mat.id)
    expect(changed.variants).toMatchObject([
      { id: idOf(mat, 'Gray'), optionValues: ['Gray', 'L'], stockQuantity: 3, price: '45.00' },
      { optionValues: ['Gray', 'S'], stockQuantity: 9, price: '30.00' },
    ])
    expect(await visitor.call('GET /api/cart')).toMatchObject([
      { isAvailable: true, variant: { title: 'Gray / L' } },
      { isAvailable: false, variant: { title: 'Blue' } },
    ])
    await setVariants(mat.id, [COLOR], [{ optionValues: ['Blue'] }])
    expect((await see(mat.id)).variants).toMatchObject([{ id: idOf(mat, 'Blue'), stockQuantity: 2 }])
  })

  test('swaps the values of two variants', async () => {
    const mat = await aMat()
    await setVariants(
      mat.id,
      [COLOR],
      [
        { id: idOf(mat, 'Gray'), optionValues: ['Blue'] },
        { id: idOf(mat, 'Blue'), optionValues: ['Gray'] },
      ],
    )
    expect(idOf(await see(mat.id), 'Blue')).toBe(idOf(mat, 'Gray'))
  })

  test('turns a product back into one without options, whose price is set on the product again', async () => {
    const mat = await aMat()
    await setVariants(mat.id, [], [{ optionValues: [], price: '20.00', stockQuantity: 7 }])
    expect(await see(mat.id)).toMatchObject({ options: [], variants: [], price: '20.00', stockQuantity: 7 })
    await admin.call('PATCH /api/admin/products/:id', { id: mat.id, price: '21.00', stockQuantity: 6 })
    expect(await see(mat.id)).toMatchObject({ price: '21.00', stockQuantity: 6, priceFrom: false })
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })

  test('rejects incomplete, repeated, and invalid variants', async () => {
    const { id } = await aMat()
    const other = await aMat()
    const rejects = async (variants: Input['variants'], path: string, status = 400) =>
      expect(setVariants(id, [COLOR], variants)).rejects.toMatchObject({
        status,
        errors: expect.arrayContaining([expect.objectContaining({ path })]),
      })
    const [gray, blue] = [{ optionValues: ['Gray'] }, { optionValues: ['Blue'] }]
    await rejects([{ optionValues: ['Red'] }], 'variants.0.optionValues')
    await rejects([{ optionValues: [] }], 'variants.0.optionValues')
    await rejects([gray, gray], 'variants.1.optionValues')
    await rejects([], 'variants')
    await rejects(
      [
        { ...gray, sku: 'SAME' },
        { ...blue, sku: 'same' },
      ],
      'variants.1.sku',
    )
    await rejects([{ ...gray, barcode: '4006381333932' }], 'variants.0.barcode')
    await rejects([{ ...gray, id: other.id }], 'variants.0.id')
    await rejects([{ ...gray, image: '/images/none.00000000ffffff.jpg' }], 'variants.0.image')
    await expect(
      setVariants(id, [COLOR], [blue, { ...gray, sku: `mat-gry-${other.id}` }]),
    ).rejects.toMatchObject({
      status: 409,
      errors: [{ path: 'variants.1.sku', message: `The product “${other.name}” already has this SKU.` }],
    })
    await rejects([{ ...gray, stockQuantity: 1, seenStock: 8 }], 'variants.0.stockQuantity', 409)
    await expect(
      setVariants(id, [COLOR, { name: 'color', values: ['A'] }], [{ optionValues: ['Gray', 'A'] }]),
    ).rejects.toMatchObject({ status: 400 })
    await setVariants(id, [COLOR], [{ ...gray, barcode: '4006381333931' }])
    expect(await seeAsAdmin(id)).toMatchObject({ variants: [{ barcode: '4006381333931', held: 0 }] })
  })

  test('rejects an outdated version, and records the change with values before and after', async () => {
    const mat = await aMat()
    const { version } = await seeAsAdmin(mat.id)
    const input = {
      id: mat.id,
      version,
      options: [COLOR],
      variants: [{ optionValues: ['Gray'], price: '47.00' }],
    }
    await admin.call('PUT /api/admin/products/:id/variants', input)
    await expect(admin.call('PUT /api/admin/products/:id/variants', input)).rejects.toMatchObject({
      status: 409,
    })
    const [entry] = await admin.call('GET /api/admin/audit', {})
    expect(entry).toMatchObject({
      action: 'product.variants-changed',
      before: { variants: [{ optionValues: ['Blue'] }, { optionValues: ['Gray'], price: '45.00' }] },
      after: { variants: [{ optionValues: ['Gray'], price: '47.00' }] },
    })
  })

  test('can be undone by variant: removed values return, added ones go, and stock that was sold since stays', async () => {
    const mat = await aMat()
    const [gray, blue] = [idOf(mat, 'Gray'), idOf(mat, 'Blue')]
    const change = async () => {
      const [entry] = await admin.call('GET /api/admin/audit', { action: 'product.variants-changed' })
      return entry?.id ?? 0
    }
    const undo = (id: number) => admin.call('POST /api/admin/audit/:id/undo', { id })
    await setVariants(
      mat.id,
      [{ name: 'Color', values: ['Gray', 'Red'] }],
      [{ id: gray, optionValues: ['Gray'], price: '50.00', stockQuantity: 9 }, { optionValues: ['Red'] }],
    )
    const edited = await change()
    await undo(edited)
    expect(await seeAsAdmin(mat.id)).toMatchObject({
      options: [COLOR],
      variants: [
        { id: gray, optionValues: ['Gray'], price: '45.00', stockQuantity: 3 },
        { id: blue, optionValues: ['Blue'], price: '55.00', stockQuantity: 2 },
      ],
    })
    await undo(await change())
    expect(await seeAsAdmin(mat.id)).toMatchObject({
      variants: [{ id: gray, price: '50.00', stockQuantity: 9 }, { optionValues: ['Red'] }],
    })
    await restockItems(shop.shop.db, 'returned', [{ variantId: gray, quantity: 2 }])
    await undo(await change())
    const undone = await seeAsAdmin(mat.id)
    expect(undone.variants[0]).toMatchObject({ id: gray, price: '45.00', stockQuantity: 11 })
    await setVariants(mat.id, [], [{ optionValues: [], price: '40.00' }])
    const cleared = await change()
    await admin.call('PATCH /api/admin/products/:id', { id: mat.id, name: 'Renamed' })
    await undo(cleared)
    expect((await seeAsAdmin(mat.id)).variants.map(({ id }) => id)).toEqual([gray, blue])
    await setVariants(
      mat.id,
      [COLOR],
      [{ optionValues: ['Gray'], price: '1.00' }, { optionValues: ['Blue'] }],
    )
    const older = await change()
    await setVariants(
      mat.id,
      [COLOR],
      [{ optionValues: ['Gray'], price: '2.00' }, { optionValues: ['Blue'] }],
    )
    await expect(undo(older)).rejects.toMatchObject({ status: 409, code: 'cannot_undo' })
  })

  test('saves 2,000 variants in less than a second of CPU time', async () => {
    const { id } = await fixtures.aProduct(shop)
    const values = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${index}`)
    const options = [
      { name: 'Width', values: values('w', 50) },
      { name: 'Depth', values: values('d', 40) },
    ]
    const variants = values('w', 50).flatMap((width) =>
      values('d', 40).map((depth) => ({ optionValues: [width, depth], price: '10.00', stockQuantity: 3 })),
    )
    const start = process.cpuUsage()
    await setVariants(id, options, variants)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1e6).toBeLessThan(1)
    expect(await see(id)).toMatchObject({ stockQuantity: 6000 })
  })
})

describe('a purchase of variants', () => {
  test('prices, reserves, deducts, and shows each variant', async () => {
    const mat = await aMat()
    const visitor = shop.visitor()
    const [gray, blue] = [idOf(mat, 'Gray'), idOf(mat, 'Blue')]
    await visitor.call('POST /api/cart', { productId: mat.id, variantId: blue, quantity: 2 })
    await visitor.call('POST /api/cart', { productId: mat.id, variantId: gray, quantity: 1 })
    const cart = await visitor.call('POST /api/cart', { productId: mat.id, variantId: gray, quantity: 1 })
    expect(cart).toMatchObject([
      {
        productId: mat.id,
        quantity: 2,
        product: { price: '55.00', stockQuantity: 2 },
        variant: { id: blue, title: 'Blue' },
      },
      {
        productId: mat.id,
        quantity: 2,
        product: { price: '45.00', stockQuantity: 3 },
        variant: { id: gray, sku: `MAT-GRY-${mat.id}` },
      },
    ])
    const checkout = await buying.checkOut(visitor)
    expect((await see(mat.id)).variants.map(({ stockQuantity }) => stockQuantity)).toEqual([1, 0])
    expect(await see(mat.id)).toMatchObject({ inStock: true, stockQuantity: 1 })

    const other = shop.visitor()
    await expect(
      other.call('POST /api/cart', { productId: mat.id, variantId: blue, quantity: 1 }),
    ).rejects.toMatchObject({ status: 409, code: 'out_of_stock' })
    await other.call('POST /api/cart', { productId: mat.id, variantId: gray, quantity: 2 })
    await expect(buying.checkOut(other)).rejects.toMatchObject({
      code: 'out_of_stock',
      serverMessage: 'Only 1 of Felt Mat (Gray) left.',
    })

    await buying.payByCard(shop, checkout)
    await buying.becomes(shop, checkout.orderId, 'processing')
    expect(await visitor.call('GET /api/cart')).toEqual([])
    const order = await admin.call('GET /api/admin/orders/:orderId', { orderId: checkout.orderId })
    expect(order).toMatchObject({
      subtotal: '200.00',
      items: [
        { productId: mat.id, price: '55.00', variant: { id: blue, title: 'Blue', sku: `MAT-BLU-${mat.id}` } },
        { productId: mat.id, price: '45.00', variant: { id: gray, title: 'Gray' } },
      ],
    })
    const [email] = await fixtures.emailsTo(shop, order.contactEmail)
    expect(email?.text).toContain('2 × Felt Mat (Blue)')
    expect((await seeAsAdmin(mat.id)).variants).toMatchObject([
      { stockQuantity: 1, held: 0 },
      { stockQuantity: 0, held: 0 },
    ])

    await admin.call('POST /api/admin/orders/:orderId/cancel', {
      orderId: checkout.orderId,
      restock: true,
      reason: 'Sold elsewhere',
    })
    expect((await see(mat.id)).variants.map(({ stockQuantity }) => stockQuantity)).toEqual([3, 2])
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })

  test('continues an open order when the cart changes to another variant', async () => {
    const mat = await aMat()
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: mat.id, variantId: idOf(mat, 'Gray'), quantity: 1 })
    const first = await buying.checkOut(visitor)
    expect(await buying.checkOut(visitor)).toEqual(first)
    await visitor.call('DELETE /api/cart', {})
    await visitor.call('POST /api/cart', { productId: mat.id, variantId: idOf(mat, 'Blue'), quantity: 1 })
    expect((await buying.checkOut(visitor)).orderId).toBe(first.orderId)
    expect((await seeAsAdmin(mat.id)).variants.map(({ held }) => held)).toEqual([0, 1])
  })

  test('rejects a checkout if the price of a variant has changed', async () => {
    const mat = await aMat()
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: mat.id, variantId: idOf(mat, 'Blue'), quantity: 1 })
    const input = await buying.checkoutInput(visitor)
    await setVariants(
      mat.id,
      [COLOR],
      [{ optionValues: ['Gray'] }, { optionValues: ['Blue'], price: '60.00' }],
    )
    await expect(visitor.call('POST /api/create-payment-intent', input)).rejects.toMatchObject({
      status: 409,
      code: 'cart_changed',
      body: { quote: { lines: [{ name: 'Felt Mat (Blue)', price: '60.00', seenPrice: '55.00' }] } },
    })
  })
})
