import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { centsOf } from '#contract/money.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES, TAX_MESSAGES } from '#contract/settings/taxes.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { intentIdOf, SHIPPING } from '../../tests/support/shopper-details.ts'
import { BUSINESS, STRIPE_TAX } from '../../tests/support/taxes.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'
import type { TaxLine } from '../pricing/queries.ts'
import { reconcile } from './reconcile.ts'
import { applyRefundStatus } from './refunds.ts'
import { recordTaxes } from './tax-transactions.ts'

let shop: TestShop
let admin: Customer
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true, environment: { STRIPE_TIMEOUT_MS: '500' } })
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { business: BUSINESS, taxes: STRIPE_TAX })
})
beforeEach(() => {
  visitor = shop.visitor()
})
afterEach(async () => {
  turnClock(0)
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
  await save(IN_NEW_YORK)
})

const IN_NEW_YORK = { zones: null, taxes: STRIPE_TAX, business: BUSINESS }
const IN_GERMANY = {
  zones: [
    {
      name: 'EU',
      countries: ['AT', 'DE'],
      methods: [{ id: 'parcel', name: 'Parcel', kind: 'flat', rate: '5.95' }],
    },
  ],
  taxes: { ...STRIPE_TAX, pricesIncludeTax: true, home: 'DE', classes: ['txcd_20030000'] },
  business: { ...BUSINESS, country: 'DE', state: '', city: 'Berlin', zipCode: '10115' },
}
const WIEN = {
  country: 'AT',
  city: 'Wien',
  zipCode: '1010',
  address: 'Graben 12',
  state: '',
  phone: '+43 1 234567890',
} as const
const FRENCH = 'FR40303265045'

const save = (changes: object) => admin.call('PATCH /api/admin/settings', changes)
const add = (product: { id: number }, quantity = 1) =>
  visitor.call('POST /api/cart', { productId: product.id, quantity })
/** Returns the quote at an address. @throws Error with the problem of its taxes */
async function taxesAt(changes: object = {}, vatNumber?: string) {
  const place = buying.placeOf({ ...SHIPPING, ...changes })
  const quote = await visitor.call('POST /api/quote', { place, ...(vatNumber && { vatNumber }) })
  if (quote.problem) throw Object.assign(new Error(quote.problem.message), { problem: quote.problem })
  expect(quote.isUntaxed).toBe(false)
  return quote
}
const orderOf = ({ orderId }: { orderId: string }) =>
  admin.call('GET /api/admin/orders/:orderId', { orderId })
const transactionsOf = ({ orderId }: { orderId: string }) =>
  shop.shop.db
    .selectFrom('tax_transactions')
    .select(['id', 'refund_id', 'state', 'transaction_id', 'problem'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
const alarmsAbout = async (subject: string) =>
  (await emailsTo(shop, 'hello@plinth.example')).filter((email) => email.subject.includes(subject))
const countCalculations = async () => {
  const { count } = await shop.shop.db
    .selectFrom('tax_calculations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
/** Returns the tax codes of the lines of the calculation with a product. */
async function taxCodesWith({ id: unit }: { id: number }) {
  const calculations = await shop.shop.db.selectFrom('tax_calculations').select(['id', 'lines']).execute()
  const found = calculations.find(({ lines }) => (lines as TaxLine[]).some((line) => line.unit === unit))
  const { data } = await stripeOf(shop).tax.calculations.listLineItems(found?.id ?? '')
  return data.map(({ tax_code }) => tax_code)
}
/** Returns a transaction's amount including tax, and the tax alone. */
async function amountsOf(id: string | null | undefined) {
  const { line_items, shipping_cost, ...transaction } = await stripeOf(shop).tax.transactions.retrieve(
    id ?? '',
    { expand: ['line_items'] },
  )
  const parts = [...(line_items?.data ?? []), ...(shipping_cost ? [shipping_cost] : [])]
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  return {
    ...transaction,
    total: sum(parts.map(({ amount, amount_tax }) => amount + amount_tax)),
    tax: sum(parts.map(({ amount_tax }) => amount_tax)),
  }
}

describe('the Stripe Tax setting', () => {
  test('requires the address of the business, and Stripe Tax in the account', async () => {
    await save({ taxes: NO_TAXES, business: NO_BUSINESS })
    const problem = (message: string) => ({ status: 400, errors: [{ path: 'taxes.mode', message }] })
    await expect(save({ taxes: STRIPE_TAX })).rejects.toMatchObject(problem(TAX_MESSAGES.noAddress))
    await save({ business: BUSINESS })
    await buying.switchOn(shop, 'tax-inactive')
    await expect(save({ taxes: STRIPE_TAX })).rejects.toMatchObject(problem(TAX_MESSAGES.notSetUp))
    await buying.switchOn(shop, 'key-restricted')
    await expect(save({ taxes: STRIPE_TAX })).rejects.toMatchObject({
      status: 503,
      serverMessage: TAX_MESSAGES.unavailable,
    })
    expect((await admin.call('GET /api/admin/settings')).taxes.mode).toBe('none')
    await save({ taxes: STRIPE_TAX })
    await expect(save({ business: NO_BUSINESS })).rejects.toMatchObject({
      errors: [{ path: 'business.address', message: TAX_MESSAGES.noAddress }],
    })
  })

  test('sends no rates to pages, and the checkout rejects a total without tax', async () => {
    await add(await aProduct(shop, { priceCents: 3333 }))
    const { taxes } = await visitor.call('GET /api/shop')
    expect(taxes).toEqual({
      pricesIncludeTax: false,
      name: 'tax',
      chargesShipping: true,
      isCalculated: true,
    })
    await expect(
      visitor.call('POST /api/create-payment-intent', {
        ...(await buying.checkoutInput(visitor)),
        amount: '38.32',
      }),
    ).rejects.toMatchObject({ code: 'cart_changed', body: { quote: { tax: '3.15', total: '41.47' } } })
  })
})

describe('an order with taxes calculated by Stripe', () => {
  test('has the same amounts as the payment, the email, the report, and the tax transaction', async () => {
    const lamp = await aProduct(shop, { name: 'Calculated Lamp', priceCents: 3333 })
    const email = 'calculated@example.com'
    const { orderId, ...checkout } = await buying.aPaidOrder(shop, visitor, [lamp], { email })
    // 6.25%, 1%, and 1% of 33.33 are 2.08, 0.33, and 0.33; of 4.99 they are 0.31, 0.05, and 0.05.
    expect((await buying.intentOf(shop, checkout)).amount).toBe(4147)
    expect(await after.tracked(shop, { orderId, email })).toMatchObject({
      subtotal: '33.33',
      shippingCost: '4.99',
      totalAmount: '41.47',
      taxes: [{ name: 'Sales tax', rate: '8.25%', amount: '3.15', isIncluded: false }],
    })
    const { text } = await after.findEmail(shop, email, `Your order ${orderId} at Plinth`)
    expect(text).toMatch(/Shipping: \$4\.99\s+Sales tax 8\.25%: \$3\.15\s+Total: \$41\.47/)
    const [sale, ...others] = await transactionsOf({ orderId })
    expect([sale?.state, others]).toEqual(['recorded', []])
    expect(await amountsOf(sale?.transaction_id)).toMatchObject({ reference: orderId, total: 4147, tax: 315 })
    const today = new Date().toISOString().slice(0, 10)
    const taxes = await admin.call('GET /api/admin/taxes', { from: today, to: today })
    expect(taxes).toContainEqual({
      country: 'US',
      region: 'TX',
      name: 'Sales tax',
      rate: '8.25%',
      taxable: '38.32',
      tax: '3.15',
    })
  })

  test('reuses the calculation of the page, and stores its ID', async () => {
    await add(await aProduct(shop, { priceCents: 1000 }))
    await taxesAt()
    const count = await countCalculations()
    const checkout = await buying.checkOut(visitor)
    expect(await buying.checkOut(visitor)).toEqual(checkout)
    expect(await countCalculations()).toBe(count)
    const { quote } = await shop.shop.db
      .selectFrom('order_versions')
      .select('quote')
      .where('order_id', '=', checkout.orderId)
      .executeTakeFirstOrThrow()
    expect(quote).toMatchObject({ taxCalculation: expect.stringMatching(/^taxcalc_/) })
    turnClock(61 * 60_000)
    await taxesAt()
    expect(await countCalculations()).toBe(count + 1)
  })

  test('is calculated again if a quantity or the address changes', async () => {
    const cup = await aProduct(shop, { priceCents: 1000 })
    await add(cup)
    expect((await taxesAt()).taxes).toMatchObject([{ amount: '1.24' }])
    await add(cup)
    expect((await taxesAt()).taxes).toMatchObject([{ amount: '2.06' }])
    const { taxes, amounts } = await taxesAt({ state: 'OR', city: 'Portland', zipCode: '97201' })
    expect([taxes, amounts.tax]).toEqual([[], '0.00'])
  })

  test.each<[what: string, again: (cup: { id: number }) => Promise<unknown>]>([
    ['street', () => taxesAt({ address: '14 Analytical Row' })],
    ['postal code', () => taxesAt({ zipCode: '78702' })],
    ['business address', () => save({ business: { ...BUSINESS, zipCode: '10119' } })],
    ['kind of prices', () => save({ taxes: { ...STRIPE_TAX, pricesIncludeTax: true } })],
    ['tax class', ({ id }) => admin.call('PATCH /api/admin/products/:id', { id, taxClass: 'zero' })],
  ])('is calculated again for another %s', async (_what, again) => {
    const cup = await aProduct(shop, { priceCents: 1000 })
    await add(cup)
    await taxesAt()
    const count = await countCalculations()
    await again(cup)
    await taxesAt()
    expect(await countCalculations()).toBe(count + 1)
  })

  test('is calculated at most 100 times in an hour per IP address, and known taxes don’t count', async () => {
    await add(await aProduct(shop))
    await taxesAt()
    const { db } = shop.shop
    await db
      .updateTable('rate_limits')
      .set({ points: 100 })
      .where('key', 'like', 'tax-calculations:%')
      .execute()
    await expect(taxesAt({ zipCode: '78703' })).rejects.toMatchObject({ problem: { code: 'taxes' } })
    expect(await taxesAt()).toMatchObject({ taxes: [{ rate: '8.25%' }] })
    await db.deleteFrom('rate_limits').where('key', 'like', 'tax-calculations:%').execute()
  })

  test('is calculated at most 20 times in an hour per cart, and known taxes don’t count', async () => {
    await add(await aProduct(shop))
    for (let count = 1; count <= 20; count++) await taxesAt({ address: `${count} Analytical Row` })
    await expect(taxesAt({ address: '21 Analytical Row' })).rejects.toMatchObject({
      problem: { code: 'taxes', message: CHECKOUT_MESSAGES.tooManyTaxes },
    })
    expect(await taxesAt({ address: '1 Analytical Row' })).toMatchObject({ taxes: [{ rate: '8.25%' }] })
    turnClock(61 * 60_000)
    expect(await taxesAt({ address: '21 Analytical Row' })).toMatchObject({ taxes: [{ rate: '8.25%' }] })
  })

  test('is no longer calculated if the shop’s carts cause far more than its orders need, and the owner gets an email', async () => {
    await add(await aProduct(shop))
    await taxesAt()
    const { db } = shop.shop
    const ofShop = 'tax-calculations-shop:%'
    await db.updateTable('rate_limits').set({ points: 500 }).where('key', 'like', ofShop).execute()
    for (const address of ['2 Analytical Row', '3 Analytical Row'])
      await expect(taxesAt({ address })).rejects.toMatchObject({
        problem: { code: 'taxes', message: CHECKOUT_MESSAGES.taxesPaused },
      })
    expect(await taxesAt()).toMatchObject({ taxes: [{ rate: '8.25%' }] })
    await shop.runJobs()
    expect(await alarmsAbout('has paused its tax calculations')).toHaveLength(1)
    await db.deleteFrom('rate_limits').where('key', 'like', ofShop).execute()
    expect(await taxesAt({ address: '2 Analytical Row' })).toMatchObject({ taxes: [{ rate: '8.25%' }] })
  })

  test('includes a fee per delivery, which is charged, shown, reported, and refunded', async () => {
    const denver = { city: 'Denver', state: 'CO', zipCode: '80202', email: 'denver@example.com' }
    const lamp = await aProduct(shop, { priceCents: 10_000 })
    // 2.9% of 100.00 and 4.99 are 2.90 and 0.14, and the fee is 0.28.
    const { orderId, ...checkout } = await buying.aPaidOrder(shop, visitor, [lamp], denver)
    expect((await buying.intentOf(shop, checkout)).amount).toBe(10_831)
    expect((await orderOf({ orderId })).taxes).toMatchObject([
      { name: 'Sales tax', rate: '2.9%', amount: '3.04' },
      { name: 'Retail delivery fee', amount: '0.28' },
    ])
    const { text } = await after.findEmail(shop, denver.email, `Your order ${orderId} at Plinth`)
    expect(text).toContain('Retail delivery fee: $0.28')
    const refund = { orderId, amount: '108.31', seenRefunded: '0.00', reason: 'Damaged' }
    await admin.call('POST /api/admin/orders/:orderId/refunds', refund)
    await shop.runJobs()
    expect(await transactionsOf({ orderId })).toMatchObject([{ state: 'recorded' }, { state: 'recorded' }])
  })

  test('with more than ten lines has the taxes of each line', async () => {
    for (let count = 0; count < 12; count++) await add(await aProduct(shop, { priceCents: 1000 + count }))
    const { taxes } = await taxesAt()
    const { orderId } = await buying.checkOut(visitor)
    expect((await orderOf({ orderId })).taxes).toEqual(taxes)
    expect(taxes).toMatchObject([{ name: 'Sales tax', rate: '8.25%' }])
    const { quote } = await shop.shop.db
      .selectFrom('order_versions')
      .select('quote')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect((quote as Quote).lines.map((line) => line.taxes.length)).toEqual(Array(12).fill(1))
  })

  test('can have prices that include tax, tax codes, and a business that owes the VAT itself', async () => {
    await save(IN_GERMANY)
    const lamp = await aProduct(shop, { priceCents: 11_900, taxClass: 'txcd_20030000' })
    await add(lamp)
    await add(await aProduct(shop, { priceCents: 1000, taxClass: 'zero' }))
    const { taxes } = await taxesAt(WIEN)
    expect(await taxCodesWith(lamp)).toEqual(['txcd_20030000', 'txcd_00000000'])
    // 19.83 of 119.00, nothing of 10.00, and 0.99 of 5.95.
    expect(taxes).toEqual([{ name: 'VAT', rate: '20%', amount: '20.82', isIncluded: true }])
    expect((await taxesAt(WIEN, FRENCH)).taxes).toMatchObject([
      { name: 'Reverse charge', rate: '0%', amount: '0.00' },
    ])
  })
})

describe('the tax provider', () => {
  test('causes 503 if it is unavailable or slow: no amount is guessed, no order is placed, and the cart stays', async () => {
    const cup = await aProduct(shop, { priceCents: 1000, stockQuantity: 5 })
    await add(cup)
    for (const [kind, settings] of [
      ['down', { count: 4 }],
      ['timeout-before', { count: 4, delayMs: 1000 }],
    ] as const) {
      await buying.switchOn(shop, kind, settings)
      const input = {
        items: await visitor.call('GET /api/cart'),
        amount: '14.99',
        shippingInfo: { ...SHIPPING },
      }
      await expect(taxesAt()).rejects.toMatchObject({
        problem: { code: 'taxes', message: CHECKOUT_MESSAGES.taxesUnavailable },
      })
      await expect(visitor.call('POST /api/create-payment-intent', input)).rejects.toMatchObject({
        status: 503,
        serverMessage: CHECKOUT_MESSAGES.taxesUnavailable,
      })
      await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    }
    expect(await visitor.call('GET /api/cart')).toHaveLength(1)
    expect((await visitor.call('GET /api/checkout')).shippingInfo).toEqual({})
    expect(await buying.checkOut(visitor)).toHaveProperty('orderId')
  })

  test('that isn’t set up causes 503, and one email a day to the owner', async () => {
    await add(await aProduct(shop))
    await buying.switchOn(shop, 'tax-inactive', { count: 2 })
    for (let count = 0; count < 2; count++)
      await expect(taxesAt()).rejects.toMatchObject({
        problem: { code: 'taxes', message: CHECKOUT_MESSAGES.taxesUnavailable },
      })
    await shop.runJobs()
    const [alarm, ...others] = await alarmsAbout('isn’t calculating the taxes of Plinth')
    expect(alarm?.text).toContain('Stripe Tax has not been activated on your account.')
    expect(others).toEqual([])
  })

  test.each(['tax-mismatch', 'tax-total'])(
    'whose calculation contradicts itself (%s) causes 503',
    async (fault) => {
      await add(await aProduct(shop))
      await buying.switchOn(shop, fault)
      await expect(taxesAt()).rejects.toMatchObject({
        problem: { code: 'taxes', message: CHECKOUT_MESSAGES.taxesUnavailable },
      })
      expect(await taxesAt()).toMatchObject({ taxes: [{ rate: '8.25%' }] })
    },
  )

  test('that doesn’t know the address causes an error for the address', async () => {
    await add(await aProduct(shop))
    await expect(taxesAt({ zipCode: '00000' })).rejects.toMatchObject({
      problem: { code: 'taxes', field: 'zipCode', message: CHECKOUT_MESSAGES.taxAddress },
    })
  })

  test('gets no request for an empty cart, an invalid address, or a place where the shop doesn’t ship', async () => {
    const quoteAt = (changes: object) =>
      visitor.call('POST /api/quote', { place: buying.placeOf({ ...SHIPPING, ...changes }) })
    const count = await countCalculations()
    expect(await quoteAt({})).toMatchObject({ lines: [], isUntaxed: true })
    await add(await aProduct(shop))
    expect(await quoteAt({ zipCode: '1' })).toMatchObject({ isUntaxed: true, taxes: [] })
    expect((await quoteAt({ country: 'DE', state: '' })).problem).toMatchObject({ code: 'not_shipped' })
    expect(await countCalculations()).toBe(count)
  })
})

describe('a tax transaction', () => {
  test('is created once, however often the payment is reported', async () => {
    const checkout = await buying.aPaidOrder(shop, visitor, [await aProduct(shop)])
    const before = await transactionsOf(checkout)
    await buying.watch(shop)
    await reconcile(shop.shop.db, shop.shop.gateway, shop.shop.config)
    await shop.runJobs()
    expect(await transactionsOf(checkout)).toEqual(before)
  })

  test('is retried until the provider responds, and a lost response creates no second one', async () => {
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await buying.payByCard(shop, checkout)
    await buying.becomes(shop, checkout.orderId, 'processing')
    const [first] = await transactionsOf(checkout)
    await shop.shop.db
      .updateTable('tax_transactions')
      .set({ state: 'pending', transaction_id: null })
      .where('id', '=', first?.id ?? 0)
      .execute()
    const { gateway } = shop.shop
    turnClock(2 * 60 * 60_000)
    await reconcile(shop.shop.db, gateway, shop.shop.config)
    await buying.switchOn(shop, 'down', { count: 2 })
    await shop.runJobs()
    await shop.runJobs()
    expect(await transactionsOf(checkout)).toEqual([first])
  })

  test('whose response was lost is found again, and so are the reversals of its refunds', async () => {
    const checkout = await buying.aPaidOrder(shop, visitor, [await aProduct(shop, { priceCents: 3333 })])
    const recorded = [await loseResponse(checkout)]
    for (const [amount, seenRefunded] of [
      ['10.00', '0.00'],
      ['31.47', '10.00'],
    ] as const) {
      await refund(checkout, amount, seenRefunded)
      recorded.push(await loseResponse(checkout))
    }
    expect(await transactionsOf(checkout)).toMatchObject(
      recorded.map((transaction_id) => ({ state: 'recorded', problem: null, transaction_id })),
    )
    const amounts = await Promise.all(recorded.map(amountsOf))
    expect(amounts.map(({ total }) => total)).toEqual([4147, -1000, -3147])
  })

  test('that the provider has, but whose ID is lost, is recorded, and its refund is left to the store owner', async () => {
    const checkout = await buying.aPaidOrder(shop, visitor, [await aProduct(shop)])
    const forgetKey = () =>
      shop.shop.db
        .updateTable('tax_transactions')
        .set({ attempt: 99 })
        .where('order_id', '=', checkout.orderId)
        .execute()
    await forgetKey()
    await loseResponse(checkout)
    expect(await transactionsOf(checkout)).toMatchObject([
      { state: 'recorded', problem: null, transaction_id: null },
    ])
    await refund(checkout, '1.00', '0.00')
    expect(await transactionsOf(checkout)).toMatchObject([
      { state: 'recorded' },
      { state: 'failed', problem: expect.stringContaining('Reverse it in Stripe’s dashboard') },
    ])
    turnClock(2 * 60 * 60_000)
    const { discrepancies } = await reconcile(shop.shop.db, shop.shop.gateway, shop.shop.config)
    expect(discrepancies.filter(({ subject }) => subject === checkout.orderId)).toEqual([
      expect.objectContaining({ kind: 'tax-not-recorded', isRepaired: false }),
    ])
  })

  async function refund({ orderId }: { orderId: string }, amount: string, seenRefunded: string) {
    const refunded = { orderId, amount, seenRefunded, reason: 'Damaged' }
    await admin.call('POST /api/admin/orders/:orderId/refunds', refunded)
    await shop.runJobs()
  }

  /**
   * Reports the latest transaction of an order again, as if the provider's response had been lost.
   * @returns the ID in that response
   */
  async function loseResponse(checkout: { orderId: string }) {
    const last = (await transactionsOf(checkout)).at(-1)
    await shop.shop.db
      .updateTable('tax_transactions')
      .set({ state: 'pending', transaction_id: null })
      .where('id', '=', last?.id ?? 0)
      .execute()
    await recordTaxes(shop.shop.db, shop.shop.gateway, checkout.orderId)
    return last?.transaction_id
  }

  test('is reversed exactly by partial refunds', async () => {
    const { orderId } = await buying.aPaidOrder(shop, visitor, [await aProduct(shop, { priceCents: 3333 })])
    for (const [amount, seenRefunded] of [
      ['10.00', '0.00'],
      ['0.01', '10.00'],
      ['31.46', '10.01'],
    ] as const) {
      const refund = { orderId, amount, seenRefunded, reason: 'Damaged' }
      await admin.call('POST /api/admin/orders/:orderId/refunds', refund)
      await shop.runJobs()
    }
    const [sale, ...reversals] = await transactionsOf({ orderId })
    const amounts = await Promise.all(reversals.map((one) => amountsOf(one.transaction_id)))
    expect(amounts.map(({ total }) => total)).toEqual([-1000, -1, -3146])
    expect(amounts.reduce((all, { tax }) => all + tax, 0)).toBe(-315)
    expect(amounts[0]).toMatchObject({
      type: 'reversal',
      reversal: { original_transaction: sale?.transaction_id },
      reference: `${orderId}-refund-${reversals[0]?.refund_id}`,
    })
  })

  test('is reversed by line items and shipping, with exactly their tax', async () => {
    const [lamp, mat] = [
      await aProduct(shop, { priceCents: 3333 }),
      await aProduct(shop, { priceCents: 999 }),
    ]
    const { orderId } = await buying.aPaidOrder(shop, visitor, [lamp, mat])
    const { items } = await orderOf({ orderId })
    const itemId = items.find(({ productId }) => productId === lamp.id)?.id ?? 0
    const refund = (choice: object, seenRefunded: string) =>
      admin.call('POST /api/admin/orders/:orderId/refunds', {
        orderId,
        seenRefunded,
        reason: 'Damaged',
        ...choice,
      })
    await refund({ amount: '7.00' }, '0.00')
    const lines = [{ itemId, quantity: 1, restock: false }]
    const refunded = await refund({ lines, shipping: '1.00' }, '7.00')
    await refund({ amount: refunded.payment?.refundable }, refunded.payment?.refunded ?? '')
    await shop.runJobs()
    const [sale, ...reversals] = await transactionsOf({ orderId })
    expect(reversals.map(({ state }) => state)).toEqual(['recorded', 'recorded', 'recorded'])
    const stored = (await orderOf({ orderId })).payment?.refunds ?? []
    for (const [index, reversal] of reversals.entries()) {
      const { total, tax } = await amountsOf(reversal.transaction_id)
      const { amount = '', taxes = [] } = stored[index] ?? {}
      expect([-total, -tax]).toEqual([
        centsOf(amount),
        taxes.reduce((sum, one) => sum + centsOf(one.amount), 0),
      ])
    }
    const all = await Promise.all(reversals.map((one) => amountsOf(one.transaction_id)))
    const sold = await amountsOf(sale?.transaction_id)
    expect(all.reduce((sum, { tax }) => sum + tax, sold.tax)).toBe(0)
  })

  test('for a refund that fails later is no longer reported, or is left to the store owner', async () => {
    const { db, gateway, config } = shop.shop
    const checkout = await buying.aPaidOrder(shop, visitor, [await aProduct(shop, { priceCents: 3333 })])
    const { orderId } = checkout
    const refunds = async () => {
      const found = []
      for await (const refund of gateway.listRefunds(new Date(0)))
        if (refund.intentId === intentIdOf(checkout.clientSecret)) found.push(refund)
      return found
    }
    for (const [amount, seenRefunded] of [
      ['10.00', '0.00'],
      ['5.00', '10.00'],
    ] as const) {
      const refund = { orderId, amount, seenRefunded, reason: 'Damaged' }
      await admin.call('POST /api/admin/orders/:orderId/refunds', refund)
      await shop.runJobs()
    }
    const [sale, recorded, open] = await transactionsOf({ orderId })
    await db
      .updateTable('tax_transactions')
      .set({ state: 'pending', transaction_id: null })
      .where('id', '=', open?.id ?? 0)
      .execute()
    for (const refund of await refunds())
      await applyRefundStatus(db, config, { ...refund, status: 'failed', problem: 'The account is closed.' })
    expect(await transactionsOf({ orderId })).toEqual([sale, recorded])
    turnClock(2 * 60 * 60_000)
    const { discrepancies } = await reconcile(db, gateway, config)
    expect(discrepancies).toContainEqual(
      expect.objectContaining({ kind: 'tax-reversed-wrongly', subject: orderId, isRepaired: false }),
    )
  })

  test('is reported only with the kind of key that the payment was made with', async () => {
    const { orderId } = await buying.aPaidOrder(shop, visitor, [await aProduct(shop)])
    const { db, gateway } = shop.shop
    await db
      .updateTable('tax_transactions')
      .set({ state: 'pending', transaction_id: null })
      .where('order_id', '=', orderId)
      .execute()
    await recordTaxes(db, { ...gateway, isLive: true }, orderId)
    expect(await transactionsOf({ orderId })).toMatchObject([{ state: 'pending' }])
    await recordTaxes(db, gateway, orderId)
    expect(await transactionsOf({ orderId })).toMatchObject([{ state: 'recorded' }])
  })

  test('for a calculation that has expired is created from a new calculation with the same taxes', async () => {
    const { orderId } = await expired(await anOrder(3333))
    const [sale] = await transactionsOf({ orderId })
    expect(sale).toMatchObject({ state: 'recorded', problem: null })
    expect(await amountsOf(sale?.transaction_id)).toMatchObject({ reference: orderId, total: 4147, tax: 315 })
  })

  test('for a calculation that has expired, and a business that owes the VAT itself, has its number', async () => {
    await save(IN_GERMANY)
    await add(await aProduct(shop, { priceCents: 11_900 }))
    const checkout = await visitor.call('POST /api/create-payment-intent', {
      ...(await buying.checkoutInput(visitor, WIEN, 'parcel')),
      vatId: FRENCH,
    })
    await expired(checkout)
    const [sale] = await transactionsOf(checkout)
    expect(sale).toMatchObject({ state: 'recorded', problem: null })
    expect(await amountsOf(sale?.transaction_id)).toMatchObject({
      tax: 0,
      customer_details: { tax_ids: [{ type: 'eu_vat', value: FRENCH }] },
    })
  })

  test('for a calculation that has expired, and an order that is picked up, is taxed where it is picked up', async () => {
    const address = {
      address: '12 Main Street',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      country: 'US',
    }
    const pickup = { kind: 'pickup' as const, name: 'Store', address }
    await save({ zones: [{ name: 'Here', countries: ['US'], methods: [pickup] }] })
    await add(await aProduct(shop, { priceCents: 10_000 }))
    const oregon = { state: 'OR', city: 'Portland', zipCode: '97201' }
    const input = await buying.checkoutInput(visitor, oregon, 'store')
    const { orderId } = await expired(await visitor.call('POST /api/create-payment-intent', input))
    const [sale] = await transactionsOf({ orderId })
    expect(await amountsOf(sale?.transaction_id)).toMatchObject({
      total: 10_825,
      tax: 825,
      customer_details: { address: { state: 'TX', line1: '12 Main Street' } },
      ship_from_details: { address: { state: 'TX', line1: '12 Main Street' } },
    })
  })

  test.each<[what: string, since: Parameters<typeof expired>[1]]>([
    ['have', { place: { state: 'OR' } }],
    ['of shipping have', { quote: ({ shipping }) => addCent(shipping) }],
    ['of one line have', { quote: ({ lines }) => addCent(lines[0]) }],
  ])('whose taxes %s changed since the order is left to the store owner', async (_what, since) => {
    const { orderId } = await expired(await anOrder(3334), since)
    expect(await transactionsOf({ orderId })).toMatchObject([{ state: 'failed', transaction_id: null }])
    turnClock(2 * 60 * 60_000)
    const { discrepancies } = await reconcile(shop.shop.db, shop.shop.gateway, shop.shop.config)
    expect(discrepancies).toContainEqual(
      expect.objectContaining({ kind: 'tax-not-recorded', subject: orderId, isRepaired: false }),
    )
  })

  const anOrder = async (priceCents: number) =>
    buying.checkOutWith(visitor, [await aProduct(shop, { priceCents })])

  /** Adds a cent to a tax that the customer paid. */
  function addCent(part: Quote['shipping'] | Quote['lines'][number] | undefined) {
    const [tax] = part?.taxes ?? []
    if (!tax) throw new Error('There is no tax')
    tax.cents += 1
  }

  /**
   * Pays an order whose calculation the provider no longer has.
   * @param since changes to the order's address, or to the taxes that its customer paid
   */
  async function expired(
    checkout: buying.Checkout,
    since: { place?: object; quote?: (paid: Quote) => void } = {},
  ) {
    const { db } = shop.shop
    const { quote: stored } = await db
      .selectFrom('order_versions')
      .select('quote')
      .where('order_id', '=', checkout.orderId)
      .executeTakeFirstOrThrow()
    const quote = stored as Quote
    const { taxCalculation = '' } = quote
    since.quote?.(quote)
    await db
      .updateTable('order_versions')
      .set({ quote: JSON.stringify({ ...quote, taxCalculation: 'taxcalc_expired' }) })
      .where('order_id', '=', checkout.orderId)
      .execute()
    await db
      .updateTable('tax_calculations')
      .set({ id: 'taxcalc_expired' })
      .where('id', '=', taxCalculation)
      .execute()
    if (since.place)
      await sql`update order_versions set addresses =
        jsonb_set(addresses, '{shippingInfo}', addresses -> 'shippingInfo' || ${JSON.stringify(since.place)}::jsonb)
        where order_id = ${checkout.orderId}`.execute(db)
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    await buying.becomes(shop, checkout.orderId, 'processing')
    await db.deleteFrom('tax_calculations').where('id', '=', 'taxcalc_expired').execute()
    return checkout
  }
})
