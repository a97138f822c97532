import { beforeAll, expect, test } from 'vitest'
import { CART_ITEMS_MAX } from '#contract/cart/rules.ts'
import { CONTACT_MESSAGE_MAX } from '#contract/contact/rules.ts'
import { anAdmin, aProduct } from '../../../tests/support/fixtures.ts'
import { checkoutInput } from '../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

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

test('a full cart can be checked out with all fields of its items', async () => {
  const visitor = shop.visitor()
  for (let item = 0; item < CART_ITEMS_MAX; item++) {
    const { id } = await aProduct(shop, { description: '<p>Long.</p>'.repeat(50) })
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  }
  const body = await checkoutInput(visitor)
  expect(JSON.stringify(body).length).toBeGreaterThan(16 * KB)
  const { status } = await visitor.send({ method: 'POST', url: '/api/create-payment-intent', body })
  expect(status).toBe(200)
})

test('an admin can save a long description', async () => {
  const { id } = await aProduct(shop)
  const description = `<p>${'a'.repeat(40_000)}</p>`
  const saved = await (await anAdmin(shop)).call('PATCH /api/admin/products/:id', { id, description })
  expect(saved.description).toBe(description)
})
