/** Postal codes in shipping zones: prefixes, ranges, and British districts. Doesn't import zod, so pages can load it early. */

/** Removes differences in how people write codes: case, width, spaces, and hyphens. */
export const comparable = (code: string) => code.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')

/** Letters before the digits of each postal code of a country, if they aren't its ISO code. */
const LETTERS: Readonly<Record<string, string>> = { GG: 'GY', LI: 'FL', LU: 'L', OM: 'PC', SV: 'CP' }
/** Countries whose postal codes begin with the ISO code, or may be written so. */
const WITH_ISO_CODE = 'AD AI AX AZ BB CH FI FO HR HT IM JE KY LT LV MC MD PR SE SI VC VG'

/** Returns a country's letter prefix, which each of its postal codes has, or may have, before its digits. */
export const postalLetters = (country: string) =>
  LETTERS[country] ?? (WITH_ISO_CODE.includes(country) ? country : '')

/** Removes a country's letter prefix from its postal codes: 'LV-1010' -> '1010'. */
export function withoutLetters(country: string, codes: string): string {
  const letters = postalLetters(country)
  return letters ? codes.replace(new RegExp(`\\b${letters}[\\s-]*(?=\\d)`, 'g'), '') : codes
}

/**
 * Returns how narrow the part of a country is that contains a postal code, or 0 if it doesn't contain it.
 * @param country ISO code
 * @param part '101' for all codes that begin with it, '10000-19999', or in the United Kingdom an area, a district, or more
 */
export function narrowness(country: string, part: string, postalCode: string): number {
  if (country === 'GB') return containsBritish(part, postalCode) ? 1 + part.length : 0
  const whole = comparable(postalCode)
  const code = withoutLetters(country, whole)
  const [low = '', high] = part.split('-')
  if (high === undefined) return code.startsWith(low) || whole.startsWith(low) ? 1 + low.length : 0
  const start = code.slice(0, low.length)
  if (start.length < low.length || start < low || start > high) return 0
  return 1 + low.length - Math.log10(Number(high) - Number(low) + 1)
}

/** Returns whether a code that begins with these characters may be in a part of the country. */
export function mayContain(country: string, part: string, start: string): boolean {
  const code = withoutLetters(country, comparable(start))
  return code !== '' && comparable(part).startsWith(code)
}

/** 'SW1A 1AA' -> ['SW1A', '1AA'], 'N19' -> ['N19', '']: the district, and the rest. */
export function britishParts(code: string): [outward: string, inward: string] {
  const [outward = '', ...inward] = code.normalize('NFKC').toUpperCase().trim().split(/\s+/)
  if (inward.length > 0) return [outward, inward.join('')]
  const [, district = outward, rest = ''] =
    /^([A-Z]{1,2}\d[A-Z\d]?|[A-Z]+)(\d[A-Z]{0,2})?$/.exec(outward) ?? []
  return [district, rest]
}

/** N1 contains N1C, and not N10. The area N contains N1 and N10, and not NW1. */
function containsBritish(part: string, postalCode: string): boolean {
  const [outward, inward] = britishParts(part)
  const [district, rest] = britishParts(postalCode)
  if (inward !== '') return district === outward && rest.startsWith(inward)
  if (!district.startsWith(outward)) return false
  const isNumberNext = /\d/.test(district.charAt(outward.length))
  return district === outward || isNumberNext === /^[A-Z]+$/.test(outward)
}
