import { z } from 'zod'

/** One or more lines of displayed text, trimmed. NUL is rejected, because PostgreSQL can't store it. */
export function shownText(limits: { min: number; tooShort: string; max: number; tooLong: string }) {
  return z
    .string()
    .trim()
    .min(limits.min, limits.tooShort)
    .max(limits.max, limits.tooLong)
    .refine((text) => !text.includes('\0'), 'This text contains a character that isn’t allowed')
}

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
