import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequestContext, request } from '@playwright/test'
import type { ShopProcess } from '../support/shop-process.ts'
import { CARD, cardForm, intentIdOf, SHIPPING } from '../support/shopper-details.ts'

export const ADMIN = { ADMIN_USERNAME: 'screens-admin', ADMIN_PASSWORD: 'looked at with care' }
export const SOMEBODYS_PASSWORD = 'a long enough password'

/** Tokens of the users: a customer with orders and favorites, a new customer, and the admin. */
export type People = Record<'customer' | 'newcomer' | 'admin', string>
/**
 * `orderId` is the customer's order that hasn't shipped, `arrivedId` is one that was delivered, and `businessId` one
 * without VAT.
 */
export type FilledShop = { people: People; orderId: string; arrivedId: string; businessId?: string }

const LONG_NAME = `${'Extraordinarily Adjustable Monitor Stand '.repeat(2)}by Donaudampfschifffahrtselektrizitätenhauptbetriebswerk`
/** A product whose texts and price have the maximum length. */
export const LONG_PRODUCT = '/product/a-product-with-a-very-long-name'

/** Fills the shop with typical data: an order, favorites, a review, a product with a very long name. */
export async function fillShop({ url, sandboxUrl }: ShopProcess): Promise<FilledShop> {
  const admin = await signIn(url, { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD })
  const newcomer = await register(url, 'newcomer', 'Nora New')
  const customer = await register(url, 'ada', 'Ada Augusta King, Countess of Lovelace')
  const ada = await request.newContext({ baseURL: url, extraHTTPHeaders: bearer(customer) })
  const owner = await request.newContext({ baseURL: url, extraHTTPHeaders: bearer(admin) })

  const { image } = await (await owner.get('/api/products/1')).json()
  await owner.post('/api/admin/products', {
    data: {
      name: LONG_NAME,
      slug: LONG_PRODUCT.split('/').at(-1),
      description: `<p>${'Long words, such as Donaudampfschifffahrtsgesellschaft, must wrap. '.repeat(12)}</p>`,
      price: '12249.00',
      oldPrice: '14999.00',
      categoryId: 1,
      sku: 'DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT-900-OAK',
      barcode: '4006381333931',
      image,
      isOnSale: true,
    },
  })
  for (const productId of [1, 2, 5]) await ada.post('/api/favorites', { data: { productId } })
  await ada.post('/api/reviews', {
    data: {
      productId: 1,
      rating: 5,
      title: 'Just right',
      comment: 'Solid, warm to the touch, and the screen is at last at my height.',
    },
  })
  for (const productId of [1, 5]) await ada.post('/api/cart', { data: { productId, quantity: 1 } })
  const arrivedId = await buy(ada, url, sandboxUrl)
  const arrived = `/api/admin/orders/${arrivedId}`
  await owner.post(`${arrived}/ship`, { data: { carrier: 'UPS', trackingNumber: '1Z 999 AA1 01' } })
  await owner.post(`${arrived}/deliver`, { data: {} })
  for (const productId of [1, 3]) await ada.post('/api/cart', { data: { productId, quantity: 1 } })
  const orderId = await buy(ada, url, sandboxUrl)
  for (const productId of [2, 4]) await ada.post('/api/cart', { data: { productId, quantity: 2 } })
  return { people: { customer, newcomer, admin }, orderId, arrivedId }
}

/** @returns the ID of the paid order */
export async function buy(
  ada: APIRequestContext,
  url: string,
  sandboxUrl: string,
  shippingInfo: object = SHIPPING,
  business?: { vatId: string; amount: string },
): Promise<string> {
  const items = await (await ada.get('/api/cart')).json()
  const cents = items.reduce(
    (sum: number, item: { quantity: number; product: { price: string } }) =>
      sum + item.quantity * Math.round(Number(item.product.price) * 100),
    499,
  )
  const intent = await ada.post('/api/create-payment-intent', {
    data: { items, amount: (cents / 100).toFixed(2), shippingInfo, ...business },
  })
  if (!intent.ok()) throw new Error(await intent.text())
  const { clientSecret, orderId } = await intent.json()
  const paid = await fetch(`${sandboxUrl}/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
    method: 'POST',
    headers: { origin: url },
    body: cardForm(clientSecret, CARD.good, url),
  })
  if (!paid.ok) throw new Error(`The card was refused: ${await paid.text()}`)
  // The provider's webhook may take a moment.
  for (let tries = 0; tries < 60; tries++) {
    const orders = await (await ada.get('/api/orders')).json()
    if (orders.some(({ id }: { id: string }) => id === orderId)) return orderId
    await sleep(500)
  }
  throw new Error('The order was not paid within half a minute')
}

export async function register(url: string, username: string, fullName: string): Promise<string> {
  const data = { username, email: `${username}@example.com`, fullName, password: SOMEBODYS_PASSWORD }
  return tokenOf(url, '/api/auth/register', data)
}

export async function signIn(url: string, data: { username: string; password: string }): Promise<string> {
  return tokenOf(url, '/api/auth/login', data)
}

async function tokenOf(url: string, path: string, data: object): Promise<string> {
  const context = await request.newContext({ baseURL: url })
  const response = await context.post(path, { data })
  const { token, message } = (await response.json()) as { token?: string; message?: string }
  await context.dispose()
  if (!token) throw new Error(`${path}: ${message}`)
  return token
}

export function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}
