import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/given.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { reconcile } from './reconcile.ts'

let shop: TestShop
// Not a single webhook arrives here.
beforeAll(async () => {
  shop = await openTestShop()
})

const run = () => reconcile(shop.shop.db, shop.shop.cards)
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

test('finds nothing in a shop that agrees with its provider, and keeps that it looked', async () => {
  await aCheckout()
  expect(await run()).toMatchObject({ compared: expect.any(Number), findings: [] })
  const [kept] = await shop.shop.db.selectFrom('reconciliations').selectAll().execute()
  expect(kept?.findings).toEqual([])
})

test('follows the provider about a payment of which nothing was heard', async () => {
  const checkout = await aCheckout()
  await buying.payByCard(shop, checkout)
  expect((await run()).findings).toEqual([
    {
      kind: 'payment-behind',
      subject: checkout.orderId,
      text: "The provider says 'paid', of which the shop had not heard.",
      isRepaired: true,
    },
  ])
  expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  expect((await run()).findings).toEqual([])
})

test('sends back the money of a cancelled order', async () => {
  const { orderId } = await aPaidOne()
  await shop.shop.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute()
  expect((await run()).findings).toMatchObject([
    { kind: 'cancelled-not-refunded', subject: orderId, isRepaired: true },
  ])
  await shop.runJobs()
  expect((await run()).findings).toEqual([])
})

test('lists an order that is processed unpaid, for a person', async () => {
  const checkout = await aCheckout()
  const { db } = shop.shop
  await db.updateTable('orders').set({ status: 'shipped' }).where('id', '=', checkout.orderId).execute()
  expect((await run()).findings).toMatchObject([
    { kind: 'processed-unpaid', subject: checkout.orderId, isRepaired: false },
  ])
  await db.updateTable('orders').set({ status: 'pending' }).where('id', '=', checkout.orderId).execute()
})

test('lists money that was paid for no order of ours', async () => {
  const intent = await buying.stripeOf(shop).paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    metadata: { order_id: 'PL-0000-0000', version: 1 },
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost:3000/',
  })
  expect((await run()).findings).toMatchObject([
    { kind: 'paid-without-order', subject: intent.id, isRepaired: false },
  ])
})

test('lists stock that disagrees with its journal', async () => {
  const product = await aProduct(shop, { stockQuantity: 5 })
  await shop.shop.db.updateTable('stock').set({ quantity: 6 }).where('product_id', '=', product.id).execute()
  expect((await run()).findings).toContainEqual({
    kind: 'stock-disagrees',
    subject: `product ${product.id}`,
    text: 'The stock says 6 with 0 held, its journal 5, the holds 0.',
    isRepaired: false,
  })
})

test('ends a pending order that holds nothing any more', async () => {
  const { orderId } = await aCheckout()
  await shop.shop.db.deleteFrom('holds').where('order_key', '=', orderId).execute()
  await shop.shop.db.updateTable('stock').set({ held: 0 }).where('held', '>', 0).execute()
  expect((await run()).findings).toContainEqual(
    expect.objectContaining({ kind: 'pending-without-hold', subject: orderId, isRepaired: true }),
  )
  expect(await buying.statusOf(shop, orderId)).toBe('cancelled')
})
