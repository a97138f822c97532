import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Currency, centsToWire } from '#contract/money.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import * as after from '../../tests/support/after-purchase.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { CARD } from '../../tests/support/shopper-details.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { inTransaction } from '../platform/db/database.ts'
import { sharedCurrency } from './queries.ts'
import { readSettings } from './settings.ts'

/** Prices and rates as entered, the amounts of an order of two lamps as formatted, and the total that Stripe charges. */
type Example = {
  currency: Currency
  locale: 'en-US' | 'en-GB' | 'de-DE' | 'en-IE'
  price: string
  rate: string
  written: { price: string; shipping: string; total: string; part: string }
  charged: number
}

const EXAMPLES: Example[] = [
  {
    currency: { code: 'JPY', exponent: 0 },
    locale: 'en-US',
    price: '4990',
    rate: '800',
    written: { price: '¥4,990', shipping: '¥800', total: '¥10,780', part: '¥1,500' },
    charged: 10_780,
  },
  {
    currency: { code: 'KWD', exponent: 3 },
    locale: 'en-GB',
    price: '15.25',
    rate: '1.5',
    written: { price: 'KWD 15.250', shipping: 'KWD 1.500', total: 'KWD 32.000', part: 'KWD 4.500' },
    charged: 32_000,
  },
  {
    currency: { code: 'EUR', exponent: 2 },
    locale: 'de-DE',
    price: '1249.90',
    rate: '4.90',
    written: { price: '1.249,90 €', shipping: '4,90 €', total: '2.504,70 €', part: '100,50 €' },
    charged: 250_470,
  },
  {
    currency: { code: 'ISK', exponent: 0 },
    locale: 'en-IE',
    price: '6500',
    rate: '0',
    written: { price: 'ISK 6,500', shipping: 'Free', total: 'ISK 13,000', part: 'ISK 500' },
    charged: 1_300_000,
  },
]
const PARTS: Record<string, string> = { JPY: '1500', KWD: '4.5', EUR: '100.50', ISK: '500' }
/** Intl separates amounts and symbols with no-break spaces. */
const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ')

describe.each(EXAMPLES)('a shop in $currency.code', ({ currency, locale, price, rate, written, charged }) => {
  let shop: TestShop
  let admin: fixtures.Customer
  beforeAll(async () => {
    shop = await openTestShop({ webhooks: true })
    admin = await fixtures.anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { currency: currency.code, locale, shippingRate: rate })
  })

  test('is used for sales and refunds, and page, email, order, export, and provider agree', async () => {
    const { id, slug } = await admin.call('POST /api/admin/products', {
      name: 'Paper Lamp',
      slug: 'paper-lamp',
      description: '<p>A lamp</p>',
      price,
      categoryId: '1',
      images: [{ url: 'https://pictures.example/lamp.jpg', alt: '' }],
      stockQuantity: '9',
    })
    const page = await shop.visitor().send({ url: `/product/${slug}` })
    expect(plain(page.text)).toContain(`>${written.price}<`)
    expect(page.text).toContain(`"priceCurrency":"${currency.code}"`)

    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: id, quantity: 2 })
    const email = `${currency.code.toLowerCase()}@example.com`
    const total = centsToWire(2 * unitsOf(price) + unitsOf(rate), currency)
    const paid = await buying.checkOut(visitor, { email })
    expect(await buying.intentOf(shop, paid)).toMatchObject({
      currency: currency.code.toLowerCase(),
      amount: charged,
    })
    expect(await buying.payByCard(shop, paid, CARD.good)).toBe(200)
    await buying.becomes(shop, paid.orderId, 'processing')

    const [confirmation] = await fixtures.emailsTo(shop, email)
    for (const text of [written.price, written.shipping, written.total])
      expect(plain(confirmation?.text)).toContain(text)

    const amount = PARTS[currency.code] ?? ''
    const order = await admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId: paid.orderId,
      amount,
      reason: 'A scratch',
      seenRefunded: '0',
    })
    expect(order).toMatchObject({ currency: currency.code, totalAmount: total, payment: { paid: total } })
    const refunded = centsToWire(unitsOf(amount), currency)
    await expect
      .poll(() => refundsOf(paid))
      .toMatchObject([{ amount: (unitsOf(amount) * charged) / unitsOf(total) }])
    await expect
      .poll(async () => (await fixtures.emailsTo(shop, email)).map(({ subject }) => plain(subject)))
      .toContain(`We refunded ${written.part} for your order ${paid.orderId}`)

    const { text: file } = await admin.send({ url: '/api/admin/orders/export' })
    const [head = '', row = ''] = file.split('\r\n')
    const cells = row.split(',')
    const cell = (name: string) => cells.at(head.split(',').indexOf(name) - head.split(',').length)
    expect([cell('Total'), cell('Paid'), cell('Refunded')]).toEqual([total, total, refunded])
    expect(await admin.call('GET /api/admin/orders')).toMatchObject([{ total, refunded }])
    const { totals } = await admin.call('GET /api/admin/dashboard', { days: 30 })
    expect(totals.refunded).toBe(refunded)
  })

  test('keeps the currency once it has an order', async () => {
    const change = admin.call('PATCH /api/admin/settings', { currency: 'USD' })
    await expect(change).rejects.toMatchObject({
      status: 409,
      serverMessage: 'The currency can’t change anymore: the shop has orders in it.',
    })
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({
      currency: currency.code,
      isCurrencyFixed: true,
    })
  })

  /** The smallest units of an entered amount. */
  function unitsOf(typed: string): number {
    const [whole = '', fraction = ''] = typed.split('.')
    return Number(whole + fraction.padEnd(currency.exponent, '0'))
  }

  async function refundsOf({ clientSecret }: { clientSecret: string }) {
    await shop.runJobs()
    const { id } = await buying.intentOf(shop, { clientSecret })
    return (await stripeOf(shop).refunds.list({ payment_intent: id })).data
  }
})

describe('the currency of a shop without orders', () => {
  let shop: TestShop
  let admin: fixtures.Customer
  beforeAll(async () => {
    shop = await openTestShop({ webhooks: true })
    admin = await fixtures.anAdmin(shop)
  })
  const change = (input: object) => admin.call('PATCH /api/admin/settings', input)

  test('can change, which keeps the digits of every amount', async () => {
    expect(await change({ currency: 'JPY' })).toMatchObject({ currency: 'JPY', shippingRate: '499' })
    const [product] = await shop.visitor().call('GET /api/products')
    expect(product?.price).toMatch(/^\d+$/)
    expect(await shop.visitor().call('GET /api/shop')).toMatchObject({
      currency: { code: 'JPY', exponent: 0 },
      locale: 'en-US',
    })
    // 0.499 dinars couldn't be paid.
    expect(await change({ currency: 'KWD' })).toMatchObject({ shippingRate: '0.490' })
    await change({ currency: 'USD' })
    const methods = [
      { kind: 'flat', name: 'Post', rate: '4.99', freeFrom: '49.99' },
      { kind: 'value', name: 'Van', rate: '9.99', bands: [{ upTo: '0.05', rate: '0.05' }] },
    ]
    await change({ zones: [{ name: 'Texas', countries: ['US'], methods }] })
    expect((await change({ currency: 'KWD' })).zones?.[0]?.methods).toMatchObject([
      { rate: '0.490', freeFrom: '5.000' },
      { rate: '0.990', bands: [{ upTo: '0.010', rate: '0.000' }] },
    ])
    await change({ zones: null })
    await change({ currency: 'JPY' })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await change({ currency: 'USD', shippingRate: '4.99' })).toMatchObject({ shippingRate: '4.99' })
  })

  test.each(['JPY', 'EUR'])(
    'shows a cart that was open during a change to %s again before it is paid',
    async (code) => {
      await change({ currency: 'USD', shippingRate: '4.99' })
      const product = await fixtures.aProduct(shop, { priceCents: 4999 })
      const visitor = shop.visitor()
      await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
      const seen = { ...(await buying.checkoutInput(visitor)), currency: 'USD' }
      await change({ currency: code })
      const { currency } = await visitor.call('GET /api/shop')
      const [price, total] = [centsToWire(4999, currency), centsToWire(5498, currency)]
      const line = { price, quantity: 1, seenPrice: null, seenQuantity: 1 }
      await expect(visitor.call('POST /api/create-payment-intent', seen)).rejects.toMatchObject({
        status: 409,
        body: { code: 'cart_changed', quote: { lines: [line], total } },
      })
      if (code === 'JPY') {
        const { currency: _currency, ...withoutCurrency } = seen
        const repeated = visitor.call('POST /api/create-payment-intent', withoutCurrency)
        await expect(repeated).rejects.toMatchObject({ status: 409, body: { code: 'cart_changed' } })
      }
      const known = await shop.shop.db.selectFrom('orders').select('id').execute()
      expect(known).toEqual([])
    },
  )

  test.each([
    [{ currency: 'XXX' }, 'currency', 'Choose a currency from the list'],
    [{ currency: null }, 'currency', 'Choose a currency from the list'],
    [{ locale: 'tlh' }, 'locale', 'Choose a format from the list'],
    [{ currency: 'JPY', shippingRate: '4.99' }, 'shippingRate', 'Must be an amount such as 4999'],
    [{ currency: 'KWD', shippingRate: '1.001' }, 'shippingRate', 'Must be an amount such as 4.990'],
    [{ currency: 'JPY', shippingRate: '100000' }, 'shippingRate', 'Shipping rate must be at most ¥99,999'],
  ])('%j is rejected', async (input, path, message) => {
    await expect(change(input)).rejects.toMatchObject({ status: 400, errors: [{ path, message }] })
  })

  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(shop.shop.db)
    return rows[0]?.count
  }

  test('changes only after a checkout that is in progress', async () => {
    const { db } = shop.shop
    await change({ currency: 'USD' })
    let changed: Promise<unknown> = Promise.resolve()
    let isSettled = false
    await inTransaction(db, async (db) => {
      await sql`select ${sharedCurrency}`.execute(db)
      const { currency } = await readSettings(db)
      expect(currency.code).toBe('USD')
      changed = change({ currency: 'EUR' }).finally(() => {
        isSettled = true
      })
      await expect.poll(waiting).toBe(1)
      expect(isSettled).toBe(false)
    })
    expect(await changed).toMatchObject({ currency: 'EUR' })
    await change({ currency: 'USD' })
  })

  test('rejects a total that cards can’t pay, and warns the owner of such prices', async () => {
    await sql`update variants set price_cents = price_cents - price_cents % 10`.execute(shop.shop.db)
    const product = await fixtures.aProduct(shop, { name: 'Fils Lamp', priceCents: 5124 })
    expect(await change({ currency: 'USD' })).not.toHaveProperty('unpayablePrices')
    expect(await change({ currency: 'KWD' })).toMatchObject({
      unpayablePrices: { count: 1, example: 'Fils Lamp', step: '0.010' },
    })
    const checkout = buying.checkOutWith(shop.visitor(), [product])
    await expect(checkout).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringContaining('Cards can’t pay this total exactly.'),
    })
    await admin.call('PATCH /api/admin/products/:id', { id: product.id, price: '5.12' })
    expect(await admin.call('GET /api/admin/settings')).not.toHaveProperty('unpayablePrices')
  })

  test('rounds added tax, and refunds of it, to amounts that cards can pay', async () => {
    await change({
      currency: 'KWD',
      shippingRate: '1.5',
      taxes: { ...NO_TAXES, mode: 'table', rows: [taxRow('US', 50_000)] },
    })
    const lamp = await fixtures.aProduct(shop, { priceCents: 12_350 })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 2 })
    const order = await after.aDeliveredOrder(shop, admin, [lamp], { email: 'fils@example.com', visitor })
    // 5% of 3 × 12.350 is 1.8525, and 5% of 1.500 is 0.075.
    expect(await after.tracked(shop, order)).toMatchObject({
      totalAmount: '40.480',
      taxes: [{ amount: '1.930' }],
    })
    const refunds: (string | null)[] = []
    for (let unit = 0; unit < 3; unit++) {
      const { returns } = await after.submitReturn(shop, order)
      const { id = 0 } = returns.find(({ status }) => status === 'requested') ?? {}
      const seen = await admin.call('GET /api/admin/orders/:orderId', order)
      const refund = seen.returns.find((one) => one.id === id)?.suggestedRefund ?? ''
      await admin.call('POST /api/admin/returns/:id/accept', { id, refund, restock: false })
      refunds.push(refund)
    }
    expect(refunds).toEqual(['12.970', '12.970', '14.540'])
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', order)
    expect(payment?.refundable).toBe('0.000')
  })
})
