import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { sendCsv } from './fixtures.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})

const see = (id: number) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
const page = async (url: string) => (await shop.visitor().send({ url })).text

type Changes = Omit<Parameters<typeof admin.call<'PATCH /api/admin/products/:id'>>[1], 'id'>
async function aProduct(name: string, changes: Changes) {
  const { id } = await fixtures.aProduct(shop, { name, priceCents: 800, stockQuantity: 9 })
  await admin.call('PATCH /api/admin/products/:id', { id, ...changes })
  return id
}
const COFFEE: Changes = { content: '250', contentUnit: 'g' }

describe('a product with a content', () => {
  test('has a unit price in the API, on its page, on cards, and in structured data', async () => {
    const id = await aProduct('Coffee', COFFEE)
    const unitPrice = { price: '3.20', per: '100 g', content: '250 g' }
    expect(await see(id)).toMatchObject({ price: '8.00', unitPrice })
    const listed = await shop.visitor().call('GET /api/products', { search: 'Coffee' })
    expect(listed).toMatchObject([{ id, unitPrice }])
    expect(await page('/?search=Coffee')).toContain('$3.20 / 100 g')
    const html = await page(`/product/${id}`)
    expect(html).toContain('$3.20 / 100 g')
    const measure = (value: string) => `{"@type":"QuantitativeValue","value":"${value}","unitCode":"GRM"`
    expect(html).toContain(
      `"priceSpecification":{"@type":"UnitPriceSpecification","price":"8.00","priceCurrency":"USD","referenceQuantity":${measure('250')},"valueReference":${measure('100')}}}}`,
    )
  })

  test('has the unit price of its sale price, per the chosen base', async () => {
    const id = await aProduct('Tea', { ...COFFEE, unitPriceBase: '1 kg', price: '6.01', oldPrice: '8.00' })
    expect((await see(id)).unitPrice).toEqual({ price: '24.04', per: '1 kg', content: '250 g' })
  })

  test('keeps it in the cart and as it was in the order, with its emails', async () => {
    const id = await aProduct('Cocoa', { content: '0.75', contentUnit: 'kg' })
    const product = await see(id)
    const visitor = shop.visitor()
    const [item] = await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    expect(item?.product.unitPrice).toMatchObject({ price: '10.67', per: '1 kg' })
    const order = await buying.aPaidOrder(shop, shop.visitor(), [product], { email: 'cocoa@example.com' })
    await admin.call('PATCH /api/admin/products/:id', { id, content: '2' })
    const tracked = await shop.visitor().call('GET /api/orders/track', {
      orderId: order.orderId,
      email: 'cocoa@example.com',
    })
    expect(tracked.items[0]?.unitPrice).toEqual({ price: '10.67', per: '1 kg' })
    const email = await after.findEmail(shop, 'cocoa@example.com', `Your order ${order.orderId} at Plinth`)
    expect(email.text).toContain('$8.00 ($10.67 / 1 kg)')
  })

  test('has it in the audit log', async () => {
    await aProduct('Rice', COFFEE)
    const [entry] = await admin.call('GET /api/admin/audit')
    expect(entry).toMatchObject({
      before: { content: null, contentUnit: null },
      after: { content: '250', contentUnit: 'g' },
    })
  })

  test.each([
    [{ content: '0' }, 'content'],
    [{ content: '-1' }, 'content'],
    [{ contentUnit: 'barrel' }, 'contentUnit'],
    [{ unitPriceBase: '7 g' }, 'unitPriceBase'],
  ])('rejects %o', async (changes, path) => {
    const { id } = await fixtures.aProduct(shop)
    await expect(admin.call('PATCH /api/admin/products/:id', { id, ...changes })).rejects.toMatchObject({
      status: 400,
      errors: [{ path }],
    })
  })
})

test('variants have their own content in the product’s unit, and a list shows that of the shown price', async () => {
  const { id } = await fixtures.aProduct(shop, { name: 'Beans', content: '250', contentUnit: 'g' })
  await admin.call('PUT /api/admin/products/:id/variants', {
    id,
    options: [{ name: 'Color', values: ['Gray', 'Blue'] }],
    variants: [
      { optionValues: ['Gray'], price: '20.00', stockQuantity: 3 },
      { optionValues: ['Blue'], price: '9.00', content: '125', stockQuantity: 3 },
    ],
  })
  const product = await see(id)
  const blue = { price: '7.20', per: '100 g', content: '125 g' }
  expect(product.unitPrice).toEqual(blue)
  expect(product.variants.map(({ unitPrice }) => unitPrice?.price)).toEqual(['8.00', '7.20'])
  const [listed] = await shop.visitor().call('GET /api/products', { search: 'Beans' })
  expect(listed?.unitPrice).toEqual(blue)
  expect(listed?.swatches.map(({ unitPrice }) => unitPrice?.price)).toEqual(['8.00', '7.20'])
  const [item] = await shop
    .visitor()
    .call('POST /api/cart', { productId: id, variantId: product.variants[1]?.id, quantity: 1 })
  expect(item?.product.unitPrice).toEqual(blue)
})

test('a product without a content has no unit price anywhere', async () => {
  const { id } = await fixtures.aProduct(shop, { name: 'Plain Mat' })
  expect(await see(id)).not.toHaveProperty('unitPrice')
  expect(await page(`/product/${id}`)).not.toContain('UnitPriceSpecification')
})

test('contents and safety details are exported, and imported again', async () => {
  const id = await aProduct('Flour', {
    ...COFFEE,
    manufacturer: 'Mill, Inc.',
    safetyWarnings: 'Line 1\nLine 2',
  })
  const text = await admin.callForText('GET /api/admin/products/export')
  expect(await sendCsv(admin, text)).toMatchObject({ changed: 0, created: 0, errorCount: 0 })
  const changed = await sendCsv(
    admin,
    `id,content,contentUnit,unitPriceBase,manufacturerContact\n${id},2,kg,100 g,mill@example.com`,
  )
  expect(changed).toMatchObject({ changed: 1, errorCount: 0 })
  expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({
    content: '2',
    contentUnit: 'kg',
    unitPriceBase: '100 g',
    manufacturer: 'Mill, Inc.',
    manufacturerContact: 'mill@example.com',
    safetyWarnings: 'Line 1\nLine 2',
  })
})

test('safety details are shown on the product’s page if entered, and in the API', async () => {
  const id = await aProduct('Toy', {
    manufacturer: 'Toy Works GmbH',
    manufacturerAddress: 'Hauptstr. 1\n10115 Berlin',
    manufacturerContact: 'safety@toys.example',
    safetyWarnings: 'Not for children under 3.',
  })
  expect((await see(id)).safety).toEqual({
    manufacturer: 'Toy Works GmbH',
    address: 'Hauptstr. 1\n10115 Berlin',
    contact: 'safety@toys.example',
    warnings: 'Not for children under 3.',
  })
  const html = await page(`/product/${id}`)
  for (const text of ['Product safety', 'Toy Works GmbH', '10115 Berlin', 'Not for children under 3.'])
    expect(html).toContain(text)
  const { id: plain } = await fixtures.aProduct(shop)
  expect(await see(plain)).not.toHaveProperty('safety')
  expect(await page(`/product/${plain}`)).not.toContain('Product safety')
})
