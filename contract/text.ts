import { z } from 'zod'

/** One or more lines for people to read, trimmed. NUL is refused: the database cannot keep it. */
export function shownText(limits: { min: number; tooShort: string; max: number; tooLong: string }) {
  return z
    .string()
    .trim()
    .min(limits.min, limits.tooShort)
    .max(limits.max, limits.tooLong)
    .refine((text) => !text.includes('\0'), 'This text has a character that cannot be kept')
}

/** ISO 8601 in UTC. */
export const Time = z.iso.datetime()

/** How often a row has been changed; an edit names the version that it began with. At most what the database's integer holds. */
export const Version = z.int().min(1).max(2_147_483_647)

/** A row's number, from a body or from an address. */
export const RowId = z
  .union([z.number(), z.string()])
  .transform(Number)
  .pipe(z.int().min(1).max(2_147_483_647))

/**
 * A field that people do not see and leave empty. What fills in every field is a program: it is thanked, and what it wrote
 * is thrown away.
 */
export const LeftEmpty = z.string().max(1000).default('')
