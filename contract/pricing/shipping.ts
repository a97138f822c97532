import { canonicalPlace } from './places.ts'
import { comparable, mayContain, narrowness } from './postal-codes.ts'

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
 * @property rateCents the flat rate or, with bands, the rate above all of them, or null if the method isn't offered
 * there; 0 for pickup
 * @property bands ascending
 * @property freeFromCents the minimum subtotal of free shipping
 * @property days null if unknown; omitted in a shop without zones, whose only method has no name
 * @property address where orders are picked up
 */
export type ShippingMethod = {
  id: string
  name: string
  rateCents: number | null
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
 * @property postalCodes parts of the country, if only those belong to the zone (postal-codes.ts)
 */
export type ShippingZone = {
  name?: string
  countries: string[] | null
  regions?: string[]
  postalCodes?: string[]
  methods: ShippingMethod[]
}

/**
 * @property country ISO 3166 code
 * @property isPartial whether the postal code may be only the first part, which a wallet shares before the payment
 */
export type Place = { country: string; region: string; postalCode?: string; isPartial?: boolean }

/** The properties of a cart that shipping costs depend on. Products without a weight count as 0 g. */
export type Goods = { subtotalCents: number; weightGrams: number; shipsFree: boolean }

export type ShippingOption = { method: ShippingMethod; cents: number }

/**
 * Returns the zone of a place, or null if the shop doesn't ship there. The most specific zone wins. For the first part of a
 * postal code, the first zone that the place may be in.
 */
export function zoneFor(zones: ShippingZone[], place: Place): ShippingZone | null {
  return possibleZones(zones, place)[0] ?? null
}

/** Returns the zones that a place may be in: several only if its postal code is partial, and the zone of that part first. */
export function possibleZones(zones: ShippingZone[], typed: Place): ShippingZone[] {
  const place = canonicalPlace(typed)
  const zone = mostSpecific(zones, place)
  const others = place.isPartial ? zones.filter((one) => one !== zone && mayBeIn(one, place)) : []
  return zone ? [zone, ...others] : others
}

/** Returns whether a longer postal code may be in the zone. */
function mayBeIn(
  { countries, postalCodes = [] }: ShippingZone,
  { country, postalCode = '' }: Place,
): boolean {
  return (
    countries?.includes(country) === true && postalCodes.some((part) => mayContain(country, part, postalCode))
  )
}

function mostSpecific(zones: ShippingZone[], place: Place): ShippingZone | null {
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

/** Returns the methods that a zone offers for these goods with their costs, in the store owner's order. */
export function shippingOptions({ methods }: ShippingZone, goods: Goods): ShippingOption[] {
  return methods.flatMap((method) => {
    const cents = costOf(method, goods)
    return cents === null ? [] : [{ method, cents }]
  })
}

/** Returns the method if the place's zone offers it for these goods, or null for the cheapest delivery. */
export function offeredMethod(
  zone: ShippingZone,
  goods: Goods,
  methodId: string | null | undefined,
): string | null {
  return shippingOptions(zone, goods).find(({ method }) => method.id === methodId)?.method.id ?? null
}

/** Returns the cheapest delivery, or the cheapest pickup if there is no delivery. */
export function defaultOption(options: ShippingOption[]): ShippingOption | undefined {
  const deliveries = options.filter(({ method }) => method.kind !== 'pickup')
  const [first, ...others] = deliveries.length > 0 ? deliveries : options
  return others.reduce((best, one) => (best && one.cents >= best.cents ? best : one), first)
}

/**
 * Returns the shipping to show before the destination is known: the cheapest delivery to the first zone. If no method
 * there takes these goods, that of the largest parcel.
 */
export function estimatedOption(zones: ShippingZone[], goods: Goods): ShippingOption {
  const methods = zones[0]?.methods ?? []
  const largest = methods.map((method) => ({ method, cents: method.bands?.at(-1)?.rateCents ?? 0 }))
  const offered = zones[0] ? shippingOptions(zones[0], goods) : []
  const option = defaultOption(offered.length > 0 ? offered : largest)
  if (!option) throw new RangeError('No shipping zone has a method')
  return option
}

export const estimatedCents = (zones: ShippingZone[], goods: Goods) => estimatedOption(zones, goods).cents

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
    const widths = postalCodes.map((part) => narrowness(place.country, part, place.postalCode ?? ''))
    const narrowest = Math.max(0, ...widths)
    return narrowest && 3 + narrowest
  }
  if (regions.length === 0) return isTerritory ? 3 : 2
  return regions.some((one) => comparable(one) === comparable(place.region)) ? 3 : 0
}

const isSameRegion = (one: Place, other: Place) =>
  one.region !== '' && one.country === other.country && one.region === other.region

/** Returns null if the method isn't offered for these goods. */
function costOf({ kind, rateCents, bands = [], freeFromCents }: ShippingMethod, goods: Goods): number | null {
  const { subtotalCents, weightGrams, shipsFree } = goods
  const amount = kind === 'weight' ? weightGrams : subtotalCents
  const band = bands.find(({ upTo }) => amount <= upTo)
  if (!band && rateCents === null) return null
  if (shipsFree || (typeof freeFromCents === 'number' && subtotalCents >= freeFromCents)) return 0
  return band ? band.rateCents : rateCents
}
