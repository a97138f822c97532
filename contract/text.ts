import { z } from 'zod'

type Limits = { min: number; tooShort: string; max: number; tooLong: string }

/** One or more lines of displayed text, trimmed. NUL is rejected, because PostgreSQL can't store it. */
export function shownText(limits: Limits, text: z.ZodString = z.string().trim()) {
  return text
    .min(limits.min, limits.tooShort)
    .max(limits.max, limits.tooLong)
    .refine((text) => !text.includes('\0'), 'This text contains a character that isn’t allowed')
}

/** Line breaks of any kind, and other control characters. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
export const isOneLine = (text: string) => !CONTROL.test(text)
export const ONE_LINE = 'Must be a single line of text'

/** Invisible characters that reverse what follows, even text of the shop. Phones add them to numbers that people copy. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g
const withoutDirections = (text: string) => text.replace(DIRECTIONS, '')

/** A line of text, trimmed, without characters that reverse it. */
export const textLine = () => z.string().overwrite(withoutDirections).trim()

/** Half of a character that UTF-16 stores as a pair. */
const HALF = /\p{Surrogate}/gu
/** Drops what PostgreSQL can't store: NUL, and halves of characters. */
export const asStorable = (text: string) => text.replaceAll('\0', '').replace(HALF, '')

/** Joins the lines of a text from elsewhere, such as the platform. */
export const asOneLine = (text: string) =>
  asStorable(withoutDirections(text).replace(new RegExp(`${CONTROL.source}+`, 'gu'), ' ')).trim()

/** Like asOneLine, but at most `max` long, without half a character or a space at the end. */
export const cutLine = (text: string, max: number) => asOneLine(asOneLine(text).slice(0, max))

/** One line of displayed text, trimmed. It ends up in headers, CSV cells, and labels, which a line break would split. */
export function shownLine(limits: Limits, notOneLine: string = ONE_LINE) {
  return shownText(limits, textLine()).refine(isOneLine, notOneLine)
}

/** A day in the shop's time zone, for example 2026-01-31. PostgreSQL has no year 0. */
export const Day = z.iso.date().regex(/^[1-9]/, 'Must be a day such as 2026-01-31')

/** ISO 8601 in UTC. */
export const Time = z.iso.datetime()

/**
 * A record's version: the number of changes to its row. An edit sends the version it started from. At most PostgreSQL's
 * maximum integer.
 */
export const Version = z.int().min(1).max(2_147_483_647)

/** A row's ID, from a body or a URL. */
export const RowId = z
  .union([z.number(), z.string()])
  .transform(Number)
  .pipe(z.int().min(1).max(2_147_483_647))

/** A honeypot field, which people don't see and leave empty. If a bot fills it in, its message is accepted but dropped. */
export const Honeypot = z.string().max(1000).default('')

/** Money in JSON: a decimal string with all decimals of the currency, for example "49.99" in US dollars. */
export const Money = z.string().regex(/^\d+(\.\d{2,3})?$/)

/** An amount in some currency, as text. Whether it is valid, and how many cents it is, depends on the shop's currency. */
export const Decimal = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'Must be an amount such as 49.99')
  .brand<'Decimal'>()
export type Decimal = z.output<typeof Decimal>

/** Money in a request: a number or a string. */
export const MoneyInput = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(Decimal)

/** Maximum size of a body with a text of up to 5,000 characters. JSON may escape a character in six bytes. */
export const LONG_TEXT_MAX_BYTES = 48 * 1024
