import type { Product } from '#contract/catalog/api.ts'
import { centsOf, centsToWire } from '#contract/money.ts'
import {
  defaultOption,
  estimatedCents,
  gramsOf,
  type ShippingZone,
  shippingOptions,
} from '#contract/pricing/shipping.ts'
import type { ResponseOf } from '../platform/api.ts'

type Shop = Pick<ResponseOf<'GET /api/shop'>, 'publicUrl' | 'currency' | 'zones'>

/**
 * Returns a function that describes in schema.org's terms what shipping costs at a price of the product or of a variant.
 * Later prices refer to equal costs by their IDs.
 */
export function shippingFactsOf(shop: Shop, product: Product): (price: string) => object[] {
  const described = new Set<string>()
  return (price) =>
    shippingFacts(shop, product, price).map((details) => {
      const id = details['@id']
      if (described.has(id)) return { '@id': id }
      described.add(id)
      return details
    })
}

/**
 * Returns what the cheapest delivery of one unit costs, for each zone where that is a flat rate or free. Zones of all
 * other countries, or of parts of a country, can't be described and are omitted.
 */
function shippingFacts(
  { publicUrl, currency, zones = [] }: Shop,
  { shippingCost, weight, weightUnit }: Product,
  price: string,
): { '@id': string }[] {
  if (zones.length === 0) return []
  const goods = {
    subtotalCents: centsOf(price),
    weightGrams: gramsOf({ weight, weightUnit }) ?? 0,
    shipsFree: false,
  }
  const shipsFree = centsOf(shippingCost) === 0 && estimatedCents(zones, goods) > 0
  return zones.flatMap((zone, index) => {
    const countries = wholeCountries(zone, zones)
    const option = defaultOption(shippingOptions(zone, { ...goods, shipsFree }))
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

/** Returns the countries that no other zone covers in part. */
function wholeCountries({ countries, regions = [], postalCodes = [] }: ShippingZone, zones: ShippingZone[]) {
  if (regions.length + postalCodes.length > 0) return []
  return (countries ?? []).filter(
    (country) => zones.filter((zone) => zone.countries?.includes(country)).length === 1,
  )
}

const WORKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

const deliveryTime = ({ from, to }: { from: number; to: number }) => ({
  '@type': 'ShippingDeliveryTime',
  transitTime: { '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' },
  businessDays: {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: WORKDAYS.map((day) => `https://schema.org/${day}`),
  },
})
