import { z } from 'zod'
import { parseCents } from './money.ts'

/** Money in JSON: a decimal string with two digits, for example "49.99". */
export const Money = z.string().regex(/^\d+\.\d{2}$/)

/** Money in a request: a number or a string with at most two decimals. Parsed to integer cents. */
export const MoneyInput = z.union([z.string(), z.number()]).transform((value, context) => {
  const cents = parseCents(String(value).trim())
  if (cents !== null) return cents
  context.addIssue({ code: 'custom', message: 'Must be an amount such as 49.99' })
  return z.NEVER
})
