import { z } from 'zod'
import { slugOf } from '../catalog/slugs.ts'
import { isCountry, nameWithArticle } from '../checkout/countries.ts'
import { isoCountry } from '../checkout/rules.ts'
import { ShippingPlace } from '../checkout/shipping.ts'
import { canonicalPlace } from '../pricing/places.ts'
import { comparable } from '../pricing/postal-codes.ts'
import type { MethodKind, ShippingMethod } from '../pricing/shipping.ts'
import { type Decimal, shownLine } from '../text.ts'
import { amount, amountOrNone, wholeNumber } from '../typed-text.ts'
import { findOverlap, intervalOf, parsePostalPart, postalPartText } from './postal-parts.ts'
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
  rate: Rate,
  freeFrom: amountOrNone
    .refine((amount) => amount === null || Number(amount) > 0, SAYS.freeFrom)
    .default(null),
}

const banded = {
  ...paid,
  /** The rate above all limits, or null or empty if the method isn't offered there. */
  rate: amountOrNone,
}

const Method = z
  .discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('flat'), ...paid }),
      z.object({
        kind: z.literal('weight'),
        ...banded,
        bands: bandsOf(wholeNumber({ min: 1, max: LIMITS.grams, error: SAYS.grams })),
      }),
      z.object({
        kind: z.literal('value'),
        ...banded,
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
  .array(
    z
      .string()
      .transform((code) => isoCode(code.trim().toUpperCase()))
      .refine(isCountry, { error: ({ input }) => `Unknown country code “${String(input)}”` }),
  )
  .min(1, SAYS.noCountry)
  .superRefine((codes, context) => {
    const twice = codes.find((code, index) => codes.indexOf(code) < index)
    if (twice !== undefined)
      context.addIssue({
        code: 'custom',
        continue: false,
        message: `${capitalized(nameWithArticle(twice))} is in this zone twice`,
      })
  })

/** The VAT's code for Greece is EL. */
const isoCode = (code: string) => (code === 'EL' ? 'GR' : isoCountry(code))

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
        z.array(z.string()).max(LIMITS.postalCodes, `At most ${LIMITS.postalCodes} postal codes`),
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
    for (const [index, typed] of postalCodes.entries())
      if (parsePostalPart(countries?.[0] ?? '', typed) === null)
        reject(['postalCodes', index], SAYS.postalCode)
    for (const [index, { name }] of methods.entries()) {
      if (methods.slice(0, index).some((other) => other.name === name))
        reject(['methods', index, 'name'], `Another method of this zone is named “${name}”`)
    }
  })
  .transform((zone) => ({
    ...zone,
    postalCodes: zone.postalCodes.flatMap((typed) => parsePostalPart(zone.countries?.[0] ?? '', typed) ?? []),
    methods: withIds(zone.methods),
  }))

export type ZoneValues = z.input<typeof Zone>
/** A zone whose amounts are text, as the API receives them. The shop's currency decides how many cents they are. */
export type ZoneInput = z.output<typeof Zone>

/** The zones of the settings form. */
export const ZonesInput = z
  .array(Zone)
  .min(1, SAYS.noZone)
  .max(LIMITS.zones, SAYS.tooManyZones)
  .superRefine((zones, context) => {
    for (const problem of overlaps(zones)) context.addIssue({ code: 'custom', ...problem })
  })
  .nullable()

/** Returns the places that are in a zone although an earlier one has them. */
export function overlaps(zones: ZoneInput[]): { path: (string | number)[]; message: string }[] {
  const seen = new Map<string, string>()
  const twice = zones.flatMap((zone, index) =>
    placesOf(zone).flatMap(({ field, place, key }) => {
      const other = seen.get(key)
      seen.set(key, other ?? zone.name)
      return other === undefined
        ? []
        : [{ path: [index, field], message: `${place} is already in the zone “${other}”` }]
    }),
  )
  return twice.length > 0 ? twice : crossings(zones)
}

function crossings(zones: ZoneInput[]) {
  const countries = new Set(zones.flatMap(({ countries }) => countries ?? []))
  return [...countries].flatMap((country) => {
    const parts = zones.flatMap(({ countries, postalCodes, name }, index) =>
      countries?.includes(country) ? postalCodes.map((part) => ({ part, name, index })) : [],
    )
    const [one, other] = findOverlap(parts)?.toSorted((a, b) => a.index - b.index) ?? []
    if (!one || !other) return []
    const [first, second] = [postalPartText(one.part), postalPartText(other.part)]
    const message = `${second} overlaps ${first} in the zone “${one.name}”`
    return [{ path: [other.index, 'postalCodes'], message }]
  })
}

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
      key: regionKey(country, comparable(one)),
    })),
    ...postalCodes.map((one) => ({
      field: 'postalCodes' as ZoneField,
      place: postalPartText(one),
      key: `code ${country} ${JSON.stringify(country === 'GB' ? one : (intervalOf(one) ?? one))}`,
    })),
  ]
  if (parts.length > 0) return parts
  return countries.map((code) => ({
    field: 'countries' as ZoneField,
    place: capitalized(nameWithArticle(code)),
    key: countryKey(code),
  }))
}

const regionKey = (country: string, region: string) => `region ${country} ${region}`

/** Puerto Rico is one place as a state and as a country. */
function countryKey(code: string) {
  const { country, region } = canonicalPlace({ country: code, region: '' })
  return region === '' ? `country ${country}` : regionKey(country, region)
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
