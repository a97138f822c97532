import { expect, test } from 'vitest'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import { BUSINESS, STRIPE_TAX } from '../../tests/support/taxes.ts'

const REYKJAVIK = { address: 'Main Street 1', city: 'Reykjavik', state: '', zipCode: '101', country: 'IS' }
const MANAMA = { address: 'Block 302, Road 2', city: 'Manama', state: '', zipCode: '302', country: 'BH' }

test.each([
  // 10% of 12.340 dinars are 1.234, and cards can pay 1.230.
  { currency: 'BHD', place: MANAMA, isIncluded: false, priceCents: 12_340, tax: '1.230', charged: 13_570 },
  // 12.340 dinars contain 1.122 at 10%.
  { currency: 'BHD', place: MANAMA, isIncluded: true, priceCents: 12_340, tax: '1.122', charged: 12_340 },
  // 24% of 123 kronur are 29.52, and Stripe's amounts have two decimals more.
  { currency: 'ISK', place: REYKJAVIK, isIncluded: false, priceCents: 123, tax: '29', charged: 15_200 },
  { currency: 'ISK', place: REYKJAVIK, isIncluded: true, priceCents: 123, tax: '23', charged: 12_300 },
])('taxes in $currency, included: $isIncluded, are amounts that cards can pay', async (example) => {
  const shop = await openTestShop({ webhooks: true })
  const admin = await anAdmin(shop)
  const { currency, place, isIncluded, priceCents } = example
  await admin.call('PATCH /api/admin/settings', {
    currency,
    business: BUSINESS,
    taxes: { ...STRIPE_TAX, pricesIncludeTax: isIncluded },
    zones: [{ name: 'World', countries: null, methods: [{ kind: 'flat', name: 'Mail', rate: '0' }] }],
  })
  const visitor = shop.visitor()
  const { id } = await aProduct(shop, { priceCents })
  await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  const phone = '+49 30 1234567'
  const input = await buying.checkoutInput(visitor, { ...place, phone }, 'mail')
  const checkout = await visitor.call('POST /api/create-payment-intent', input)
  expect((await buying.intentOf(shop, checkout)).amount).toBe(example.charged)
  expect(await buying.payByCard(shop, checkout)).toBe(200)
  await buying.becomes(shop, checkout.orderId, 'processing')
  const order = await admin.call('GET /api/admin/orders/:orderId', { orderId: checkout.orderId })
  expect(order.taxes).toMatchObject([{ amount: example.tax, isIncluded }])
  const { orderId, totalAmount: amount } = { ...order, orderId: checkout.orderId }
  const refund = { orderId, amount, seenRefunded: '0', reason: 'Damaged' }
  await admin.call('POST /api/admin/orders/:orderId/refunds', refund)
  await shop.runJobs()
  const transactions = await shop.shop.db
    .selectFrom('tax_transactions')
    .select(['state', 'problem'])
    .execute()
  const recorded = { state: 'recorded', problem: null }
  expect(transactions).toEqual([recorded, recorded])
})
