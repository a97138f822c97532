import { comparable } from './postal-codes.ts'
import { largestRemainder, roundedShare } from './shares.ts'
import type { Place } from './shipping.ts'
import { taxPlaceOf } from './territories.ts'

/** The default tax class. */
export const STANDARD_CLASS = 'standard'

/** 100% in millionths. */
const WHOLE = 1_000_000

/**
 * A tax of products of a class in a country, or in one of its regions. The settings allow one
 * rate per place and class.
 * @property country ISO 3166 code
 * @property region null for every region without separate rates
 * @property ppm the rate in millionths: 190_000 is 19%, and 88_750 is 8.875%
 * @property addsToCountry whether the region's rate is added to the country's instead of replacing it
 * @property shippingTaxed false where separately stated shipping isn't taxed
 */
export type TaxRate = {
  country: string
  region: string | null
  taxClass: string
  name: string
  ppm: number
  addsToCountry?: boolean
  shippingTaxed?: boolean
}

/**
 * @property rates none if the shop charges no tax
 * @property home the EU country where the shop is registered for VAT
 * @property oss 'home' if customers in other EU countries pay the rates of the home country
 * @property deducted rates contained in prices that this customer doesn't pay: prices are reduced to net amounts
 * @property pickedUp the rules for goods that the customer picks up, if they differ
 * @property given taxes that a provider calculated, instead of rates
 */
export type TaxRules = {
  pricesIncludeTax: boolean
  rates: TaxRate[]
  home?: string
  oss?: 'home'
  deducted?: TaxRate[]
  pickedUp?: TaxRules
  given?: GivenTaxes
}

/** The tax at one rate, and the net amount it was computed from. */
export type TaxAmount = Pick<TaxRate, 'country' | 'region' | 'name' | 'ppm'> & {
  netCents: number
  cents: number
}

/** An amount before added taxes, and its taxes. */
type Taxed = { cents: number; taxes: TaxAmount[] }

/**
 * The taxes that a provider calculated for these lines and this shipping cost.
 * @property calculation the provider's ID; browsers don't get it
 * @property lines identified by `unit`, which is the ID of a variant
 */
export type GivenTaxes = { calculation?: string; lines: (Taxed & { unit: number })[]; shipping: Taxed }

/**
 * Returns the rates for a class of products: those of the region, or else those of the whole country. A region's rate
 * that is added to the country's follows it.
 */
export function ratesFor(
  { rates, home, oss }: TaxRules,
  taxClass = STANDARD_CLASS,
  place: Place | null,
): TaxRate[] {
  if (!place) return []
  const { countries, region, isRegionOnly, isInEu, reportedAs } = taxPlaceOf(place)
  const ofClass = rates.filter((rate) => rate.taxClass === taxClass)
  if (oss === 'home' && home && isInEu && !countries.includes(home))
    return ofClass.filter((rate) => rate.country === home && rate.region === null)
  for (const country of countries) {
    const inCountry = ofClass.filter((rate) => rate.country === country)
    const whole = isRegionOnly ? [] : inCountry.filter(({ region }) => region === null)
    const wanted = comparable(region)
    const inRegion = inCountry.filter(({ region }) => region !== null && comparable(region) === wanted)
    const isAdded = inRegion.some(({ addsToCountry }) => addsToCountry)
    const found = inRegion.length === 0 ? whole : isAdded ? [...whole, ...inRegion] : inRegion
    if (found.length === 0) continue
    return reportedAs && home ? found.map((rate) => ({ ...rate, country: reportedAs })) : found
  }
  return []
}

/**
 * Returns a unit price without the rates that the customer doesn't pay.
 * @param step the smallest amount that can be paid
 */
export function netPrice(
  cents: number,
  taxClass = STANDARD_CLASS,
  { deducted = [] }: TaxRules,
  step: number,
): number {
  const ppms = deducted.filter((rate) => rate.taxClass === taxClass).map(({ ppm }) => ppm)
  return ppms.length === 0 ? cents : roundedShare(cents, WHOLE, (WHOLE + sum(ppms)) * step) * step
}

/**
 * Returns a shipping cost without the rates that the customer doesn't pay. Shipping has the same rates as the goods.
 * @param goods with their prices as shown, which decide how goods with different rates share the cost at home, too
 * @param step the smallest amount that can be paid
 */
export function netShipping(
  cents: number,
  goods: { cents: number; taxClass: string | undefined }[],
  { deducted = [] }: TaxRules,
  step: number,
): number {
  if (deducted.length === 0) return cents
  const rated = goods.map((line) => ({
    cents: line.cents,
    rates: deducted.filter(({ taxClass }) => taxClass === (line.taxClass ?? STANDARD_CLASS)),
  }))
  const contained = shippingTaxes(cents, rated, { pricesIncludeTax: true, rates: deducted }, step)
  return roundedShare(cents - sum(contained.map((tax) => tax.cents)), 1, step) * step
}

/**
 * Returns the taxes on, or included in, an amount, rounded once per rate. Taxes that are added to prices are multiples
 * of the step, so cards can pay the total.
 * @param step the smallest amount that can be paid
 */
export function taxesOf(
  cents: number,
  rates: TaxRate[],
  { pricesIncludeTax }: TaxRules,
  step: number,
): TaxAmount[] {
  const ppms = rates.map(({ ppm }) => ppm)
  const netCents = pricesIncludeTax ? roundedShare(cents, WHOLE, WHOLE + sum(ppms)) : cents
  const amounts = pricesIncludeTax
    ? largestRemainder(cents - netCents, ppms)
    : ppms.map((ppm) => roundedShare(cents, ppm, WHOLE * step) * step)
  return rates.map(({ country, region, name, ppm }, index) => ({
    country,
    region,
    name,
    ppm,
    netCents,
    cents: amounts[index] ?? Number.NaN,
  }))
}

/**
 * Returns the taxes on a shipping cost, which has the same rates as the goods, except for those that don't apply to
 * shipping. Goods with different rates share the cost in proportion to their value.
 * @param step the smallest amount that can be paid
 */
export function shippingTaxes(
  shippingCents: number,
  goods: { cents: number; rates: TaxRate[] }[],
  rules: TaxRules,
  step: number,
): TaxAmount[] {
  const groups = new Map<string, { cents: number; rates: TaxRate[] }>()
  for (const { cents, rates } of goods) {
    const key = rates.map(keyOf).join()
    groups.set(key, { cents: cents + (groups.get(key)?.cents ?? 0), rates })
  }
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
  const shares = largestRemainder(
    shippingCents,
    sorted.map(({ cents }) => cents),
  )
  return sumByRate(
    sorted.flatMap(({ rates }, index) => {
      const ofShipping = rates.filter(({ shippingTaxed }) => shippingTaxed !== false)
      return taxesOf(shares[index] ?? Number.NaN, ofShipping, rules, step)
    }),
  )
}

/**
 * Returns the given taxes on a line or on shipping.
 * @throws RangeError if they were calculated for another line or amount
 */
export function givenTaxes({ lines, shipping }: GivenTaxes, cents: number, unit?: number): TaxAmount[] {
  const taxed = unit === undefined ? shipping : lines.find((line) => line.unit === unit)
  if (taxed?.cents !== cents)
    throw new RangeError(`The taxes of ${unit ?? 'shipping'} are for another amount`)
  return taxed.taxes
}

/** Returns one amount per rate, highest rate first. */
export function sumByRate(taxes: TaxAmount[]): TaxAmount[] {
  const sums = new Map<string, TaxAmount>()
  for (const tax of taxes) {
    const known = sums.get(keyOf(tax))
    sums.set(
      keyOf(tax),
      known
        ? { ...tax, netCents: known.netCents + tax.netCents, cents: known.cents + tax.cents }
        : { ...tax },
    )
  }
  return [...sums]
    .sort(([one, a], [other, b]) => b.ppm - a.ppm || (one < other ? -1 : 1))
    .map(([, tax]) => tax)
}

const keyOf = ({ country, region, name, ppm }: Pick<TaxRate, 'country' | 'region' | 'name' | 'ppm'>) =>
  JSON.stringify([country, region, name, ppm])
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
