import { canonicalPlace } from './places.ts'

/** Where a shop ships, and the cost of each method. Doesn't import zod, so pages can load it early. */

/** Business days from the order to its delivery. */
export type DeliveryDays = { from: number; to: number }

/** The cost of shipping up to and including a limit, in grams or in minor units of the currency. */
type RateBand = { upTo: number; rateCents: number }

/**
 * Where orders are picked up.
 * @property country the shop's code
 * @property formatted the lines in the order that the country uses, omitted for the specification's countries
 */
export type PickupAddress = {
  address: string
  address2?: string
  city: string
  state: string
  zipCode: string
  country: string
  formatted?: string[]
}

export type MethodKind = 'flat' | 'weight' | 'value' | 'pickup'

/**
 * One way to send an order.
 * @property kind flat if omitted
 * @property rateCents the flat rate or, with bands, the rate above all of them; 0 for pickup
 * @property bands ascending
 * @property freeFromCents the minimum subtotal of free shipping
 * @property days null if unknown; omitted in a shop without zones, whose only method has no name
 * @property address where orders are picked up
 */
export type ShippingMethod = {
  id: string
  name: string
  rateCents: number
  kind?: MethodKind
  bands?: RateBand[]
  freeFromCents?: number | null
  days?: DeliveryDays | null
  address?: PickupAddress
}

/**
 * Places with the same shipping methods. Only a zone of one country can have regions or postal codes.
 * @property countries ISO 3166 codes, or null for every country
 * @property regions states or provinces, if only those belong to the zone
 * @property postalCodes their first characters, if only those belong to the zone
 */
export type ShippingZone = {
  name?: string
  countries: string[] | null
  regions?: string[]
  postalCodes?: string[]
  methods: ShippingMethod[]
}

/** @property country ISO 3166 code */
export type Place = { country: string; region: string; postalCode?: string }

/** The properties of a cart that shipping costs depend on. Products without a weight count as 0 g. */
export type Goods = { subtotalCents: number; weightGrams: number; shipsFree: boolean }

export type ShippingOption = { method: ShippingMethod; cents: number }

/** Returns the zone of a place, or null if the shop doesn't ship there. The most specific zone wins. */
export function zoneFor(zones: ShippingZone[], typed: Place): ShippingZone | null {
  const place = canonicalPlace(typed)
  let best: ShippingZone | null = null
  let highest = 0
  for (const zone of zones) {
    const specificity = specificityOf(zone, place)
    if (specificity <= highest) continue
    best = zone
    highest = specificity
  }
  return best
}

/** Returns the methods of a zone with their costs, in the store owner's order. */
export function shippingOptions({ methods }: ShippingZone, goods: Goods): ShippingOption[] {
  return methods.map((method) => ({ method, cents: costOf(method, goods) }))
}

/** Returns the cheapest delivery, or the cheapest pickup if there is no delivery. */
export function defaultOption(options: ShippingOption[]): ShippingOption | undefined {
  const deliveries = options.filter(({ method }) => method.kind !== 'pickup')
  const [first, ...others] = deliveries.length > 0 ? deliveries : options
  return others.reduce((best, one) => (best && one.cents >= best.cents ? best : one), first)
}

/** Returns the shipping cost to show before the destination is known: that of the cheapest delivery to the first zone. */
export function estimatedCents(zones: ShippingZone[], goods: Goods): number {
  const [zone] = zones
  const option = zone && defaultOption(shippingOptions(zone, goods))
  if (!option) throw new RangeError('No shipping zone has a method')
  return option.cents
}

const GRAMS = new Map([
  ['kg', 1000],
  ['g', 1],
  ['lb', 453.59237],
  ['lbs', 453.59237],
  ['oz', 28.349523125],
])

/** Returns a product's weight, or null if it has none or its unit isn't kg, g, lb, or oz. */
export function gramsOf({ weight, weightUnit }: { weight: string | null; weightUnit: string | null }) {
  const grams = GRAMS.get(weightUnit?.toLowerCase() ?? '')
  return weight && grams ? Math.round(Number(weight) * grams) : null
}

/** Removes differences in how people write codes: case, spaces, and hyphens. */
export const comparable = (code: string) => code.toUpperCase().replace(/[\s-]/g, '')

/** Returns 0 if the place isn't in the zone. If several zones contain it, the highest value wins. */
function specificityOf(zone: ShippingZone, place: Place): number {
  const { countries, regions = [], postalCodes = [] } = zone
  if (countries === null) return 1
  // A zone can have Puerto Rico as a country, too.
  const isTerritory = countries.some((country) =>
    isSameRegion(canonicalPlace({ country, region: '' }), place),
  )
  if (!isTerritory && !countries.includes(place.country)) return 0
  if (postalCodes.length > 0) {
    const code = comparable(place.postalCode ?? '')
    return Math.max(0, ...postalCodes.filter((one) => code.startsWith(one)).map(({ length }) => 3 + length))
  }
  if (regions.length === 0) return isTerritory ? 3 : 2
  return regions.some((one) => comparable(one) === comparable(place.region)) ? 3 : 0
}

const isSameRegion = (one: Place, other: Place) =>
  one.region !== '' && one.country === other.country && one.region === other.region

function costOf({ kind, rateCents, bands = [], freeFromCents }: ShippingMethod, goods: Goods): number {
  const { subtotalCents, weightGrams, shipsFree } = goods
  if (shipsFree || (typeof freeFromCents === 'number' && subtotalCents >= freeFromCents)) return 0
  const amount = kind === 'weight' ? weightGrams : subtotalCents
  return bands.find(({ upTo }) => amount <= upTo)?.rateCents ?? rateCents
}
