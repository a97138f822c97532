import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { Formats } from '../platform/formats.ts'
import { amountProblem, withAmounts } from './typed-amount.ts'

/** Validates a form after converting its amounts. The form's schema checks them without knowing the currency. */
export function amountsResolver<V extends FieldValues>(
  check: Resolver<V>,
  amountsOf: (values: V) => readonly string[],
  formats: Formats,
): Resolver<V> {
  return async (values, context, options) => {
    const names = amountsOf(values)
    const result = await check(withAmounts(values, names, formats), context, options)
    const errors: Record<string, unknown> = { ...result.errors }
    for (const name of names) {
      const typed = String(get(values, name) ?? '').trim()
      const message = typed && amountProblem(typed, formats)
      if (message)
        set(errors, name, { type: 'custom', ...(get(errors, name) as object | undefined), message })
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as FieldErrors<V> } : result
  }
}
