import { expect, vi } from 'vitest'
import { reconcile } from '../../../server/payments/reconcile.ts'
import * as after from '../after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../fixtures.ts'
import * as buying from '../purchase.ts'
import { sendRequest } from '../send-request.ts'
import { openTestShop, type TestShop } from '../shop.ts'
import { CARD, cardForm, intentIdOf } from '../shopper-details.ts'
import { BUSINESS, STRIPE_TAX } from '../taxes.ts'

/**
 * Has a shop use each part of Stripe once, while the sandbox records the traffic: declined and paid cards, 3-D Secure by
 * redirect, a wallet, refunds, a dispute with its evidence and files, a fraud warning, reconciliation, and taxes.
 */
export async function driveStripe(trafficFile: string): Promise<void> {
  const shop = await openTestShop({ webhooks: true, trafficFile })
  const admin = await anAdmin(shop)
  await buyAndRefund(shop, admin)
  await payByRedirect(shop)
  await payByWallet(shop)
  await answerDispute(shop, admin)
  await buying.payByCard(shop, await aCheckout(shop), '4000000000005423')
  await buyWithTaxes(shop, admin)
  await reconcile(shop.shop.db, shop.shop.gateway, shop.shop.config)
  await shop.close()
}

const aCheckout = async (shop: TestShop) =>
  buying.checkOutWith(shop.visitor(), [await aProduct(shop, { priceCents: 4500, stockQuantity: 9 })])

async function buyAndRefund(shop: TestShop, admin: Customer) {
  const order = await aCheckout(shop)
  expect(await buying.payByCard(shop, order, CARD.declined)).toBe(402)
  expect(
    await buying.payByCard(shop, order, CARD.good, { line1: '1 Dorset Street', postalCode: '12207' }),
  ).toBe(200)
  await buying.becomes(shop, order.orderId, 'processing')
  await refund(shop, admin, order)
}

/** The shopper hasn't answered the bank when the shop requests the payment's status. */
async function payByRedirect(shop: TestShop) {
  const { clientSecret } = await aCheckout(shop)
  await buying.payByCard(shop, { clientSecret }, CARD.asksBank)
  const visitor = shop.visitor()
  expect(await visitor.call('POST /api/payment-outcome', { clientSecret })).toMatchObject({
    outcome: 'action',
  })
}

async function payByWallet(shop: TestShop) {
  const { orderId, clientSecret } = await aCheckout(shop)
  const wallet = cardForm(clientSecret, CARD.good, 'http://localhost:3000')
  for (const name of ['client_secret', 'return_url']) wallet.delete(name)
  wallet.set('wallet', 'google_pay')
  const token = JSON.parse(await send(shop, '/v1/confirmation_tokens', wallet)) as { id: string }
  const confirmation = new URLSearchParams({
    key: wallet.get('key') ?? '',
    client_secret: clientSecret,
    confirmation_token: token.id,
    return_url: 'http://localhost:3000/order-success',
    use_stripe_sdk: 'true',
  })
  await send(shop, `/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, confirmation)
  await buying.becomes(shop, orderId, 'processing')
}

async function send({ sandboxUrl }: TestShop, path: string, form: URLSearchParams): Promise<string> {
  const { status, text } = await sendRequest(`${sandboxUrl}${path}`, {
    method: 'POST',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
  })
  expect(status, text).toBe(200)
  return text
}

async function answerDispute(shop: TestShop, admin: Customer) {
  const order = await aCheckout(shop)
  await buying.payByCard(shop, order, '4000000000000259')
  await buying.becomes(shop, order.orderId, 'processing')
  const id = await vi.waitFor(async () => {
    await shop.runJobs()
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', order)
    return payment?.disputes[0]?.id ?? Promise.reject(new Error('The dispute has not arrived yet'))
  }, 20_000)
  // A dispute holds the order for review.
  await admin.call('POST /api/admin/orders/:orderId/approve', { orderId: order.orderId })
  await after.ship(admin, order)
  const file = new TextEncoder().encode('%PDF-1.7')
  for (const kind of ['receipt', 'shippingDocumentation', 'customerCommunication', 'other'] as const)
    await admin.call('POST /api/admin/disputes/:id/files', { id, kind, name: `${kind}.pdf`, file })
  const { evidence } = await admin.call('GET /api/admin/disputes/:id/evidence', { id })
  const timeline = `${evidence.timeline}\nwinning_evidence`
  await admin.call('POST /api/admin/disputes/:id/evidence', { id, evidence: { ...evidence, timeline } })
}

async function buyWithTaxes(shop: TestShop, admin: Customer) {
  await admin.call('PATCH /api/admin/settings', { business: BUSINESS, taxes: STRIPE_TAX })
  const order = await aCheckout(shop)
  await buying.payByCard(shop, order)
  await buying.becomes(shop, order.orderId, 'processing')
  await refund(shop, admin, order)
}

async function refund(shop: TestShop, admin: Customer, { orderId }: { orderId: string }) {
  const amount = { amount: '5.00', seenRefunded: '0.00' }
  const { payment } = await admin.call('POST /api/admin/orders/:orderId/refunds', {
    orderId,
    ...amount,
    reason: 'Billed twice',
    category: 'duplicate',
  })
  expect(payment?.refunds).toHaveLength(1)
  await vi.waitFor(async () => {
    await shop.runJobs()
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(payment?.refunds[0]?.status).toBe('succeeded')
  }, 20_000)
}
