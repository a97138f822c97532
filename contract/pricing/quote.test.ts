import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORKED_EXAMPLES, type WorkedExample } from '../../tests/support/worked-taxes.ts'
import { countItems } from '../cart/rules.ts'
import { centsOf, formatCents, MAX_CENTS, US_DOLLARS } from '../money.ts'
import { amountRows, lineTotal } from './amounts.ts'
import { flatRateRules, type QuoteRules, quote } from './quote.ts'
import { reverseChargeRules } from './reverse-charge.ts'
import type { ShippingMethod, ShippingZone } from './shipping.ts'
import { methodText } from './shipping-text.ts'
import { taxLabel } from './tax-text.ts'
import { productWeightText, type WeightUnits } from './weight-text.ts'
import { gramsOf } from './weights.ts'

const dollars = (cents: number) => formatCents(cents, { currency: US_DOLLARS, locale: 'en-US' })
const FLAT_RATE = flatRateRules(499)
const line = (priceCents: number, quantity: number, shippingCostCents = 499, taxClass = 'standard') => ({
  productId: priceCents,
  variantId: priceCents,
  priceCents,
  quantity,
  shipsFree: shippingCostCents === 0,
  weightGrams: null,
  taxClass,
})

const cents = fc.integer({ min: 0, max: MAX_CENTS })
const carts = fc.uniqueArray(
  fc.record({
    productId: fc.integer({ min: 1, max: 100_000 }),
    variantId: fc.integer({ min: 1, max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
    priceCents: cents,
    shipsFree: fc.boolean(),
    taxClass: fc.constant('standard'),
  }),
  { maxLength: 100, selector: ({ variantId }) => variantId },
)

const labelOf = ({ reason, rate = '' }: { reason: string; rate?: string }) => taxLabel(reason, rate, 'en-US')

describe('the quote of a cart (spec sections 3 and 9)', () => {
  test('totals price times quantity over all items, plus the flat rate', () => {
    const amounts = quote([line(10, 3), line(1999, 2)], null, FLAT_RATE)
    expect(amounts).toMatchObject({ subtotalCents: 4028, shippingCents: 499, totalCents: 4527 })
    expect(amountRows(amounts, dollars, 'en-US').map(({ label, value }) => [label, value])).toEqual([
      ['Subtotal', '$40.28'],
      ['Shipping', '$4.99'],
      ['Total', '$45.27'],
    ])
  })

  test('has free shipping only if every item ships free', () => {
    expect(quote([line(1000, 1, 0), line(500, 1, 0)], null, FLAT_RATE).shippingCents).toBe(0)
    expect(quote([line(1000, 1, 0), line(500, 1, 1200)], null, FLAT_RATE).shippingCents).toBe(499)
  })

  test('is zero for an empty cart', () => {
    expect(quote([], null, FLAT_RATE)).toMatchObject({ subtotalCents: 0, shippingCents: 0, totalCents: 0 })
  })

  test('explains the amount of each step', () => {
    expect(quote([line(1999, 2)], null, FLAT_RATE)).toEqual({
      currency: { code: 'USD', exponent: 2 },
      lines: [{ productId: 1999, variantId: 1999, quantity: 2, priceCents: 1999, cents: 3998, taxes: [] }],
      shipping: { methodId: 'standard', name: 'Standard shipping', cents: 499, taxes: [] },
      taxes: [],
      steps: [
        { kind: 'items', reason: 'Items', cents: 3998, isIncluded: false },
        { kind: 'shipping', reason: 'Standard shipping', cents: 499, isIncluded: false },
      ],
      subtotalCents: 3998,
      shippingCents: 499,
      taxCents: 0,
      totalCents: 4497,
    })
    expect(quote([line(1999, 2, 0)], null, FLAT_RATE).steps[1]).toMatchObject({ reason: 'Free shipping' })
  })

  test('is exact for the largest possible line', () => {
    expect(lineTotal(line(MAX_CENTS, 999))).toBe(998_999_999_001)
  })

  test('throws for an unreadable amount instead of treating the product as free', () => {
    expect(() => centsOf('free')).toThrow()
  })

  test('counts the units of all items', () => {
    expect(countItems([line(100, 2), line(100, 5)])).toBe(7)
  })

  test('includes the flat rate once, or not at all if every item ships free', () => {
    fc.assert(
      fc.property(carts, cents, (all, flatRateCents) => {
        const exact = all.reduce((sum, one) => sum + BigInt(one.quantity) * BigInt(one.priceCents), 0n)
        const shipping = all.every((one) => one.shipsFree) ? 0 : flatRateCents
        const { subtotalCents, shippingCents, totalCents } = quote(all, null, flatRateRules(flatRateCents))
        return (
          BigInt(subtotalCents) === exact &&
          shippingCents === shipping &&
          BigInt(totalCents) === exact + BigInt(shipping)
        )
      }),
    )
  })

  test('of two combined carts is the sum of both without shipping, in any order', () => {
    fc.assert(
      fc.property(carts, carts, (one, other) => {
        const cost = (all: typeof one) => quote(all, null, FLAT_RATE).subtotalCents
        return cost([...one, ...other]) === cost(one) + cost(other) && cost([...one].reverse()) === cost(one)
      }),
    )
  })
})

describe('shipping by zone and method', () => {
  const rules: QuoteRules = {
    ...FLAT_RATE,
    zones: [
      { countries: ['US'], methods: [{ id: 'ground', name: 'Ground', rateCents: 499 }] },
      {
        countries: ['CA', 'MX'],
        methods: [
          { id: 'mail', name: 'Mail', rateCents: 900 },
          { id: 'air', name: 'Air', rateCents: 2500 },
        ],
      },
    ],
  }
  const shippingTo = (country: string, methodId: string | null = null) =>
    quote([line(1000, 1)], { country, region: '', methodId }, rules).shipping

  test('costs the rate of the chosen method in the destination’s zone', () => {
    expect(shippingTo('US')).toMatchObject({ name: 'Ground', cents: 499 })
    expect(shippingTo('MX')).toMatchObject({ name: 'Mail', cents: 900 })
    expect(shippingTo('CA', 'air')).toMatchObject({ methodId: 'air', cents: 2500 })
    expect(quote([line(1000, 1)], null, rules).shippingCents).toBe(499)
  })

  test('throws for a country without a zone and for a method of another zone', () => {
    expect(() => shippingTo('NO')).toThrow('No shipping zone for NO')
    expect(() => shippingTo('US', 'air')).toThrow('No shipping method air in this zone')
  })
})

describe('taxes from a rate table', () => {
  const rate = (taxClass: string, ppm: number, name = 'VAT', region: string | null = null) => ({
    country: 'DE',
    region,
    taxClass,
    name,
    ppm,
  })
  const rulesWith = (
    pricesIncludeTax: boolean,
    rates = [rate('standard', 190_000), rate('books', 70_000)],
  ) => ({
    ...FLAT_RATE,
    taxes: { pricesIncludeTax, rates },
  })
  const germany = { country: 'DE', region: 'BE', methodId: null }
  const cart = [line(1190, 1), line(214, 5, 499, 'books')]

  test('are contained in the total if prices include them, and shipping is taxed like the goods', () => {
    const { lines, shipping, taxes, steps, totalCents } = quote(cart, germany, rulesWith(true))
    // Of 1070, 1000 is net with 7% VAT; of 1190, 1000 is net with 19% VAT.
    expect(lines.map(({ cents, taxes }) => [cents, taxes[0]?.cents])).toEqual([
      [1070, 70],
      [1190, 190],
    ])
    // 499 is split in the ratio 1190 to 1070: 262.73 and 236.27.
    expect(shipping.taxes.map(({ ppm, netCents, cents }) => [ppm, netCents, cents])).toEqual([
      [190_000, 221, 42],
      [70_000, 221, 15],
    ])
    expect(taxes.map(({ cents, netCents }) => [cents, netCents])).toEqual([
      [232, 1221],
      [85, 1221],
    ])
    expect(steps.slice(2)).toEqual([
      { kind: 'tax', reason: 'VAT', rate: '19%', cents: 232, isIncluded: true },
      { kind: 'tax', reason: 'VAT', rate: '7%', cents: 85, isIncluded: true },
    ])
    expect(totalCents).toBe(1190 + 1070 + 499)
  })

  test('are added to the total if prices don’t include them', () => {
    const { taxes, steps, totalCents } = quote(cart, germany, rulesWith(false))
    expect(taxes.map(({ cents }) => cents)).toEqual([226 + 50, 75 + 17])
    expect(steps[2]).toEqual({ kind: 'tax', reason: 'VAT', rate: '19%', cents: 276, isIncluded: false })
    expect(totalCents).toBe(1190 + 1070 + 499 + 276 + 92)
  })

  test('from several authorities are each rounded, and a region’s taxes replace the country’s', () => {
    const rates = [
      rate('standard', 190_000),
      rate('standard', 62_500, 'State tax', 'BE'),
      rate('standard', 8750, 'County tax', 'BE'),
    ]
    const { steps } = quote([line(999, 1, 0)], germany, rulesWith(false, rates))
    expect(steps.slice(2).map((step) => [labelOf(step), step.cents])).toEqual([
      ['State tax 6.25%', 62],
      ['County tax 0.875%', 9],
    ])
    const included = quote([line(1071, 1, 0)], germany, rulesWith(true, rates))
    expect(included.lines[0]?.taxes.map(({ netCents, cents }) => [netCents, cents])).toEqual([
      [1000, 62],
      [1000, 9],
    ])
    expect(
      quote([line(1190, 1, 0)], { ...germany, region: 'BY' }, rulesWith(true, rates)).taxes,
    ).toMatchObject([{ ppm: 190_000, cents: 190 }])
  })

  test('of a region are added to the country’s if they say so, and shipping is taxed only where it is', () => {
    const rates = [
      rate('standard', 50_000, 'GST'),
      { ...rate('standard', 70_000, 'PST', 'BE'), addsToCountry: true, shippingTaxed: false },
    ]
    const { taxes, steps, totalCents } = quote([line(1000, 1)], germany, rulesWith(false, rates))
    // 5% of 10.00 and 4.99, and 7% of 10.00 only.
    expect(taxes.map(({ region, name, cents }) => [region, name, cents])).toEqual([
      ['BE', 'PST', 70],
      [null, 'GST', 50 + 25],
    ])
    expect(steps.slice(2).map(labelOf)).toEqual(['PST 7%', 'GST 5%'])
    expect(totalCents).toBe(1000 + 499 + 70 + 75)
  })

  test('are unknown without a destination, and zero for a country or tax class without a rate', () => {
    expect(quote(cart, null, rulesWith(true)).taxes).toEqual([])
    expect(quote(cart, { ...germany, country: 'US' }, rulesWith(true)).taxes).toEqual([])
    expect(quote([line(500, 1, 0, 'gift card')], germany, rulesWith(true)).taxes).toEqual([])
  })

  test('with a rate of zero are listed with the net amount', () => {
    const rules = rulesWith(false, [rate('standard', 0, 'Reverse charge')])
    const { taxes, steps, totalCents } = quote([line(10_000, 1, 0)], germany, rules)
    expect(taxes).toMatchObject([{ name: 'Reverse charge', netCents: 10_000, cents: 0 }])
    expect(steps[2]).toMatchObject({ reason: 'Reverse charge', rate: '0%' })
    expect(totalCents).toBe(10_000)
  })

  test('with reverse charge contain no VAT of the shipping cost, as split for shoppers at home', () => {
    const rules = rulesWith(true, [rate('standard', 190_000), rate('reduced', 70_000)])
    const lines = [line(11_900, 1, 5950), line(1070, 1, 5950, 'reduced')]
    const zones = [{ countries: null, methods: [{ id: 'parcel', name: 'Parcel', rateCents: 5950 }] }]
    const home = quote(lines, germany, { ...rules, zones })
    const abroad = quote(
      lines,
      { ...germany, country: 'AT' },
      { ...rules, zones, taxes: reverseChargeRules(rules.taxes, 'DE', { country: 'AT', region: '' }) },
    )
    const vat = home.shipping.taxes.reduce((sum, { cents }) => sum + cents, 0)
    // 59.50 is split 54.59 : 4.91, like 119.00 : 10.70. These parts contain 8.72 and 0.32.
    expect(vat).toBe(904)
    expect(abroad).toMatchObject({ subtotalCents: 11_000, shippingCents: 5950 - vat, taxCents: 0 })
  })
})

describe('worked examples from tax authorities, providers, and textbooks', () => {
  /** "12.345" -> 12345: each amount is written with all decimals of its currency. */
  const units = (amount: string) => Number(amount.replace('.', ''))
  const amountOf = (units: number, exponent: number) => {
    const digits = String(units).padStart(exponent + 1, '0')
    return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  }

  function quoteOf({ currency, tax, rates, lines, shipping }: WorkedExample) {
    const method = { id: 'standard', name: 'Standard shipping', rateCents: units(shipping) }
    const table = Object.entries(rates).flatMap(([taxClass, ofClass]) =>
      ofClass.map(([name, percent]) => ({
        country: 'XX',
        region: null,
        taxClass,
        name,
        ppm: Math.round(percent * 10_000),
      })),
    )
    return quote(
      lines.map(([price, quantity, taxClass], index) => ({
        productId: index + 1,
        variantId: index + 1,
        quantity,
        priceCents: units(price),
        shipsFree: false,
        taxClass,
      })),
      { country: 'XX', region: '', methodId: null },
      {
        currency,
        zones: [{ countries: null, methods: [method] }],
        taxes: { pricesIncludeTax: tax === 'included', rates: table },
      },
    )
  }

  test.each(WORKED_EXAMPLES)('$source: $total $currency.code, tax $tax', (example) => {
    const { exponent } = example.currency
    const { steps, totalCents, currency } = quoteOf(example)
    const taxes = steps.filter(({ kind }) => kind === 'tax')
    expect(Object.fromEntries(taxes.map((tax) => [labelOf(tax), amountOf(tax.cents, exponent)]))).toEqual(
      example.taxes,
    )
    expect(amountOf(totalCents, exponent)).toBe(example.total)
    expect(currency).toEqual(example.currency)
  })
})

test('quoting ten lines with taxes takes less than 0.2 ms of CPU', () => {
  const rates = ['standard', 'books'].map((taxClass, index) => ({
    country: 'DE',
    region: null,
    taxClass,
    name: 'VAT',
    ppm: index === 0 ? 190_000 : 70_000,
  }))
  const rules = { ...FLAT_RATE, taxes: { pricesIncludeTax: true, rates } }
  const cart = Array.from({ length: 10 }, (_, index) =>
    line(999 + index, 1 + index, 499, rates[index % 2]?.taxClass),
  )
  const RUNS = 2000
  const quoteOften = () => {
    for (let run = 0; run < RUNS; run++) quote(cart, { country: 'DE', region: '', methodId: null }, rules)
  }
  quoteOften()
  const before = process.cpuUsage()
  quoteOften()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000 / RUNS).toBeLessThan(0.2)
})

describe('the zone of a destination', () => {
  const to = (country: string, region = '', postalCode = '') => ({
    country,
    region,
    postalCode,
    methodId: null,
  })
  const zone = (name: string, rateCents: number, places: Partial<ShippingZone>) => ({
    name,
    countries: null,
    methods: [{ id: 'mail', name: 'Mail', rateCents }],
    ...places,
  })
  const zones = [
    zone('Europe', 900, { countries: ['DE', 'AT'] }),
    zone('Berlin', 300, { countries: ['DE'], postalCodes: ['10', '12'] }),
    zone('Central Berlin', 100, { countries: ['DE'], postalCodes: ['101'] }),
    zone('Bavaria', 500, { countries: ['DE'], regions: ['Bavaria', 'BY'] }),
  ]
  const cost = (destination: ReturnType<typeof to>, more: ShippingZone[] = []) =>
    quote([line(1000, 1)], destination, { ...FLAT_RATE, zones: [...zones, ...more] }).shippingCents

  test('is the most specific one: the longest postal code, the region, the country, everywhere', () => {
    expect(cost(to('DE', '', '10115'))).toBe(100)
    expect(cost(to('DE', 'Bavaria', '10 999'))).toBe(300)
    expect(cost(to('DE', ' by ', '80331'))).toBe(500)
    expect(cost(to('DE', 'Hesse', '60311'))).toBe(900)
    expect(cost(to('DE', 'Hesse', '60101'))).toBe(900)
    expect(cost(to('AT', '', '1010'))).toBe(900)
    expect(cost(to('NO'), [zone('World', 2900, {})])).toBe(2900)
    expect(cost(to('AT'), [zone('World', 2900, {})])).toBe(900)
  })

  test('is an error where the shop doesn’t ship', () => {
    expect(() => cost(to('NO'))).toThrow('No shipping zone for NO')
  })

  test('is the first one before the country is known', () => {
    expect(quote([line(1000, 1)], null, { ...FLAT_RATE, zones }).shippingCents).toBe(900)
  })
})

describe('a shipping method', () => {
  const AUSTIN = { address: '12 Main Street', city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
  const methods: ShippingMethod[] = [
    { id: 'express', name: 'Express', rateCents: 1900, days: { from: 1, to: 2 } },
    {
      id: 'parcel',
      name: 'Parcel',
      kind: 'weight',
      rateCents: 1500,
      days: null,
      freeFromCents: 20_000,
      bands: [
        { upTo: 1000, rateCents: 499 },
        { upTo: 5000, rateCents: 899 },
      ],
    },
    {
      id: 'saver',
      name: 'Saver',
      kind: 'value',
      rateCents: 0,
      days: { from: 5, to: 9 },
      bands: [{ upTo: 5000, rateCents: 699 }],
    },
    { id: 'store', name: 'Pickup', kind: 'pickup', rateCents: 0, days: null, address: AUSTIN },
  ]
  const rules = { ...FLAT_RATE, zones: [{ countries: null, methods }] }
  const by = (methodId: string | null, weightGrams: number | null, priceCents = 1000, quantity = 1) =>
    quote([{ ...line(priceCents, quantity), weightGrams }], { country: 'US', region: 'TX', methodId }, rules)
  const cost = (...input: Parameters<typeof by>) => by(...input).shippingCents

  test('costs the rate of the first weight limit that fits, and the last rate above all limits', () => {
    expect([1000, 1001, 5000, 5001].map((grams) => cost('parcel', grams))).toEqual([499, 899, 899, 1500])
    expect(cost('parcel', 600, 1000, 2)).toBe(899)
  })

  test('counts a product without a weight as 0 g', () => {
    expect(cost('parcel', null)).toBe(499)
  })

  test('costs the rate of the first value limit that fits', () => {
    expect([5000, 5001].map((cents) => cost('saver', null, cents))).toEqual([699, 0])
  })

  test('is free from its minimum subtotal, and if everything ships free', () => {
    expect([19_999, 20_000].map((cents) => cost('parcel', 9000, cents))).toEqual([1500, 0])
    const free = { ...line(1000, 1), shipsFree: true }
    expect(quote([free], { country: 'US', region: 'TX', methodId: 'express' }, rules).shippingCents).toBe(0)
  })

  test('is the cheapest delivery unless one is chosen, never a pickup', () => {
    expect(by(null, 500).shipping).toMatchObject({ methodId: 'parcel', cents: 499 })
    expect(by(null, 9000, 5001).shipping).toMatchObject({ methodId: 'saver', cents: 0 })
    expect(by('store', 9000).shipping).toMatchObject({ methodId: 'store', cents: 0 })
    expect(() => by('rocket', 1)).toThrow('No shipping method rocket in this zone')
  })

  test('is in the quote with its name, delivery days, and pickup address', () => {
    expect(by('express', 1).shipping).toMatchObject({
      name: 'Express',
      delivery: { days: { from: 1, to: 2 }, address: null },
    })
    expect(by('store', 1).shipping.delivery).toEqual({ days: null, address: AUSTIN })
    expect(quote([line(1000, 1)], null, FLAT_RATE).shipping).not.toHaveProperty('delivery')
  })

  test.each([
    ['1.5', 'kg', 1500],
    ['250', 'G', 250],
    ['2', 'lb', 907.18474],
    ['12', 'oz', 340.1942775],
    ['2', 'stones', null],
    ['2', '__proto__', null],
    ['2', null, null],
    [null, 'kg', null],
  ])('weighs %s %s as %s grams', (weight, weightUnit, grams) => {
    expect(gramsOf({ weight, weightUnit })).toBe(grams)
  })

  test.each<[entered: string, units: WeightUnits, locale: string, shown: string]>([
    ['1.10 kg', 'entered', 'de-DE', '1.10 kg'],
    ['1.10 kg', 'metric', 'de-DE', '1.10 kg'],
    ['1.10 kg', 'imperial', 'en-US', '2.43 lb'],
    ['250 G', 'imperial', 'en-US', '8.82 oz'],
    ['2 lbs', 'imperial', 'en-US', '2 lbs'],
    ['5 lb', 'metric', 'de-DE', '2,27 kg'],
    ['12 oz', 'metric', 'en-US', '340 g'],
    ['2 stones', 'metric', 'en-US', '2 stones'],
  ])('shows %s in %s units (%s) as %s', (entered, units, locale, shown) => {
    const [weight = null, weightUnit = null] = entered.split(' ')
    expect(productWeightText({ weight, weightUnit }, units, locale)).toBe(shown)
  })

  test('has weight limits in the policy in the units of the shop', () => {
    const parcel = methods.find(({ id }) => id === 'parcel') as ShippingMethod
    const policy = (weightUnits?: WeightUnits) =>
      methodText(parcel, (cents) => `$${cents / 100}`, { weightUnits, locale: 'en-US' })
    const metric = 'Parcel: $4.99 up to 1 kg, $8.99 up to 5 kg, $15 above, free from $200'
    expect([policy(), policy('metric')]).toEqual([metric, metric])
    expect(policy('imperial')).toContain('$4.99 up to 2.2 lb, $8.99 up to 11.02 lb')
  })
})
