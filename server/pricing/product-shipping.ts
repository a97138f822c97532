import type { Product } from '#contract/catalog/api.ts'
import { nameWithArticle } from '#contract/checkout/countries.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { centsOf, centsToWire, formatMoney } from '#contract/money.ts'
import { defaultCountry, shippedCountries, shippingProblem } from '#contract/pricing/shipped-places.ts'
import {
  type DeliveryDays,
  defaultOption,
  type Goods,
  type Place,
  type ShippingZone,
  shippingOptions,
  zoneFor,
} from '#contract/pricing/shipping.ts'
import { gramsOf } from '#contract/pricing/weights.ts'
import type { Settings } from '../settings/settings.ts'
import { wholeCountries } from './shipping-facts.ts'

/** A product with its own shipping cost in cents, or null if it has the shop's rates. */
export type ShippedProduct = { product: Product; ownCents: number | null }

/** @property country the shop's code */
type ShopperPlace = { country?: string | undefined; state?: string | undefined; zipCode?: string | undefined }

/** Returns what shipping one unit costs at a place, or in the shop's country if the place is unknown. */
export function productShipping(settings: Settings, { product, ownCents }: ShippedProduct, at: ShopperPlace) {
  const { zones } = settings
  const cost = (amount: string) => `Shipping Cost: ${formatMoney(amount, settings)}`
  if (ownCents === 0) return { ...FREE, ...(isPickupOnly(zones ?? []) && { isPickedUp: true as const }) }
  if (ownCents !== null || !zones) {
    return centsOf(product.shippingCost) === 0 ? FREE : { text: cost(product.shippingCost) }
  }
  const goods = goodsOf(product, product.price)
  const country = at.country || homeCountry(settings)
  const local = zonesAt(zones, { ...at, country })
  const options = local.flatMap((zone) => shippingOptions(zone, goods))
  const deliveries = options.filter(({ method }) => method.kind !== 'pickup')
  const place = { country, state: at.state ?? '', zipCode: at.zipCode ?? '' }
  const problem = options.length === 0 ? shippingProblem(zones, place, goods) : null
  if (problem) return { text: problem.message }
  if (deliveries.length === 0)
    return { text: 'Pickup Only', isFree: true as const, isPickedUp: true as const }
  const costs = deliveries.map(({ cents }) => cents)
  const lowest = Math.min(...costs)
  const to = isSameEverywhere(zones, goods) ? '' : ` to ${nameWithArticle(country)}`
  if (lowest === 0) return { ...FREE, text: `${FREE.text}${to}` }
  const from = deliveries.length > 1 ? 'from ' : ''
  const amount = formatMoney(centsToWire(lowest, settings.currency), settings)
  return { text: `Shipping Cost: ${from}${amount}${to}` }
}

const FREE = { text: 'Free Shipping', isFree: true as const }

/** Returns the country of the business if the shop ships there, otherwise the preselected one. */
function homeCountry({ zones, business }: Settings): string {
  return shippedCountries(zones).includes(business.country) ? business.country : defaultCountry(zones)
}

/** Returns the zone of a place, or every zone of its country if only that is known. */
function zonesAt(
  zones: ShippingZone[],
  { country = '', state = '', zipCode = '' }: ShopperPlace,
): ShippingZone[] {
  const place: Place = { country: isoCountry(country), region: state, postalCode: zipCode }
  const zone = zoneFor(zones, place)
  const own = zone ? [zone] : []
  if (state || zipCode) return own
  const parts = zones.filter((one) => one !== zone && one.countries?.includes(place.country))
  return [...own, ...parts]
}

/** Returns whether each zone has the same single delivery cost. */
function isSameEverywhere(zones: ShippingZone[], goods: Goods): boolean {
  const costs = zones.map((zone) => defaultOption(shippingOptions(zone, goods))?.cents ?? null)
  return costs.every((cents) => cents === costs[0])
}

const isPickupOnly = (zones: ShippingZone[]) =>
  zones.length > 0 && zones.every(({ methods }) => methods.every(({ kind }) => kind === 'pickup'))

const goodsOf = ({ weight, weightUnit }: Product, price: string, shipsFree = false): Goods => ({
  subtotalCents: centsOf(price),
  weightGrams: gramsOf({ weight, weightUnit }) ?? 0,
  shipsFree,
})

/**
 * Returns in schema.org's terms what shipping costs at each price of a product. Later prices refer to equal costs by their
 * IDs.
 */
export function shippingDetails(
  settings: Settings,
  publicUrl: string,
  { product, ownCents }: ShippedProduct,
) {
  const described = new Set<string>()
  const prices = [...new Set([product.price, ...product.variants.map(({ price }) => price)])]
  return prices.map((price) => ({
    price,
    details: detailsAt(settings, publicUrl, goodsOf(product, price, ownCents === 0)).map((details) => {
      const id = details['@id']
      if (described.has(id)) return { '@id': id }
      described.add(id)
      return details
    }),
  }))
}

/**
 * Returns what the cheapest delivery of one unit costs, for each zone where that is a flat rate or free. Zones of all
 * other countries, or of parts of a country, can't be described and are omitted.
 */
function detailsAt(
  { zones, currency }: Settings,
  publicUrl: string,
  goods: Goods,
): ({ '@id': string } & object)[] {
  return (zones ?? []).flatMap((zone, index) => {
    const countries = wholeCountries(zone, zones ?? [])
    const option = defaultOption(shippingOptions(zone, goods))
    if (!option || option.method.kind === 'pickup' || countries.length === 0) return []
    const { method, cents } = option
    if (cents > 0 && (method.kind ?? 'flat') !== 'flat') return []
    return {
      '@type': 'OfferShippingDetails',
      '@id': `${publicUrl}/#shipping-${index}-${cents}`,
      shippingRate: {
        '@type': 'MonetaryAmount',
        value: centsToWire(cents, currency),
        currency: currency.code,
      },
      shippingDestination: countries.map((addressCountry) => ({ '@type': 'DefinedRegion', addressCountry })),
      ...(method.days && { deliveryTime: deliveryTime(method.days) }),
    }
  })
}

const WORKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

const deliveryTime = ({ from, to }: DeliveryDays) => ({
  '@type': 'ShippingDeliveryTime',
  transitTime: { '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' },
  businessDays: {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: WORKDAYS.map((day) => `https://schema.org/${day}`),
  },
})
