import type { FieldValues, Resolver } from 'react-hook-form'

/** '1,299' means about a thousand in half the world and about one in the other. */
const UNCLEAR = /^\d{1,3}(,\d{3})+$/
const GROUPED = /^\d{1,3}((,\d{3})+\.|(\.\d{3})+,)\d{2}$/

/** Converts a typed amount to the API's format: '19,90' is 19.90, '1,299.00' is 1299.00. Other text stays unchanged. */
export function readAmount(typed: string): string {
  const text = typed.trim()
  if (!GROUPED.test(text)) return text.replace(/^(\d{1,7}),(\d{2})$/, '$1.$2')
  const digits = text.replace(/\D/g, '')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns a question about an ambiguous amount, or undefined. */
export function amountQuestion(typed: string): string | undefined {
  const text = typed.trim()
  if (!UNCLEAR.test(text)) return undefined
  const whole = text.replaceAll(',', '')
  const [first, ...rest] = text.split(',')
  return rest.length > 1
    ? `Do you mean ${whole}.00? Enter it without commas.`
    : `Is this ${whole}.00 or ${first}.${rest[0]?.slice(0, 2)}? Enter it without a comma.`
}

/** Returns the values with these amounts in the API's format. */
export function withAmounts<V extends object, N extends keyof V>(values: V, names: readonly N[]): V {
  return { ...values, ...Object.fromEntries(names.map((name) => [name, readAmount(String(values[name]))])) }
}

/** Validates a form after converting its amounts, and asks about ambiguous ones. */
export function amountsResolver<V extends FieldValues>(
  check: Resolver<V>,
  names: readonly (keyof V & string)[],
): Resolver<V> {
  return async (values, context, options) => {
    const result = await check(withAmounts(values, names), context, options)
    for (const name of names) {
      const question = amountQuestion(String(values[name]))
      const error = (result.errors as Record<string, { message?: string }>)[name]
      if (question && error) error.message = question
    }
    return result
  }
}
