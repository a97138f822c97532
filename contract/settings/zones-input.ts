import { z } from 'zod'
import { isCountry } from '../checkout/countries.ts'
import { isoCountry } from '../checkout/rules.ts'
import { parsePostalPart } from './postal-parts.ts'
import { MethodInput, requiredLine, withIds } from './zone-methods-input.ts'
import { overlaps, placeTitle } from './zone-overlaps.ts'
import { ZONE_LIMITS as LIMITS, ZONE_MESSAGES as SAYS } from './zones.ts'

const COUNTRY_MAX = 100

/** A list, or one comma-separated string. */
const listed = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : value

/** Codes, or names. The server resolves names to codes, and then validates the zones again. */
const Countries = z
  .array(
    z
      .string({ error: SAYS.noCountry })
      .max(COUNTRY_MAX, SAYS.noCountry)
      .transform((text) => codeOf(text.trim())),
  )
  .min(1, SAYS.noCountry)
  .superRefine((codes, context) => {
    const twice = codes.find((code, index) => isCountry(code) && codes.indexOf(code) < index)
    if (twice !== undefined)
      context.addIssue({
        code: 'custom',
        continue: false,
        message: `${placeTitle(twice)} is in this zone twice`,
      })
  })

/** 'de', 'UK', 'EL' -> 'DE', 'GB', 'GR', which is EL in VAT numbers. Leaves other text unchanged. */
function codeOf(text: string): string {
  const code = text.toUpperCase()
  const iso = code === 'EL' ? 'GR' : isoCountry(code)
  return isCountry(iso) ? iso : text
}

const Zone = z
  .object({
    name: requiredLine(SAYS.zoneName, LIMITS.name),
    countries: Countries.nullable(),
    regions: z
      .preprocess(
        listed,
        z
          .array(requiredLine('Enter a state', LIMITS.name))
          .max(LIMITS.regions, `At most ${LIMITS.regions} states`),
      )
      .default([]),
    postalCodes: z
      .preprocess(
        listed,
        z.array(z.string()).max(LIMITS.postalCodes, `At most ${LIMITS.postalCodes} postal codes`),
      )
      .default([]),
    methods: z.array(MethodInput).min(1, SAYS.noMethod).max(LIMITS.methods, SAYS.tooManyMethods),
  })
  .superRefine(({ countries, regions, postalCodes, methods }, context) => {
    const reject = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (regions.length + postalCodes.length > 0 && countries?.length !== 1)
      reject([regions.length > 0 ? 'regions' : 'postalCodes'], SAYS.oneCountry)
    if (regions.length > 0 && postalCodes.length > 0) reject(['postalCodes'], SAYS.onePart)
    for (const [index, typed] of postalCodes.entries())
      if (postalPartIn(countries, typed) === null) reject(['postalCodes', index], SAYS.postalCode)
    for (const [index, { name }] of methods.entries()) {
      if (methods.slice(0, index).some((other) => other.name === name))
        reject(['methods', index, 'name'], `Another method of this zone is named “${name}”`)
    }
  })
  .transform((zone) => ({
    ...zone,
    postalCodes: zone.postalCodes.flatMap((typed) => postalPartIn(zone.countries, typed) ?? []),
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
    const isResolved = zones.every(({ countries }) => countries?.every(isCountry) ?? true)
    for (const problem of isResolved ? overlaps(zones) : []) context.addIssue({ code: 'custom', ...problem })
  })
  .nullable()

/** Postal codes are written in the way of their country, so with a name they stay as entered until the server knows it. */
function postalPartIn(countries: string[] | null, typed: string): string | null {
  const [country = ''] = countries ?? []
  return country === '' || isCountry(country) ? parsePostalPart(country, typed) : typed
}
