import { beforeAll, expect, test } from 'vitest'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { findShopId } from '../settings/queries.ts'
import { reconcile } from './reconcile.ts'
import { requestRefund } from './refunds.ts'

let shop: TestShop
// This shop receives no webhooks.
beforeAll(async () => {
  shop = await openTestShop()
  return () => turnClock(0)
})

const run = () => reconcile(shop.shop.db, shop.shop.gateway, shop.shop.config)
const aCheckout = async () => {
  const product = await aProduct(shop, { stockQuantity: 5 })
  return { product, ...(await buying.checkOutWith(shop.visitor(), [product])) }
}
const aPaidOne = async () => {
  const checkout = await aCheckout()
  await buying.payByCard(shop, checkout)
  await run()
  return checkout
}

test('reconciliation finds no discrepancy in a shop that agrees with its provider, and stores the result', async () => {
  await aCheckout()
  expect(await run()).toMatchObject({ compared: expect.any(Number), discrepancies: [] })
  const [stored] = await shop.shop.db.selectFrom('reconciliations').selectAll().execute()
  expect(stored?.findings).toEqual([])
})

test('reconciliation applies the provider’s status to a payment whose webhooks were lost', async () => {
  const checkout = await aCheckout()
  await buying.payByCard(shop, checkout)
  expect((await run()).discrepancies).toEqual([
    {
      kind: 'payment-behind',
      subject: checkout.orderId,
      text: "The provider's status 'paid' had not reached the shop.",
      isRepaired: true,
    },
  ])
  expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  expect((await run()).discrepancies).toEqual([])
})

test('reconciliation refunds a cancelled order that is still paid', async () => {
  const { orderId } = await aPaidOne()
  await shop.shop.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute()
  expect((await run()).discrepancies).toMatchObject([
    { kind: 'cancelled-not-refunded', subject: orderId, isRepaired: true },
  ])
  await shop.runJobs()
  expect((await run()).discrepancies).toEqual([])
})

test('reconciliation lists a processing order without a payment as needing review', async () => {
  const checkout = await aCheckout()
  const { db } = shop.shop
  await db.updateTable('orders').set({ status: 'shipped' }).where('id', '=', checkout.orderId).execute()
  expect((await run()).discrepancies).toMatchObject([
    { kind: 'processed-unpaid', subject: checkout.orderId, isRepaired: false },
  ])
  await db.updateTable('orders').set({ status: 'pending' }).where('id', '=', checkout.orderId).execute()
})

test('reconciliation lists a paid order with another address than its total was calculated for', async () => {
  const { orderId } = await aPaidOne()
  const setCity = (city: string) =>
    shop.shop.db.updateTable('orders').set({ city }).where('id', '=', orderId).execute()
  await setCity('Berlin')
  expect((await run()).discrepancies).toMatchObject([
    { kind: 'wrong-address', subject: orderId, isRepaired: false },
  ])
  await setCity('Austin')
  expect((await run()).discrepancies).toEqual([])
})

test('reconciliation lists a payment without an order as needing review', async () => {
  const intent = await stripeOf(shop).paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    metadata: {
      plinth_shop: await findShopId(shop.shop.db),
      plinth_order: 'PL-0000-0000',
      plinth_version: 1,
    },
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost:3000/',
  })
  expect((await run()).discrepancies).toMatchObject([
    { kind: 'paid-without-order', subject: intent.id, isRepaired: false },
  ])
})

// 'Metadata' in Stripe's API reference: any program with the account's key may write any of its keys.
test('reconciliation ignores another program’s payments, even if they name an order', async () => {
  const { orderId } = await aCheckout()
  const stripe = stripeOf(shop)
  const facts = { amount: 1000, currency: 'usd', metadata: { order_id: orderId, version: 1 } }
  const open = await stripe.paymentIntents.create(facts)
  await stripe.paymentIntents.create({
    ...facts,
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost:3000/',
  })
  const { discrepancies } = await run()
  expect(discrepancies.filter(({ subject, text }) => `${subject} ${text}`.includes(orderId))).toEqual([])
  expect((await stripe.paymentIntents.retrieve(open.id)).status).toBe('requires_payment_method')
  expect(await buying.statusOf(shop, orderId)).toBe('pending')
})

test('reconciliation lists a refund that the shop confused with a refund of another payment', async () => {
  const [ours, theirs] = [await aPaidOne(), await aPaidOne()]
  const foreign = await stripeOf(shop).refunds.create({
    payment_intent: (await buying.intentOf(shop, theirs)).id,
    amount: 500,
  })
  await run()
  const { db } = shop.shop
  // As if the shop had matched the refund by its ID alone.
  await db
    .updateTable('refunds')
    .set({ order_id: ours.orderId })
    .where('refund_id', '=', foreign.id)
    .execute()
  expect((await run()).discrepancies).toContainEqual({
    kind: 'refund-not-made',
    subject: ours.orderId,
    text: expect.stringContaining(`${foreign.id} belongs to another payment`),
    isRepaired: false,
  })
  await db
    .updateTable('refunds')
    .set({ order_id: theirs.orderId })
    .where('refund_id', '=', foreign.id)
    .execute()
})

test('reconciliation lists a refund that exceeds the payment, and continues with the rest', async () => {
  const checkout = await aPaidOne()
  const intent = await buying.intentOf(shop, checkout)
  await requestRefund(shop.shop.db, checkout.orderId, 1000, 'Not sent yet')
  const { id } = await stripeOf(shop).refunds.create({ payment_intent: intent.id, amount: intent.amount })
  expect((await run()).discrepancies).toContainEqual(
    expect.objectContaining({ kind: 'refund-too-large', subject: id, isRepaired: false }),
  )
})

test('reconciliation does not extend the hour in which a paid cart is recognized', async () => {
  const visitor = shop.visitor()
  const product = await aProduct(shop)
  await buying.checkOutWith(visitor, [product]).then((checkout) => buying.payByCard(shop, checkout))
  await run()
  const seen = { ...(await buying.checkoutInput(visitor)), amount: '0.00' }
  const prepare = () => visitor.send({ method: 'POST', url: '/api/create-payment-intent', body: seen })
  expect((await prepare()).json()).toMatchObject({ code: 'already_paid' })
  turnClock(61 * 60_000)
  await run()
  expect((await prepare()).json()).toMatchObject({ message: 'Your cart is empty' })
})

test('reconciliation lists stock that disagrees with its journal', async () => {
  const product = await aProduct(shop, { stockQuantity: 5 })
  await shop.shop.db.updateTable('stock').set({ quantity: 6 }).where('variant_id', '=', product.id).execute()
  expect((await run()).discrepancies).toContainEqual({
    kind: 'stock-disagrees',
    subject: `product ${product.id}`,
    text: 'The stock is 6 with 0 reserved, but its movements add up to 5 and the reservations to 0.',
    isRepaired: false,
  })
})

test('reconciliation expires a pending order without reservations', async () => {
  const { orderId } = await aCheckout()
  await shop.shop.db.deleteFrom('reservations').where('order_key', '=', orderId).execute()
  await shop.shop.db.updateTable('stock').set({ held: 0 }).where('held', '>', 0).execute()
  expect((await run()).discrepancies).toContainEqual(
    expect.objectContaining({ kind: 'pending-without-hold', subject: orderId, isRepaired: true }),
  )
  expect(await buying.statusOf(shop, orderId)).toBe('cancelled')
})

test('reconciliation reports a tampered audit log entry, and logs the latest checkpoint hash', async () => {
  const { db } = shop.shop
  const admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { holdMinutes: 31 })
  const before = await run()
  expect(before.discrepancies).not.toContainEqual(expect.objectContaining({ kind: 'audit-log-broken' }))
  expect(before.seal).toMatch(/^\d+(-[\da-f]{8}){8}$/)
  await db.updateTable('audit_log').set({ actor: 'nobody' }).execute()
  expect((await run()).discrepancies).toContainEqual({
    kind: 'audit-log-broken',
    subject: 'audit log',
    text: expect.stringMatching(/^Entry #\d+ or the hash before it was modified\.$/),
    isRepaired: false,
  })
})
