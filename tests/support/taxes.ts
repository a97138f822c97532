import type { ShippingZone } from '#contract/pricing/shipping.ts'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES, type TaxCell, type TaxRow, type TaxSettings } from '#contract/settings/taxes.ts'

type RowFacts = Partial<Omit<TaxRow, 'rates'>> & {
  /** Rates of other classes in millionths. */
  classes?: Record<string, number>
  next?: TaxCell['next']
}

/** A row of the tax table, by default the VAT of a whole country. @param ppm the standard rate */
export function taxRow(
  country: string,
  ppm: number,
  { classes = {}, next = null, ...facts }: RowFacts = {},
): TaxRow {
  const others = Object.entries(classes).map(([name, ppm]) => [name, { ppm, next: null }])
  return {
    country,
    region: null,
    name: 'VAT',
    addsToCountry: false,
    shippingTaxed: true,
    source: null,
    ...facts,
    rates: { standard: { ppm, next }, ...Object.fromEntries(others) },
  }
}

/** The business address that Stripe Tax requires. */
export const BUSINESS = {
  ...NO_BUSINESS,
  legalName: 'Plinth LLC',
  address: '350 5th Avenue',
  city: 'New York',
  state: 'NY',
  zipCode: '10118',
}

/** Taxes that Stripe calculates. In the sandbox, Texas has 6.25%, 1%, and 1%. */
export const STRIPE_TAX: TaxSettings = { ...NO_TAXES, mode: 'stripe' }

/** Two taxes that are added to prices in Texas, and one in other states; their amounts need rounding. */
export const SALES_TAX: TaxSettings = {
  ...NO_TAXES,
  mode: 'table',
  rows: [
    taxRow('US', 62_500, { name: 'State tax' }),
    taxRow('US', 20_000, { region: 'TX', name: 'City tax', addsToCountry: true }),
  ],
}

/** A shop in the EU, whose customers may have VAT numbers. */
export const EU_VAT: TaxSettings = {
  ...NO_TAXES,
  mode: 'table',
  pricesIncludeTax: true,
  home: 'DE',
  rows: [taxRow('DE', 190_000, { classes: { reduced: 70_000 } }), taxRow('AT', 200_000)],
}

const FLAT = { freeFromCents: null, bands: [] }

/** A cheap and a fast way to the United States, whose costs are taxed like the goods. */
export const TWO_METHODS: ShippingZone[] = [
  {
    name: 'United States',
    countries: ['US'],
    regions: [],
    postalCodes: [],
    methods: [
      { id: 'mail', kind: 'flat', name: 'Mail', rateCents: 499, ...FLAT, days: { from: 3, to: 5 } },
      { id: 'express', kind: 'flat', name: 'Express', rateCents: 1999, ...FLAT, days: { from: 1, to: 2 } },
    ],
  },
]

/** The methods' IDs, for shoppers who choose them in turn. */
export const METHOD_IDS = TWO_METHODS.flatMap(({ methods }) => methods.map(({ id }) => id))
