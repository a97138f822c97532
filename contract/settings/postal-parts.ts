import { britishParts, comparable, withoutLetters } from '../pricing/postal-codes.ts'

/** Parts of a country in the shipping zones, as the owner types them. */

const LENGTH_MAX = 10

/**
 * '10 1', '10*' -> '101', '10'; '10000–19999' -> '10000-19999'; 'n1 *' -> 'N1' in the United Kingdom; 'LV-10' -> '10' in
 * Latvia.
 * @param country ISO code
 * @returns null for anything else
 */
export function parsePostalPart(country: string, typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('−', '-')
    .replace(/\*\s*$/, '')
    .trim()
  if (country === 'GB') return britishPart(text)
  const codes = withoutLetters(country, text)
  return parseRange(codes) ?? parsePrefix(codes)
}

function parsePrefix(text: string): string | null {
  const code = comparable(text)
  return new RegExp(`^[A-Z0-9]{1,${LENGTH_MAX}}$`).test(code) ? code : null
}

/** Between numbers of different lengths, a hyphen belongs to the code, as in the Polish 00-950. */
function parseRange(text: string): string | null {
  const [low = '', high, ...more] = (
    /[–—]|\s-\s/.test(text) ? text.split(/[–—]|\s-\s/) : text.split('-')
  ).map(comparable)
  if (high === undefined || more.length > 0 || low.length !== high.length) return null
  return /^\d{1,10}$/.test(low) && /^\d+$/.test(high) && low < high ? `${low}-${high}` : null
}

function britishPart(text: string): string | null {
  const [outward, inward] = britishParts(text)
  if (!/^[A-Z]{1,4}\d{0,2}[A-Z]?$/.test(outward) || !/^(?:\d[A-Z]{0,2})?$/.test(inward)) return null
  return inward === '' ? outward : `${outward} ${inward}`
}

/** '10000-19999' -> '10000–19999' */
export const postalPartText = (part: string) => part.replace('-', '–')

/** The codes of a part as an interval of numbers, or null for a part with letters. */
type Interval = { low: number; high: number }

export function intervalOf(part: string): Interval | null {
  const [low = '', high = low] = part.split('-')
  if (!/^\d+$/.test(low)) return null
  return { low: Number(low.padEnd(LENGTH_MAX, '0')), high: Number(high.padEnd(LENGTH_MAX, '9')) }
}

/**
 * Returns the first pair of parts that overlap although neither contains the other. The narrowest part wins, but between
 * these two it isn't decided.
 */
export function findOverlap<P extends { part: string }>(parts: P[]): [first: P, second: P] | null {
  const sorted = parts
    .flatMap((one) => {
      const interval = intervalOf(one.part)
      return interval ? [{ ...interval, one }] : []
    })
    .sort((a, b) => a.low - b.low || b.high - a.high)
  const open: typeof sorted = []
  for (const next of sorted) {
    while ((open.at(-1)?.high ?? Number.POSITIVE_INFINITY) < next.low) open.pop()
    const around = open.at(-1)
    if (around && around.high < next.high) return [around.one, next.one]
    open.push(next)
  }
  return null
}
