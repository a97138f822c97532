import { invalidRequest } from './api/api-error.ts'

/** As people write it: 4999 and usd are $49.99. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** Refuses an amount that cards cannot carry. */
export function refuseAmount(amount: number, currency: string) {
  if (amount > greatest) {
    throw invalidRequest(`The amount must be at most ${formatAmount(greatest, currency)}.`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  if (amount < smallest) {
    throw invalidRequest(`The amount must be at least ${formatAmount(smallest, currency)}.`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
}

const smallest = 50
const greatest = 99_999_999
