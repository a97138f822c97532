import type Stripe from 'stripe'

type Level = Stripe.Tax.CalculationLineItem.TaxBreakdown.Jurisdiction.Level
type TaxType = Stripe.Tax.CalculationLineItem.TaxBreakdown.TaxRateDetails.TaxType

/** The tax of one jurisdiction. `percent` has at most four decimals. */
export interface Rate {
  level: Level
  place: string
  state: string | null
  percent: string
  type: TaxType
  name: string
}

const vat = (place: string, percent: string): Rate[] => [
  { level: 'country', place, state: null, percent, type: 'vat', name: 'VAT' },
]
const sales = (state: string, ...parts: readonly (readonly [Level, string, string])[]): Rate[] =>
  parts.map(([level, place, percent]) => ({
    level,
    place,
    state,
    percent,
    type: 'sales_tax' as const,
    name: level === 'state' ? 'State Sales and Use Tax' : 'Local Sales and Use Tax',
  }))

const COUNTRIES: Record<string, Rate[]> = {
  AT: vat('Austria', '20.0'),
  BH: vat('Bahrain', '10.0'),
  DE: vat('Germany', '19.0'),
  FR: vat('France', '20.0'),
  GB: vat('United Kingdom', '20.0'),
  IE: vat('Ireland', '23.0'),
  IS: vat('Iceland', '24.0'),
  CA: [{ level: 'country', place: 'Canada', state: null, percent: '5.0', type: 'gst', name: 'GST' }],
  JP: [
    { level: 'country', place: 'Japan', state: null, percent: '10.0', type: 'jct', name: 'Consumption tax' },
  ],
}

const REGIONS: Record<string, Rate[]> = {
  'CA ON': [{ level: 'state', place: 'Ontario', state: 'ON', percent: '13.0', type: 'hst', name: 'HST' }],
  'US CA': sales(
    'CA',
    ['state', 'California', '6.0'],
    ['county', 'ALAMEDA', '0.25'],
    ['district', 'OAKLAND DISTRICT', '3.625'],
  ),
  'US CO': sales('CO', ['state', 'Colorado', '2.9']),
  'US NY': sales(
    'NY',
    ['state', 'New York', '4.0'],
    ['city', 'NEW YORK', '4.5'],
    ['district', 'METROPOLITAN COMMUTER DISTRICT', '0.375'],
  ),
  'US TX': sales(
    'TX',
    ['state', 'Texas', '6.25'],
    ['city', 'AUSTIN', '1.0'],
    ['district', 'AUSTIN TRANSIT', '1.0'],
  ),
  'US WA': sales('WA', ['state', 'Washington', '6.5'], ['city', 'SEATTLE', '3.85']),
}

/** Fees per delivery in cents, which are in the total but in no line. */
export const DELIVERY_FEES: Record<string, number> = { 'US CO': 28 }

/** States without sales tax. The account isn't registered in countries and states that aren't listed. */
const UNTAXED_STATES = ['AK', 'DE', 'MT', 'NH', 'OR']

export const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
)

export const isUntaxed = (country: string, state: string) =>
  country === 'US' && UNTAXED_STATES.includes(state)

/** Returns the rates for a place, or none if the account isn't registered there. */
export function ratesOf(country: string, state: string): Rate[] {
  return REGIONS[`${country} ${state}`] ?? COUNTRIES[country] ?? []
}

/** Converts a rate to millionths. */
export const ppmOf = ({ percent }: Pick<Rate, 'percent'>) => Math.round(Number(percent) * 10_000)
