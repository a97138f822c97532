import { beforeAll, describe, expect, test } from 'vitest'
import { CART_ITEMS_MAX } from '#contract/cart/rules.ts'
import { CONTACT_MESSAGE_MAX } from '#contract/contact/rules.ts'
import { anAdmin, aProduct } from '../../../tests/support/fixtures.ts'
import { checkoutInput } from '../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { Visitor } from '../../../tests/support/visitor.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const KB = 1024
const message = { name: 'Ada', email: 'ada@example.com', message: '字'.repeat(CONTACT_MESSAGE_MAX) }

test.each(['/api/cart', '/api/quote', '/api/auth/login', '/api/orders/track'])(
  'a request of more than 16 kB to %s is rejected before it is parsed',
  async (url) => {
    const send = (bytes: number) =>
      shop.visitor().send({ method: 'POST', url, body: { more: 'a'.repeat(bytes) } })
    expect((await send(15 * KB)).status).not.toBe(413)
    const { status, json } = await send(17 * KB)
    expect(status).toBe(413)
    expect(json()).toEqual({ message: 'The request is too large.', code: 'too_large' })
  },
)

test('the longest message can be sent, as JSON with escapes and as a form', async () => {
  const escaped = JSON.stringify(message).replaceAll('字', '\\u5b57')
  const headers = { 'content-type': 'application/json' }
  const sent = await shop.visitor().send({ method: 'POST', url: '/api/contact', headers, body: escaped })
  expect(sent.status).toBe(200)
  const form = await shop.visitor().send({
    method: 'POST',
    url: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(message).toString(),
  })
  expect(form.status).toBe(303)
})

describe('a checkout', () => {
  const url = '/api/create-payment-intent'
  const headers = { 'content-type': 'application/json' }
  /** JSON may escape a character in six bytes. */
  const escaped = (body: object) => JSON.stringify(body).replaceAll('é', '\\u00e9')
  const longest = 'é'.repeat(200)
  const inCart = async (visitor: Visitor, items: number, description = '<p>Long.</p>') => {
    for (let item = 0; item < items; item++) {
      const { id } = await aProduct(shop, { description })
      await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    }
  }

  test('of a full cart is accepted with the longest values of all fields', async () => {
    const visitor = shop.visitor()
    await inCart(visitor, CART_ITEMS_MAX)
    const { items, shippingInfo, ...rest } = await checkoutInput(visitor)
    const address = { ...shippingInfo, address: longest, address2: longest, city: 'é'.repeat(80) }
    const names = { firstName: 'é'.repeat(60), lastName: 'é'.repeat(60) }
    const { email: _, phone: __, ...billingInfo } = { ...address, ...names }
    const body = escaped({
      ...rest,
      items: items.map(({ productId, quantity, product: { price } }) => ({
        productId,
        quantity,
        product: { price },
        variant: null,
      })),
      shippingInfo: { ...address, ...names },
      billingInfo,
    })
    expect((await visitor.send({ method: 'POST', url, headers, body })).status).toBe(200)
  })

  test('is accepted with all fields of its items, as the cart has them', async () => {
    const visitor = shop.visitor()
    await inCart(visitor, 16, `<p>${'Long. '.repeat(400)}</p>`)
    const body = await checkoutInput(visitor)
    expect(JSON.stringify(body).length).toBeGreaterThan(45 * KB)
    expect((await visitor.send({ method: 'POST', url, body })).status).toBe(200)
  })

  test('of more than 64 kB is rejected before it is parsed, and so are more items than a cart can have', async () => {
    const { status } = await shop.visitor().send({ method: 'POST', url, body: { more: 'a'.repeat(65 * KB) } })
    expect(status).toBe(413)
    const visitor = shop.visitor()
    await inCart(visitor, 1)
    const { items, ...rest } = await checkoutInput(visitor)
    const [item] = items
    const seen = { productId: item?.productId, quantity: 1, product: { price: item?.product.price } }
    const body = { ...rest, items: Array(CART_ITEMS_MAX + 1).fill(seen) }
    expect((await visitor.send({ method: 'POST', url, body })).status).toBe(400)
  })
})

test('an admin can save a long description', async () => {
  const { id } = await aProduct(shop)
  const description = `<p>${'a'.repeat(40_000)}</p>`
  const saved = await (await anAdmin(shop)).call('PATCH /api/admin/products/:id', { id, description })
  expect(saved.description).toBe(description)
})
