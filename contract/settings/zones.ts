import { z } from 'zod'
import { type Currency, centsToWire } from '../money.ts'
import type { PickupAddress as PickupPlace, ShippingMethod, ShippingZone } from '../pricing/shipping.ts'

/** Shipping zones in the formats of the database and of the API, with their limits and messages. */

export const ZONE_LIMITS = {
  zones: 50,
  methods: 10,
  bands: 20,
  name: 60,
  regions: 100,
  postalCodes: 300,
  postalCode: 10,
  days: 120,
  grams: 10_000_000,
} as const

const LIMITS = ZONE_LIMITS

export const ZONE_MESSAGES = {
  noZone: 'Add a zone, or the shop ships nowhere',
  tooManyZones: `At most ${LIMITS.zones} zones`,
  zoneName: 'Enter a name for the zone',
  noCountry: 'Choose a country',
  noMethod: 'Add a shipping method',
  tooManyMethods: `At most ${LIMITS.methods} methods per zone`,
  methodName: 'Enter a name that shoppers see',
  nameTooLong: `At most ${LIMITS.name} characters`,
  oneCountry: 'States and postal codes need a zone with exactly one country',
  onePart: 'Limit a zone to states or to postal codes, not to both',
  postalCode: `Enter the first 1 to ${LIMITS.postalCode} letters and digits of a postal code, or a range such as 10000–19999`,
  rate: 'Enter a rate',
  rateTooHigh: (most: string) => `Rate must be at most ${most}`,
  limit: 'Enter an amount above 0',
  grams: `Enter a weight in grams from 1 to ${LIMITS.grams.toLocaleString('en-US')}`,
  noBand: 'Add a limit, or choose a flat rate',
  tooManyBands: `At most ${LIMITS.bands} limits`,
  bandOrder: 'Limits must increase from line to line',
  freeFrom: 'Enter an amount above 0, or leave it empty',
  days: `Days must be a whole number from 0 to ${LIMITS.days}`,
  dayOrder: 'The last day can’t be before the first',
  address: 'Enter the address where orders are picked up',
  kind: 'Choose how the rate is calculated',
} as const

/** Where orders are picked up, with its lines. */
export const PickupAddress: z.ZodType<PickupPlace> = z.object({
  address: z.string(),
  address2: z.string().exactOptional(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  formatted: z.array(z.string()).exactOptional(),
})

const METHOD_KINDS = ['flat', 'weight', 'value', 'pickup'] as const
const cents = z.int().nonnegative()

/** The fields that stored zones and the API's zones share. */
const places = {
  name: z.string(),
  countries: z.array(z.string()).nullable(),
  regions: z.array(z.string()),
  postalCodes: z.array(z.string()),
}

/** Zones in the format of the database and of browsers, which compute quotes from them. Amounts are in minor units. */
export const ShippingZones: z.ZodType<ShippingZone[]> = z.array(
  z.object({
    ...places,
    methods: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(METHOD_KINDS),
        rateCents: cents.nullable(),
        bands: z.array(z.object({ upTo: z.int().positive(), rateCents: cents })),
        freeFromCents: cents.nullable(),
        days: z.object({ from: z.int().nonnegative(), to: z.int().nonnegative() }).nullable(),
        address: PickupAddress.exactOptional(),
      }),
    ),
  }),
)

/** Zones with amounts as the API sends them. */
export const ShippingZonesOut = z.array(
  z.object({
    ...places,
    methods: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(METHOD_KINDS),
        days: z.object({ from: z.int(), to: z.int() }).nullable(),
        /** With limits, the rate above all of them, or null if the method isn't offered there. Omitted for pickup. */
        rate: z.string().nullable().optional(),
        freeFrom: z.string().nullable().optional(),
        /** `upTo` is in grams, or an amount. */
        bands: z.array(z.object({ upTo: z.union([z.int(), z.string()]), rate: z.string() })).optional(),
        address: PickupAddress.optional(),
      }),
    ),
  }),
)
export type ShippingZonesOut = z.infer<typeof ShippingZonesOut>

export function zonesToWire(zones: ShippingZone[], currency: Currency): ShippingZonesOut {
  return zones.map(({ name = '', countries, regions = [], postalCodes = [], methods }) => ({
    name,
    countries,
    regions,
    postalCodes,
    methods: methods.map((method) => methodToWire(method, currency)),
  }))
}

function methodToWire(
  method: ShippingMethod,
  currency: Currency,
): ShippingZonesOut[number]['methods'][number] {
  const {
    id,
    name,
    kind = 'flat',
    days = null,
    rateCents,
    freeFromCents = null,
    bands = [],
    address,
  } = method
  if (kind === 'pickup') return { id, name, kind, days, address }
  const wire = (cents: number) => centsToWire(cents, currency)
  const limit = (upTo: number) => (kind === 'weight' ? upTo : wire(upTo))
  return {
    id,
    name,
    kind,
    days,
    rate: rateCents === null ? null : wire(rateCents),
    freeFrom: freeFromCents === null ? null : wire(freeFromCents),
    ...(kind === 'flat'
      ? {}
      : { bands: bands.map(({ upTo, rateCents }) => ({ upTo: limit(upTo), rate: wire(rateCents) })) }),
  }
}

type WireMethod = Pick<ShippingZonesOut[number]['methods'][number], 'id' | 'name' | 'kind'> & {
  days: ShippingMethod['days']
  rate?: string | null
  freeFrom?: string | null
  bands?: { upTo: number | string; rate: string }[]
  address?: PickupPlace | undefined
}

/**
 * Converts zones whose amounts are text.
 * @param read converts an amount to cents @returns null if one of the strings isn't an amount
 */
export function zonesFromWire(
  zones: (Omit<ShippingZonesOut[number], 'methods'> & { methods: WireMethod[] })[],
  read: (amount: string) => number | null,
): ShippingZone[] | null {
  let isComplete = true
  const centsOf = (amount: string) => {
    const cents = read(amount)
    isComplete &&= cents !== null
    return cents ?? Number.NaN
  }
  const converted = zones.map(({ methods, ...zone }) => ({
    ...zone,
    methods: methods.map(({ id, name, kind, days, rate, freeFrom, bands = [], address }) => ({
      id,
      name,
      kind,
      days: days ?? null,
      rateCents: kind === 'pickup' ? 0 : rate || bands.length === 0 ? centsOf(rate ?? '') : null,
      freeFromCents: freeFrom ? centsOf(freeFrom) : null,
      bands: bands.map(({ upTo, rate }) => ({
        upTo: typeof upTo === 'number' ? upTo : centsOf(upTo),
        rateCents: centsOf(rate),
      })),
      ...(address === undefined ? {} : { address }),
    })),
  }))
  return isComplete ? converted : null
}
