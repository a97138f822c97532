import { z } from 'zod'
import { slugOf } from '../catalog/slugs.ts'
import { isCountry, nameWithArticle } from '../checkout/countries.ts'
import { US_STATES } from '../checkout/rules.ts'
import { ShippingPlace } from '../checkout/shipping.ts'
import { comparable, type MethodKind, type ShippingMethod } from '../pricing/shipping.ts'
import { type Decimal, shownLine } from '../text.ts'
import { amount, amountOrNone, wholeNumber } from '../typed-text.ts'
import { ZONE_LIMITS as LIMITS, ZONE_MESSAGES as SAYS } from './zones.ts'

const line = (empty: string, max: number) =>
  shownLine({ min: 1, tooShort: empty, max, tooLong: `At most ${max} characters` })
const Rate = amount(SAYS.rate)
const Days = wholeNumber({ min: 0, max: LIMITS.days, error: SAYS.days })

function noDays(days: unknown): unknown {
  const { from, to } = (days ?? {}) as { from?: unknown; to?: unknown }
  return [from, to].every((day) => typeof day === 'string' && day.trim() === '') ? null : days
}

/** A list, or one comma-separated string. */
const listed = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : value

const bandsOf = (upTo: z.ZodType<number | Decimal>) =>
  z
    .array(z.object({ upTo, rate: Rate }))
    .min(1, SAYS.noBand)
    .max(LIMITS.bands, SAYS.tooManyBands)
    .superRefine((bands, context) => {
      for (const [index, { upTo }] of bands.entries()) {
        const before = bands[index - 1]
        if (before && Number(upTo) <= Number(before.upTo))
          context.addIssue({ code: 'custom', path: [index, 'upTo'], message: SAYS.bandOrder })
      }
    })

const common = {
  /** If omitted, it is generated from the name. */
  id: z.string().max(100).optional(),
  name: line(SAYS.methodName, LIMITS.name),
  /** Null or two empty strings if unknown. */
  days: z
    .preprocess(
      noDays,
      z
        .object({ from: Days, to: Days })
        .refine(({ from, to }) => from <= to, { path: ['to'], message: SAYS.dayOrder })
        .nullable(),
    )
    .default(null),
}
const paid = {
  ...common,
  /** The flat rate or, with limits, the rate above all of them. */
  rate: Rate,
  freeFrom: amountOrNone
    .refine((amount) => amount === null || Number(amount) > 0, SAYS.freeFrom)
    .default(null),
}

const Method = z
  .discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('flat'), ...paid }),
      z.object({
        kind: z.literal('weight'),
        ...paid,
        bands: bandsOf(wholeNumber({ min: 1, max: LIMITS.grams, error: SAYS.grams })),
      }),
      z.object({
        kind: z.literal('value'),
        ...paid,
        bands: bandsOf(amount(SAYS.limit).refine((amount) => Number(amount) > 0, SAYS.limit)),
      }),
      z.object({
        kind: z.literal('pickup'),
        ...common,
        /** If omitted, that of the business. */
        address: ShippingPlace.optional(),
      }),
    ],
    SAYS.kind,
  )
  .transform(methodOf)

const Countries = z
  .array(z.string().refine(isCountry, { error: ({ input }) => `Unknown country code “${String(input)}”` }))
  .min(1, SAYS.noCountry)
  .transform((codes) => [...new Set(codes)])

const PostalCode = z
  .string()
  .transform(comparable)
  .pipe(z.string().regex(new RegExp(`^[A-Z0-9]{1,${LIMITS.postalCode}}$`), SAYS.postalCode))

const Zone = z
  .object({
    name: line(SAYS.zoneName, LIMITS.name),
    countries: Countries.nullable(),
    regions: z
      .preprocess(
        listed,
        z.array(line('Enter a state', LIMITS.name)).max(LIMITS.regions, `At most ${LIMITS.regions} states`),
      )
      .default([]),
    postalCodes: z
      .preprocess(
        listed,
        z.array(PostalCode).max(LIMITS.postalCodes, `At most ${LIMITS.postalCodes} postal codes`),
      )
      .default([]),
    methods: z.array(Method).min(1, SAYS.noMethod).max(LIMITS.methods, SAYS.tooManyMethods),
  })
  .superRefine(({ countries, regions, postalCodes, methods }, context) => {
    const reject = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (regions.length + postalCodes.length > 0 && countries?.length !== 1)
      reject([regions.length > 0 ? 'regions' : 'postalCodes'], SAYS.oneCountry)
    if (regions.length > 0 && postalCodes.length > 0) reject(['postalCodes'], SAYS.onePart)
    const unknown = countries?.[0] === 'US' ? regions.find((region) => !isUsState(region)) : undefined
    if (unknown !== undefined)
      reject(['regions'], `“${unknown}” isn’t a US state. Use its two letters, such as TX`)
    for (const [index, { name }] of methods.entries()) {
      if (methods.slice(0, index).some((other) => other.name === name))
        reject(['methods', index, 'name'], `Another method of this zone is named “${name}”`)
    }
  })
  .transform((zone) => ({ ...zone, methods: withIds(zone.methods) }))

export type ZoneValues = z.input<typeof Zone>
/** A zone whose amounts are text, as the API receives them. The shop's currency decides how many cents they are. */
export type ZoneInput = z.output<typeof Zone>

/** The zones of the settings form. */
export const ZonesInput = z
  .array(Zone)
  .min(1, SAYS.noZone)
  .max(LIMITS.zones, SAYS.tooManyZones)
  .superRefine((zones, context) => {
    const seen = new Map<string, string | undefined>()
    for (const [index, zone] of zones.entries()) {
      for (const { field, place, key } of placesOf(zone)) {
        const other = seen.get(key)
        if (other !== undefined)
          context.addIssue({
            code: 'custom',
            path: [index, field],
            message: `${place} is already in the zone “${other}”`,
          })
        else seen.set(key, zone.name)
      }
    }
  })
  .nullable()

type MethodInput = { kind: MethodKind; id?: string | undefined; name: string } & {
  days: ShippingMethod['days']
  /** Omitted for pickup, which costs nothing. */
  rate?: Decimal | null
  freeFrom?: Decimal | null
  bands?: { upTo: number | Decimal; rate: Decimal }[]
  address?: ShippingPlace | undefined
}

function methodOf({ id = '', rate = null, freeFrom = null, bands = [], address, ...method }: MethodInput) {
  return {
    ...{ id, ...method, rate, freeFrom, bands },
    ...(address === undefined ? {} : { address }),
  }
}

/** Keeps known IDs, because orders and open checkouts refer to them. Generates the other IDs from the names. */
function withIds<M extends { id: string; name: string }>(methods: M[]): M[] {
  const taken = new Set<string>()
  return methods.map((method) => {
    const wanted = /^[a-z0-9-]{1,60}$/.test(method.id) ? method.id : slugOf(method.name) || 'method'
    let id = wanted
    for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`
    taken.add(id)
    return { ...method, id }
  })
}

type ZoneField = 'countries' | 'regions' | 'postalCodes'

/** Returns the places of a zone, each with a key. Only the same place at the same level has the same key. */
function placesOf({ countries, regions, postalCodes }: ZoneInput) {
  if (countries === null)
    return [{ field: 'countries' as ZoneField, place: 'Everywhere else', key: 'everywhere' }]
  const [country = ''] = countries
  const parts = [
    ...regions.map((one) => ({
      field: 'regions' as ZoneField,
      place: one,
      key: `region ${country} ${comparable(one)}`,
    })),
    ...postalCodes.map((one) => ({
      field: 'postalCodes' as ZoneField,
      place: one,
      key: `code ${country} ${one}`,
    })),
  ]
  if (parts.length > 0) return parts
  return countries.map((code) => ({
    field: 'countries' as ZoneField,
    place: capitalized(nameWithArticle(code)),
    key: `country ${code}`,
  }))
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const STATES = new Set<string>(US_STATES.map(([code]) => code))
const isUsState = (region: string) => STATES.has(region.toUpperCase())
