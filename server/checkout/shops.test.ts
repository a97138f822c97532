import { describe, expect, test } from 'vitest'
import type { KnownShippingInfo } from '#contract/checkout/shipping.ts'
import { NO_TAXES, type TaxRow } from '#contract/settings/taxes.ts'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { ABROAD } from '../../tests/support/shopper-details.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { findOrderEventPayload } from '../orders/queries.ts'
import { now } from '../platform/clock.ts'

/**
 * A shop of one store owner, and an order of two units in it.
 * @property settings saved one after the other
 * @property written the amounts of the order's email
 * @property delivery the delivery in the order's email
 * @property halves two refunds of the whole total, as formatted
 * @property charged the total in the provider's units
 */
type Example = {
  currency: string
  settings: object[]
  product: { priceCents: number; weight?: string; weightUnit?: string; taxClass?: string }
  to: Partial<KnownShippingInfo>
  amounts: { subtotal: string; shippingCost: string; totalAmount: string }
  taxes: { name: string; rate: string; amount: string }[]
  written: string[]
  delivery?: string
  halves: [string, string][]
  charged: number
}

const table = (pricesIncludeTax: boolean, rows: TaxRow[], classes: string[] = []) => ({
  taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax, rows, classes },
})
const RING = { address: 'Ring 1', city: 'Berlin', zipCode: '10115', country: 'DE' }
const zone = (country: string, ...methods: ZoneValues['methods']): ZoneValues => ({
  name: country,
  countries: [country],
  methods,
})
const NOWHERE = { state: '', city: '', zipCode: '' }
const to = (country: 'AT' | 'CH' | 'DE' | 'JP') => ({ ...NOWHERE, ...ABROAD[country].place, country })

const EXAMPLES: [name: string, example: Example][] = [
  [
    'in yen with zones that were entered in dollars, and an order above the limit of free shipping',
    {
      currency: 'JPY',
      settings: [
        { zones: [zone('JP', { kind: 'flat', name: 'Post', rate: '4.99', freeFrom: '50.00' })] },
        { currency: 'JPY', locale: 'en-US' },
      ],
      product: { priceCents: 2500 },
      to: to('JP'),
      amounts: { subtotal: '5000', shippingCost: '0', totalAmount: '5000' },
      taxes: [],
      written: ['Subtotal: ¥5,000', 'Shipping: Free', 'Total: ¥5,000'],
      halves: [
        ['2500', '¥2,500'],
        ['2500', '¥2,500'],
      ],
      charged: 5000,
    },
  ],
  [
    'in yen, whose prices include 10% consumption tax',
    {
      currency: 'JPY',
      settings: [
        { zones: [zone('JP', { kind: 'flat', name: 'Post', rate: '800' })] },
        table(true, [taxRow('JP', 100_000, { name: 'Consumption tax' })]),
      ],
      product: { priceCents: 4990 },
      to: to('JP'),
      amounts: { subtotal: '9980', shippingCost: '800', totalAmount: '10780' },
      // 9,980 contains 907, and 800 contains 73.
      taxes: [{ name: 'Consumption tax', rate: '10%', amount: '980' }],
      written: [
        ...['Subtotal: ¥9,980', 'Shipping: ¥800', 'Total: ¥10,780', 'Includes Consumption tax 10%: ¥980'],
      ],
      halves: [
        ['5390', '¥5,390'],
        ['5390', '¥5,390'],
      ],
      charged: 10_780,
    },
  ],
  [
    'in dinars, which adds 5% to prices, rounded to ten fils',
    {
      currency: 'KWD',
      settings: [
        { currency: 'KWD', locale: 'en-GB', shippingRate: '1.500' },
        table(false, [taxRow('US', 50_000)]),
      ],
      product: { priceCents: 15_250 },
      to: {},
      amounts: { subtotal: '30.500', shippingCost: '1.500', totalAmount: '33.610' },
      // 5% of 30.500 is 1.525, and of 1.500 it is 0.075.
      taxes: [{ name: 'VAT', rate: '5%', amount: '1.610' }],
      written: ['Subtotal: KWD 30.500', 'Shipping: KWD 1.500', 'VAT 5%: KWD 1.610', 'Total: KWD 33.610'],
      halves: [
        ['16.80', 'KWD 16.800'],
        ['16.81', 'KWD 16.810'],
      ],
      charged: 33_610,
    },
  ],
  [
    'in the US, which adds sales tax by state',
    {
      currency: 'USD',
      settings: [
        table(false, [
          taxRow('US', 62_500, { region: 'TX', name: 'Sales tax' }),
          taxRow('US', 72_500, { region: 'CA', name: 'Sales tax' }),
        ]),
      ],
      product: { priceCents: 1999 },
      to: {},
      amounts: { subtotal: '39.98', shippingCost: '4.99', totalAmount: '47.78' },
      // 6.25% of 39.98 is 2.50, and of 4.99 it is 0.31.
      taxes: [{ name: 'Sales tax', rate: '6.25%', amount: '2.81' }],
      written: ['Subtotal: $39.98', 'Shipping: $4.99', 'Sales tax 6.25%: $2.81', 'Total: $47.78'],
      halves: [
        ['23.89', '$23.89'],
        ['23.89', '$23.89'],
      ],
      charged: 4778,
    },
  ],
  [
    'in Switzerland, whose prices include 8.1%',
    {
      currency: 'CHF',
      settings: [
        { currency: 'CHF', locale: 'en-GB', zones: [zone('CH', { kind: 'flat', name: 'Post', rate: '9' })] },
        table(true, [taxRow('CH', 81_000)]),
      ],
      product: { priceCents: 4990 },
      to: to('CH'),
      amounts: { subtotal: '99.80', shippingCost: '9.00', totalAmount: '108.80' },
      // 99.80 contains 7.48, and 9.00 contains 0.67.
      taxes: [{ name: 'VAT', rate: '8.1%', amount: '8.15' }],
      written: [
        'Subtotal: CHF 99.80',
        'Shipping: CHF 9.00',
        'Total: CHF 108.80',
        'Includes VAT 8.1%: CHF 8.15',
      ],
      halves: [
        ['54.40', 'CHF 54.40'],
        ['54.40', 'CHF 54.40'],
      ],
      charged: 10_880,
    },
  ],
  [
    'in the United Kingdom, whose prices include 20%',
    {
      currency: 'GBP',
      settings: [{ currency: 'GBP', locale: 'en-GB' }, table(true, [taxRow('GB', 200_000)])],
      product: { priceCents: 2499 },
      to: { country: 'UK', state: 'London', city: 'London', zipCode: 'SW1A 1AA' },
      amounts: { subtotal: '49.98', shippingCost: '4.99', totalAmount: '54.97' },
      // 49.98 contains 8.33, and 4.99 contains 0.83.
      taxes: [{ name: 'VAT', rate: '20%', amount: '9.16' }],
      written: ['Subtotal: £49.98', 'Shipping: £4.99', 'Total: £54.97', 'Includes VAT 20%: £9.16'],
      halves: [
        ['27.48', '£27.48'],
        ['27.49', '£27.49'],
      ],
      charged: 5497,
    },
  ],
  [
    'that offers only pickup',
    {
      currency: 'EUR',
      settings: [
        { currency: 'EUR', locale: 'de-DE' },
        { zones: [zone('DE', { kind: 'pickup', name: 'Pickup', address: RING })] },
        table(true, [taxRow('DE', 190_000)]),
      ],
      product: { priceCents: 2500 },
      to: to('DE'),
      amounts: { subtotal: '50.00', shippingCost: '0.00', totalAmount: '50.00' },
      taxes: [{ name: 'VAT', rate: '19%', amount: '7.98' }],
      written: ['Subtotal: 50,00 €', 'Pickup: Free', 'Total: 50,00 €', 'Includes VAT 19%: 7,98 €'],
      delivery: 'Pickup: Pickup\nPick up at: Ring 1\n10115 Berlin\nGermany',
      halves: [
        ['25', '25,00 €'],
        ['25', '25,00 €'],
      ],
      charged: 5000,
    },
  ],
  [
    'with two zones whose postal codes overlap',
    {
      currency: 'EUR',
      settings: [
        {
          taxes: NO_TAXES,
          zones: [
            { ...zone('DE', { kind: 'flat', name: 'Bike', rate: '3.50' }), postalCodes: ['10'] },
            {
              ...zone('DE', { kind: 'flat', name: 'Foot', rate: '1.50' }),
              name: 'Center',
              postalCodes: ['101'],
            },
          ],
        },
      ],
      product: { priceCents: 2500 },
      to: to('DE'),
      amounts: { subtotal: '50.00', shippingCost: '1.50', totalAmount: '51.50' },
      taxes: [],
      written: ['Subtotal: 50,00 €', 'Shipping: 1,50 €', 'Total: 51,50 €'],
      halves: [
        ['25.75', '25,75 €'],
        ['25.75', '25,75 €'],
      ],
      charged: 5150,
    },
  ],
  [
    'that charges by weight, in steps that are far apart',
    {
      currency: 'EUR',
      settings: [
        {
          zones: [
            zone('DE', {
              kind: 'weight',
              name: 'Parcel',
              rate: '20',
              bands: [
                { upTo: 1000, rate: '3' },
                { upTo: 30_000, rate: '6' },
              ],
            }),
          ],
        },
      ],
      product: { priceCents: 2500, weight: '0.6', weightUnit: 'kg' },
      to: to('DE'),
      amounts: { subtotal: '50.00', shippingCost: '6.00', totalAmount: '56.00' },
      taxes: [],
      written: ['Subtotal: 50,00 €', 'Shipping: 6,00 €', 'Total: 56,00 €'],
      halves: [
        ['0.01', '0,01 €'],
        ['55.99', '55,99 €'],
      ],
      charged: 5600,
    },
  ],
  [
    'with its own tax class',
    {
      currency: 'EUR',
      settings: [
        { zones: [zone('AT', { kind: 'flat', name: 'Parcel', rate: '4' })] },
        table(true, [taxRow('AT', 200_000, { classes: { books: 55_000 } })], ['books']),
      ],
      product: { priceCents: 1055, taxClass: 'books' },
      to: to('AT'),
      amounts: { subtotal: '21.10', shippingCost: '4.00', totalAmount: '25.10' },
      // 21.10 contains 1.10, and 4.00 contains 0.21.
      taxes: [{ name: 'VAT', rate: '5.5%', amount: '1.31' }],
      written: ['Subtotal: 21,10 €', 'Shipping: 4,00 €', 'Total: 25,10 €', 'Includes VAT 5,5%: 1,31 €'],
      halves: [
        ['12.55', '12,55 €'],
        ['12.55', '12,55 €'],
      ],
      charged: 2510,
    },
  ],
]

/** Intl separates amounts and symbols with no-break spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

// The currency can't change after an order, so each currency has a shop.
const shops = new Map<string, Promise<TestShop>>()
function shopIn(currency: string): Promise<TestShop> {
  const shop = shops.get(currency) ?? openTestShop({ webhooks: true })
  shops.set(currency, shop)
  return shop
}

describe('an order and its refunds have the same amounts for everyone', () => {
  test.each(EXAMPLES)('in a shop %s', async (_, { currency, settings, product, ...example }) => {
    const shop = await shopIn(currency)
    const admin = await anAdmin(shop)
    for (const change of settings) await admin.call('PATCH /api/admin/settings', change)
    const lamp = await aProduct(shop, { name: 'Odd Lamp', ...product })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 2 })
    const email = `${crypto.randomUUID()}@example.com`
    const { zones } = await admin.call('GET /api/admin/settings')
    const methodId = zones ? (zones.at(-1)?.methods[0]?.id ?? null) : null
    const input = await buying.checkoutInput(visitor, { ...example.to, email }, methodId)
    expect(input.amount).toBe(example.amounts.totalAmount)
    const checkout = await visitor.call('POST /api/create-payment-intent', input)
    expect((await buying.intentOf(shop, checkout)).amount).toBe(example.charged)
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    const { orderId } = checkout
    await buying.becomes(shop, orderId, 'processing')

    const seen = { ...example.amounts, taxes: example.taxes }
    expect(await after.tracked(shop, { orderId, email })).toMatchObject(seen)
    expect(await admin.call('GET /api/admin/orders/:orderId', { orderId })).toMatchObject(seen)
    const isIncluded = example.written.some((line) => line.startsWith('Includes'))
    const event = await findOrderEventPayload(shop.shop.db, orderId)
    const cents = (amount: string) => Number(amount.replace('.', ''))
    expect(event?.totalCents).toBe(cents(example.amounts.totalAmount))
    expect(event?.taxes).toEqual(
      example.taxes.length === 0
        ? undefined
        : example.taxes.map(({ name, rate, amount }) =>
            expect.objectContaining({ name, rate, cents: cents(amount), isIncluded }),
          ),
    )
    const { text } = await after.findEmail(shop, email, `Your order ${orderId} at Plinth`)
    expect(plain(text)).toContain(example.written.join('\n'))
    expect(text).toContain(example.delivery ?? '')

    let seenRefunded = '0'
    for (const [amount, written] of example.halves) {
      const { payment } = await admin.call('POST /api/admin/orders/:orderId/refunds', {
        orderId,
        amount,
        reason: 'A scratch',
        seenRefunded,
      })
      seenRefunded = payment?.refunded ?? ''
      await expect
        .poll(async () => (await emailsTo(shop, email)).map(({ subject }) => plain(subject)))
        .toContain(`We refunded ${written} for your order ${orderId}`)
    }
    expect(seenRefunded).toBe(example.amounts.totalAmount)
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(Number(payment?.refundable)).toBe(0)
    const { id } = await buying.intentOf(shop, checkout)
    const refunds = (await stripeOf(shop).refunds.list({ payment_intent: id })).data
    expect(refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(example.charged)
    const today = now().toISOString().slice(0, 10)
    const report = await admin.call('GET /api/admin/taxes', { from: today, to: today })
    for (const { name, rate } of example.taxes) {
      const row = report.find((one) => one.name === name && one.rate === rate)
      expect([Number(row?.taxable), Number(row?.tax)]).toEqual([0, 0])
    }
  })
})
