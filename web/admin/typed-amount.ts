import type { FieldValues, Resolver } from 'react-hook-form'

/** '1,299' is about a thousand in half of the world and about one in the other. */
const UNCLEAR = /^\d{1,3}(,\d{3})+$/
const GROUPED = /^\d{1,3}((,\d{3})+\.|(\.\d{3})+,)\d{2}$/

/** Reads an amount typed by a person as the API takes it: '19,90' is 19.90, '1,299.00' is 1299.00. Other text stays as it is. */
export function readAmount(typed: string): string {
  const text = typed.trim()
  if (!GROUPED.test(text)) return text.replace(/^(\d{1,7}),(\d{2})$/, '$1.$2')
  const digits = text.replace(/\D/g, '')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns what to ask about an amount that can be read in two ways, or undefined. */
export function amountQuestion(typed: string): string | undefined {
  const text = typed.trim()
  if (!UNCLEAR.test(text)) return undefined
  const whole = text.replaceAll(',', '')
  const [first, ...rest] = text.split(',')
  return rest.length > 1
    ? `Is this ${whole}.00? Enter it without commas.`
    : `Is this ${whole}.00 or ${first}.${rest[0]?.slice(0, 2)}? Enter it without a comma.`
}

/** These amounts as the API takes them. */
export function withAmounts<V extends object, N extends keyof V>(values: V, names: readonly N[]): V {
  return { ...values, ...Object.fromEntries(names.map((name) => [name, readAmount(String(values[name]))])) }
}

/** Checks a form after reading its amounts, and asks about those that can be read in two ways. */
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
