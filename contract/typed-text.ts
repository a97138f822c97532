import { z } from 'zod'
import { Decimal, isOneLine, ONE_LINE, textLine } from './text.ts'

/**
 * Converts values from a form, a CSV cell, or JSON: '12', ' 12 ', and 12 are the same number, and an empty string is
 * null. A string with a dot isn't a whole number, because '1.000' means a thousand in half of the world.
 */
const typed = (value: unknown) => {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '') return null
  return /^-?\d+$/.test(text) ? Number(text) : text
}

/** A whole number, as a number or text; anything else is `error`. */
export function wholeNumber(limits: { min: number; max: number; error: string }) {
  const { min, max, error } = limits
  return z.preprocess(typed, z.int({ error }).min(min, { error }).max(max, { error }))
}

/** A whole number, or null for an empty string. */
export function wholeNumberOrNone(limits: { min: number; max: number; error: string }) {
  const { min, max, error } = limits
  return z.preprocess(typed, z.int({ error }).min(min, { error }).max(max, { error }).nullable())
}

/** A boolean, or the string 'true' or 'false'; anything else is `error`. */
export function flag(error: string) {
  const read = (value: unknown) =>
    typeof value === 'string' ? ({ true: true, false: false }[value.trim().toLowerCase()] ?? value) : value
  return z.preprocess(read, z.boolean({ error }))
}

/** A required amount. */
export function amount(missing: string) {
  return z
    .union([z.string(), z.number()], { error: missing })
    .transform((value) => String(value).trim())
    .refine((text) => text !== '', { error: missing, abort: true })
    .pipe(Decimal)
}

/** An amount, or null for an empty string. */
export const amountOrNone = z
  .union([z.string(), z.number(), z.null()], { error: 'Must be an amount such as 49.99' })
  .transform((value) => String(value ?? '').trim() || null)
  .pipe(Decimal.nullable())

/** One line, trimmed, or null if empty. */
export function lineOrNone(max: number) {
  return textLine()
    .max(max, `At most ${max} characters`)
    .refine(isOneLine, ONE_LINE)
    .nullable()
    .transform((text) => text || null)
}
