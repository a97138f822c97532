import fc from 'fast-check'
import type { Currency } from '#contract/money.ts'
import type { Destination, QuoteLine } from '#contract/pricing/quote.ts'
import type { PickupAddress, ShippingMethod, ShippingZone } from '#contract/pricing/shipping.ts'
import { NO_TAXES, type TaxRow, type TaxSettings } from '#contract/settings/taxes.ts'
import { DESTINATIONS, PICKUPS } from './taxed-places.ts'
import { taxRow } from './taxes.ts'

/** Standard and reduced VAT rates in percent, as published by the European Commission and national authorities. */
const VAT: [country: string, standard: number, reduced: number][] = [
  ['AT', 20, 10],
  ['BE', 21, 6],
  ['BG', 20, 9],
  ['CH', 8.1, 2.6],
  ['CY', 19, 5],
  ['CZ', 21, 12],
  ['DE', 19, 7],
  ['DK', 25, 25],
  ['EE', 24, 9],
  ['ES', 21, 10],
  ['FI', 25.5, 14],
  ['FR', 20, 5.5],
  ['GB', 20, 5],
  ['GR', 24, 13],
  ['HR', 25, 13],
  ['HU', 27, 5],
  ['IE', 23, 13.5],
  ['IT', 22, 10],
  ['LT', 21, 9],
  ['LU', 17, 8],
  ['LV', 21, 12],
  ['MT', 18, 5],
  ['NL', 21, 9],
  ['NO', 25, 15],
  ['PL', 23, 8],
  ['PT', 23, 6],
  ['RO', 21, 11],
  ['SE', 25, 12],
  ['SI', 22, 9.5],
  ['SK', 23, 5],
]

/** A sale in a shop with this tax table. @property numberOf the country of a business customer's VAT number */
export type Sale = {
  taxes: TaxSettings
  day: string
  zones: ShippingZone[]
  currency: Currency
  numberOf: string | null
}

const ppmOf = (percent: number) => Math.round(percent * 10_000)
const nextYear = (percent: number) => ({ ppm: ppmOf(percent), from: '2027-01-01' })

/** VAT in 30 countries, some of it about to change. A class without a rate is taxed as standard. */
const COUNTRIES: TaxRow[] = VAT.map(([country, standard, reduced]) => {
  const row = taxRow(country, ppmOf(standard), {
    classes: { reduced: ppmOf(reduced), ...(country < 'F' && { books: 0 }) },
    next: country === 'DE' ? nextYear(20) : null,
  })
  const { reduced: cell, ...others } = row.rates
  if (country === 'BE' || !cell) return { ...row, rates: others }
  return country === 'FR' ? { ...row, rates: { ...others, reduced: { ...cell, next: nextYear(6) } } } : row
})

/** Taxes of states, provinces, and territories, some of them added to the country's, about to change, or not on shipping. */
const PARTS: TaxRow[] = [
  taxRow('US', ppmOf(8.875), { region: 'NY', name: 'Sales tax', classes: { reduced: ppmOf(0.375) } }),
  taxRow('US', ppmOf(7.25), {
    region: 'CA',
    name: 'Sales tax',
    classes: { reduced: 0 },
    shippingTaxed: false,
  }),
  taxRow('US', ppmOf(11.5), { region: 'PR', name: 'IVU' }),
  taxRow('CA', ppmOf(5), { name: 'GST' }),
  taxRow('CA', ppmOf(9.975), {
    region: 'QC',
    name: 'QST',
    addsToCountry: true,
    classes: { books: 0 },
  }),
  taxRow('CA', ppmOf(7), {
    region: 'BC',
    name: 'PST',
    addsToCountry: true,
    shippingTaxed: false,
    next: nextYear(8),
  }),
  taxRow('CA', ppmOf(13), { region: 'ON', name: 'HST' }),
  taxRow('ES', ppmOf(7), { region: 'GC', name: 'IGIC', classes: { reduced: ppmOf(3) }, next: nextYear(6.5) }),
  taxRow('RE', ppmOf(8.5), { name: 'TVA', classes: { reduced: ppmOf(2.1) } }),
]

/** Rows that an owner may add for territories, which otherwise have the rates of another country or none. */
const OWN: TaxRow[] = [
  taxRow('MC', ppmOf(20), { name: 'TVA', classes: { reduced: ppmOf(10) } }),
  taxRow('IM', ppmOf(20), { name: 'Manx VAT' }),
  taxRow('AX', ppmOf(1), { name: 'Åland' }),
  taxRow('ES', ppmOf(0.5), { region: 'CE', name: 'Local tax' }),
  taxRow('US', ppmOf(4), { region: 'GU', name: 'GRT' }),
  taxRow('GG', ppmOf(3), { name: 'GST' }),
]

/** The only variant of a product, which has the product's ID. */
const line: fc.Arbitrary<QuoteLine> = fc
  .record({
    productId: fc.integer({ min: 1, max: 1_000_000 }),
    quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 999 })),
    priceCents: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 999_999_999 })),
    shipsFree: fc.boolean(),
    weightGrams: fc.option(
      fc.oneof(
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: 1, max: 1000 }).map((ounces) => ounces * 28.349523125),
      ),
    ),
    taxClass: fc.constantFrom('standard', 'reduced', 'zero', 'books'),
  })
  .map((facts) => ({ ...facts, variantId: facts.productId }))

/** A variant of one of two products, so carts have several variants of a product. */
const variantLine: fc.Arbitrary<QuoteLine> = fc
  .tuple(line, fc.integer({ min: 1_000_001, max: 1_000_020 }))
  .map(([line, variantId]) => ({ ...line, productId: 1_000_001 + (variantId % 2), variantId }))

const anyPrices = fc.uniqueArray(fc.oneof(line, variantLine), {
  maxLength: 12,
  selector: ({ variantId }) => variantId,
})

/** Half of the carts have prices that can be paid in every currency. */
export const carts: fc.Arbitrary<QuoteLine[]> = fc
  .tuple(anyPrices, fc.constantFrom(1, 100))
  .map(([lines, step]) =>
    lines.map((line) => ({ ...line, priceCents: line.priceCents - (line.priceCents % step) })),
  )

export const destinations: fc.Arbitrary<Destination | null> = fc.constantFrom(null, ...DESTINATIONS)

const SELLERS: Pick<TaxSettings, 'home' | 'oss'>[] = [
  { home: null, oss: 'destination' },
  { home: 'DE', oss: 'destination' },
  { home: 'DE', oss: 'home' },
  { home: 'FR', oss: 'destination' },
  { home: 'ES', oss: 'home' },
  { home: 'GB', oss: 'destination' },
]

/** The facts of a sale, which are short enough to print. */
type SaleFacts = Pick<Sale, 'day' | 'currency' | 'numberOf'> & {
  rateCents: number
  pricesIncludeTax: boolean
  seller: (typeof SELLERS)[number]
  hasOwn: boolean
}

export const sales: fc.Arbitrary<SaleFacts> = fc.record({
  rateCents: fc.oneof(fc.constantFrom(0, 499), fc.integer({ min: 0, max: 99_999 })),
  pricesIncludeTax: fc.boolean(),
  seller: fc.constantFrom(...SELLERS),
  hasOwn: fc.boolean(),
  day: fc.constantFrom('2026-12-31', '2027-01-01', '2027-06-30'),
  numberOf: fc.constantFrom(null, 'DE', 'FR', 'XI', 'GB'),
  currency: fc.constantFrom(
    { code: 'USD', exponent: 2 },
    { code: 'JPY', exponent: 0 },
    { code: 'KWD', exponent: 3 },
    { code: 'MGA', exponent: 2 },
  ),
})

export function saleOf(facts: SaleFacts): Sale {
  const { rateCents, pricesIncludeTax, seller, hasOwn, day, currency, numberOf } = facts
  const rows = [...COUNTRIES, ...PARTS, ...(hasOwn ? OWN : [])]
  return {
    day,
    currency,
    numberOf,
    zones: zonesWith(rateCents),
    taxes: { ...NO_TAXES, ...seller, mode: 'table', pricesIncludeTax, classes: ['books'], rows },
  }
}

/** Each zone has another rate, so a quote shows which zone was used. */
function zonesWith(rateCents: number): ShippingZone[] {
  const byWeight = banded('weight', rateCents, 20_000)
  const byValue = banded('value', rateCents, 50_000)
  const pickups = Object.entries(PICKUPS).map(([id, { city, country, region, postalCode = '' }]) =>
    pickup(id, { city, state: region, zipCode: postalCode, country }),
  )
  const flat = (more: number): ShippingMethod[] => [
    { id: 'standard', name: 'Standard shipping', rateCents: rateCents + more * 100 },
    ...pickups,
  ]
  return [
    {
      countries: ['CA'],
      methods: [
        { id: 'mail', name: 'Mail', rateCents },
        { id: 'express', name: 'Express', rateCents: rateCents * 2 + 1 },
      ],
    },
    { countries: ['CA'], regions: ['QC'], methods: [byWeight, { ...byValue, id: 'express' }] },
    { countries: ['CA'], postalCodes: ['H'], methods: [byValue] },
    {
      countries: ['CA'],
      postalCodes: ['H2', 'H2Y'],
      methods: [{ ...byWeight, id: 'express', freeFromCents: rateCents * 30 }],
    },
    { countries: ['DE'], postalCodes: ['10000-19999'], methods: flat(1) },
    { countries: ['DE'], postalCodes: ['10000-12999', '13'], methods: flat(2) },
    { countries: ['DE'], postalCodes: ['101'], methods: flat(3) },
    { countries: ['GB'], postalCodes: ['N1'], methods: flat(4) },
    { countries: ['GB'], postalCodes: ['N', 'BT'], methods: flat(5) },
    { countries: ['GB'], postalCodes: ['N1C', 'N19 3'], methods: flat(6) },
    { countries: ['GB', 'FR', 'MC'], methods: flat(7) },
    { countries: ['US'], regions: ['NY', 'PR'], methods: flat(8) },
    { countries: ['GU'], methods: flat(9) },
    { countries: ['US', 'ES'], methods: flat(10) },
    { countries: null, methods: flat(0) },
  ]
}

const pickup = (id: string, place: Omit<PickupAddress, 'address'>): ShippingMethod => ({
  id,
  name: 'Pickup',
  kind: 'pickup',
  rateCents: 0,
  days: null,
  address: { address: 'Main Street 1', ...place },
})

const banded = (kind: 'weight' | 'value', rateCents: number, upTo: number): ShippingMethod => ({
  id: kind,
  name: `By ${kind}`,
  kind,
  rateCents: rateCents * 5,
  bands: [
    { upTo, rateCents },
    { upTo: upTo * 3, rateCents: rateCents * 2 },
  ],
})
