import { type Currency, parsePayable, sampleAmount } from '#contract/money.ts'
import type { Decimal } from '#contract/money-schema.ts'
import { invalidInput } from '../errors.ts'

/** The amounts of a request, and the same amounts in cents. */
type Amounts = Record<string, Decimal | null | undefined>
type InCents<A extends Amounts> = { [Name in keyof A]: number | Exclude<A[Name], Decimal> }

/**
 * Converts the amounts of a request to cents of the shop's currency.
 * @throws ShopError 400 naming each field with too many decimals or too large an amount
 */
export function readAmounts<A extends Amounts>(amounts: A, currency: Currency): InCents<A> {
  const message = `Must be an amount such as ${sampleAmount(currency)}`
  const read = Object.entries(amounts).map(
    ([path, text]) => [path, text ? parsePayable(text, currency) : text] as const,
  )
  const errors = read
    .filter(([path, cents]) => amounts[path] && cents === null)
    .map(([path]) => ({ path, message }))
  if (errors.length > 0) throw invalidInput(message, errors)
  return Object.fromEntries(read) as InCents<A>
}
