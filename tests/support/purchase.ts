import { expect, vi } from 'vitest'
import type { KnownShippingInfo } from '#contract/checkout/shipping.ts'
import { pollPaymentsJob } from '../../server/payments/poll.ts'
import { enqueue } from '../../server/platform/jobs/queue.ts'
import type { ResponseOf } from '../../web/platform/api.ts'
import { sendRequest } from './send-request.ts'
import type { TestShop } from './shop.ts'
import { stripeOf } from './shop.ts'
import { CARD, cardForm, intentIdOf, SHIPPING } from './shopper-details.ts'
import type { Visitor } from './visitor.ts'

const SHOP_URL = 'http://localhost:3000'

export type Checkout = ResponseOf<'POST /api/create-payment-intent'>

/** Returns the place of a quote at an address. */
export function placeOf({ country, state, zipCode, city, address, address2 }: KnownShippingInfo) {
  return { country, state, zipCode, city, address, ...(address2 && { address2 }) }
}

/**
 * Returns the cart as shown to the shopper, and the form values.
 * @param wantedMethod if it isn't offered, the cheapest delivery is used
 */
export async function checkoutInput(
  visitor: Pick<Visitor, 'call'>,
  shippingInfo: Partial<KnownShippingInfo> = {},
  wantedMethod: string | null = null,
) {
  const items = await visitor.call('GET /api/cart')
  const address = { ...SHIPPING, ...shippingInfo }
  const { amounts, methodId } = await visitor.call('POST /api/quote', {
    place: placeOf(address),
    ...(wantedMethod && { methodId: wantedMethod }),
  })
  return {
    items,
    amount: amounts.total,
    shippingInfo: address as typeof SHIPPING,
    ...(methodId === wantedMethod && { methodId }),
  }
}

/** Checks out the current cart. */
export async function checkOut(
  visitor: Visitor,
  shippingInfo: Partial<KnownShippingInfo> = {},
): Promise<Checkout> {
  return visitor.call('POST /api/create-payment-intent', await checkoutInput(visitor, shippingInfo))
}

/** Adds products to the cart and checks out. */
export async function checkOutWith(
  visitor: Visitor,
  products: { id: number }[],
  shippingInfo: Partial<KnownShippingInfo> = {},
): Promise<Checkout> {
  for (const { id } of products) await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  return checkOut(visitor, shippingInfo)
}

export async function intentOf(shop: TestShop, { clientSecret }: { clientSecret: string }) {
  return stripeOf(shop).paymentIntents.retrieve(intentIdOf(clientSecret))
}

/** Submits a card to the provider as the payment form does. @returns the intent's status */
export async function payByCard(
  { sandboxUrl }: { sandboxUrl: string },
  { clientSecret }: { clientSecret: string },
  card: string = CARD.good,
  billing: { line1?: string; postalCode?: string } = {},
): Promise<number> {
  const { status } = await sendRequest(
    `${sandboxUrl}/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`,
    {
      method: 'POST',
      body: cardForm(clientSecret, card, SHOP_URL, billing).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: SHOP_URL },
    },
  )
  return status
}

/** Sets one of the provider's fault switches for its next use. */
export async function switchOn(
  { sandboxUrl }: { sandboxUrl: string },
  kind: string,
  settings: object = { count: 1 },
) {
  const response = await sendRequest(`${sandboxUrl}/sandbox/api/faults/payments/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(response.status).toBe(200)
}

export async function statusOf({ shop }: TestShop, orderId: string): Promise<string> {
  const { status } = await shop.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return status
}

/** Waits until the order has this status, while webhooks arrive and jobs run. */
export async function becomes(shop: TestShop, orderId: string, status: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await shop.runJobs()
      expect(await statusOf(shop, orderId)).toBe(status)
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Runs the job that polls pending payments every minute. */
export async function watch(shop: TestShop): Promise<void> {
  await enqueue(shop.shop.db, pollPaymentsJob, {})
  await shop.runJobs()
}

/** Makes a purchase, from the cart to an order in status 'processing'. */
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
