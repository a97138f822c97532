import fc from 'fast-check'
import type { Destination, QuoteLine, QuoteRules } from '#contract/pricing/quote.ts'
import type { PickupAddress, ShippingMethod } from '#contract/pricing/shipping.ts'
import type { TaxRate } from '#contract/pricing/taxes.ts'

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

const ppmOf = (percent: number) => Math.round(percent * 10_000)

/**
 * VAT in 30 countries, taxes of states and provinces in the US and Canada, some of them combined or not on shipping, and
 * taxes of territories.
 */
const RATES: TaxRate[] = [
  ...VAT.flatMap(([country, standard, reduced]) => [
    { country, region: null, taxClass: 'standard', name: 'VAT', ppm: ppmOf(standard) },
    { country, region: null, taxClass: 'reduced', name: 'VAT', ppm: ppmOf(reduced) },
    { country, region: null, taxClass: 'zero', name: 'VAT', ppm: 0 },
  ]),
  { country: 'US', region: 'NY', taxClass: 'standard', name: 'State tax', ppm: 40_000 },
  { country: 'US', region: 'NY', taxClass: 'standard', name: 'City tax', ppm: 45_000 },
  { country: 'US', region: 'NY', taxClass: 'standard', name: 'District tax', ppm: 3750 },
  { country: 'US', region: 'NY', taxClass: 'reduced', name: 'District tax', ppm: 3750 },
  { country: 'US', region: 'CA', taxClass: 'standard', name: 'Sales tax', ppm: 72_500, shippingTaxed: false },
  { country: 'US', region: 'CA', taxClass: 'reduced', name: 'Sales tax', ppm: 0, shippingTaxed: false },
  { country: 'CA', region: null, taxClass: 'standard', name: 'GST', ppm: 50_000 },
  { country: 'CA', region: 'QC', taxClass: 'standard', name: 'QST', ppm: 99_750, addsToCountry: true },
  { country: 'CA', region: 'QC', taxClass: 'reduced', name: 'QST', ppm: 99_750, addsToCountry: true },
  {
    country: 'CA',
    region: 'BC',
    taxClass: 'standard',
    name: 'PST',
    ppm: 70_000,
    addsToCountry: true,
    shippingTaxed: false,
  },
  { country: 'CA', region: 'ON', taxClass: 'standard', name: 'HST', ppm: 130_000 },
  { country: 'ES', region: 'GC', taxClass: 'standard', name: 'IGIC', ppm: 70_000 },
  { country: 'RE', region: null, taxClass: 'standard', name: 'TVA', ppm: 85_000 },
]

export const DESTINATIONS: Destination[] = [
  ...VAT.map(([country]) => ({ country, region: '', methodId: null })),
  { country: 'US', region: 'NY', methodId: null },
  { country: 'CA', region: 'QC', methodId: 'express' },
  { country: 'CA', region: 'AB', methodId: null },
  { country: 'JP', region: '', methodId: null },
  { country: 'JP', region: '', methodId: 'pickup' },
  { country: 'JP', region: '', methodId: 'pickup-ny' },
  { country: 'AU', region: '', methodId: 'pickup-ny' },
  { country: 'CA', region: 'qc', postalCode: 'H2Y 1C6', methodId: 'express' },
  { country: 'CA', region: 'QC', postalCode: 'h3a', methodId: null },
  { country: 'CA', region: 'BC', postalCode: 'V5K 0A1', methodId: null },
  { country: 'CA', region: 'ON', postalCode: 'K1A 0B1', methodId: null },
  { country: 'US', region: 'CA', postalCode: '90001', methodId: null },
  // Territories, whose taxes aren't those of the country in the address.
  { country: 'ES', region: '', postalCode: '35001', methodId: null },
  { country: 'ES', region: 'Santa Cruz de Tenerife', methodId: null },
  { country: 'ES', region: 'CE', postalCode: '51001', methodId: null },
  { country: 'FR', region: '', postalCode: '98000', methodId: null },
  { country: 'MC', region: '', methodId: null },
  { country: 'FR', region: '', postalCode: '97400', methodId: null },
  { country: 'FR', region: '', postalCode: '97200', methodId: null },
  { country: 'GB', region: '', postalCode: 'BT1 5GS', methodId: null },
  { country: 'GB', region: '', postalCode: 'IM1 1AA', methodId: null },
  { country: 'GB', region: '', postalCode: 'je2 3aa', methodId: null },
  { country: 'FI', region: '', postalCode: '22100', methodId: null },
  { country: 'DE', region: '', postalCode: '78266', methodId: null },
  { country: 'IT', region: 'SO', postalCode: '23041', methodId: null },
]

const line: fc.Arbitrary<QuoteLine> = fc.record({
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
  taxClass: fc.constantFrom('standard', 'reduced', 'zero', 'none'),
})

/** A variant of one of two products, so carts have several variants of a product. */
const variantLine: fc.Arbitrary<QuoteLine> = fc
  .tuple(line, fc.integer({ min: 1_000_001, max: 1_000_020 }))
  .map(([line, variantId]) => ({ ...line, productId: 1_000_001 + (variantId % 2), variantId }))

const anyPrices = fc.uniqueArray(fc.oneof(line, variantLine), { maxLength: 12, selector: variantOf })

/** Half of the carts have prices that can be paid in every currency. */
export const carts: fc.Arbitrary<QuoteLine[]> = fc
  .tuple(anyPrices, fc.constantFrom(1, 100))
  .map(([lines, step]) =>
    lines.map((line) => ({ ...line, priceCents: line.priceCents - (line.priceCents % step) })),
  )

/** Returns the variant of a line. A product without options has one variant, with the product's ID. */
function variantOf({ productId, variantId }: Pick<QuoteLine, 'productId' | 'variantId'>): number {
  return variantId ?? productId
}

export const destinations: fc.Arbitrary<Destination | null> = fc.constantFrom(null, ...DESTINATIONS)

export const rules: fc.Arbitrary<QuoteRules> = fc
  .record({
    rateCents: fc.oneof(fc.constantFrom(0, 499), fc.integer({ min: 0, max: 99_999 })),
    pricesIncludeTax: fc.boolean(),
    seller: fc.constantFrom({}, { home: 'DE' }, { home: 'DE', oss: 'home' as const }),
    currency: fc.constantFrom(
      { code: 'USD', exponent: 2 },
      { code: 'JPY', exponent: 0 },
      { code: 'KWD', exponent: 3 },
      { code: 'MGA', exponent: 2 },
    ),
  })
  .map(({ rateCents, pricesIncludeTax, seller, currency }) => {
    const byWeight = banded('weight', rateCents, 20_000)
    const byValue = banded('value', rateCents, 50_000)
    return {
      currency,
      zones: [
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
        {
          countries: null,
          methods: [
            { id: 'standard', name: 'Standard shipping', rateCents },
            pickup('pickup', { city: 'Berlin', state: '', zipCode: '10115', country: 'DE' }),
            pickup('pickup-ny', { city: 'New York', state: 'NY', zipCode: '10118', country: 'US' }),
          ],
        },
      ],
      taxes: { pricesIncludeTax, rates: RATES, ...seller },
    }
  })

const pickup = (id: string, place: Omit<PickupAddress, 'address'>): ShippingMethod => ({
  ...{ id, name: 'Pickup', kind: 'pickup', rateCents: 0, days: null },
  address: { address: 'Main Street 1', ...place },
})

const banded = (kind: 'weight' | 'value', rateCents: number, upTo: number): ShippingMethod => ({
  ...{ id: kind, name: `By ${kind}`, kind, rateCents: rateCents * 5 },
  bands: [
    { upTo, rateCents },
    { upTo: upTo * 3, rateCents: rateCents * 2 },
  ],
})
