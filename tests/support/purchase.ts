import Stripe from 'stripe'
import { expect, vi } from 'vitest'
import { cartTotals } from '#contract/cart-rules.ts'
import { centsToWire } from '#contract/money.ts'
import type { KnownShippingInfo } from '#contract/shipping.ts'
import { watchPayments } from '../../server/payments/jobs.ts'
import { enqueue } from '../../server/platform/jobs/queue.ts'
import type { AnswerOf } from '../../web/platform/api.ts'
import { ask } from './ask.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

export const CARD = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  asksBank: '4000002760003184',
} as const

export const SHIPPING = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+1 555 010 7788',
  address: '12 Analytical Row',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
} as const

export type Checkout = AnswerOf<'POST /api/create-payment-intent'>

/** What the shopper sees of the cart, and fills in. */
export async function checkoutInput(
  visitor: Pick<Visitor, 'call'>,
  shippingInfo: Partial<KnownShippingInfo> = {},
) {
  const items = await visitor.call('GET /api/cart')
  return {
    items,
    amount: centsToWire(cartTotals(items, '4.99').totalCents),
    shippingInfo: { ...SHIPPING, ...shippingInfo } as typeof SHIPPING,
  }
}

/** Asks to pay for what is in the cart, as it is. */
export async function checkOut(
  visitor: Visitor,
  shippingInfo: Partial<KnownShippingInfo> = {},
): Promise<Checkout> {
  return visitor.call('POST /api/create-payment-intent', await checkoutInput(visitor, shippingInfo))
}

/** Puts products into the cart and asks to pay for them. */
export async function checkOutWith(
  visitor: Visitor,
  products: { id: number }[],
  shippingInfo: Partial<KnownShippingInfo> = {},
): Promise<Checkout> {
  for (const { id } of products) await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  return checkOut(visitor, shippingInfo)
}

/** The provider's own view of the shop's account. */
export function stripeOf({ sandboxUrl }: { sandboxUrl: string }): Stripe {
  const { hostname: host, port } = new URL(sandboxUrl)
  return new Stripe('sk_test_plinth_sandbox', {
    host,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
}

export async function intentOf(shop: TestShop, { clientSecret }: { clientSecret: string }) {
  return stripeOf(shop).paymentIntents.retrieve(clientSecret.split('_secret_')[0] ?? '')
}

/** Types a card into the provider's form and pays, as the browser does. @returns the provider's status */
export async function payByCard(
  { sandboxUrl }: { sandboxUrl: string },
  { clientSecret }: { clientSecret: string },
  card: string = CARD.good,
): Promise<number> {
  const id = clientSecret.split('_secret_')[0]
  const form = new URLSearchParams({
    key: 'pk_test_plinth_sandbox',
    client_secret: clientSecret,
    return_url: 'http://localhost:3000/order-success',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  })
  const { status } = await ask(`${sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
  })
  return status
}

/** Sets one of the provider's fault switches, for the next time. */
export async function switchOn(
  { sandboxUrl }: { sandboxUrl: string },
  kind: string,
  settings: object = { count: 1 },
) {
  const answer = await ask(`${sandboxUrl}/sandbox/api/faults/payments/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(answer.status).toBe(200)
}

export async function statusOf({ shop }: TestShop, orderId: string): Promise<string> {
  const { status } = await shop.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return status
}

/** Webhooks come by themselves; jobs are done as they come, until the order has this status. */
export async function becomes(shop: TestShop, orderId: string, status: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await shop.runJobs()
      expect(await statusOf(shop, orderId)).toBe(status)
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** What is done every minute. */
export async function watch(shop: TestShop): Promise<void> {
  await enqueue(shop.shop.db, watchPayments, {})
  await shop.runJobs()
}

/** A purchase from the cart to the order that is being processed. */
export async function aPaidOrder(
  shop: TestShop,
  visitor: Visitor,
  products: { id: number }[],
  shippingInfo: Partial<KnownShippingInfo> = {},
): Promise<Checkout> {
  const checkout = await checkOutWith(visitor, products, shippingInfo)
  expect(await payByCard(shop, checkout)).toBe(200)
  await becomes(shop, checkout.orderId, 'processing')
  return checkout
}
