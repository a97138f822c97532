import { centsOf, centsToWire } from '../money.ts'
import type { QuoteStep } from './amounts.ts'
import type { Quote } from './quote.ts'
import { rateText } from './tax-text.ts'

export type OrderAmounts = ReturnType<typeof orderAmounts>

/** The amounts that an order was placed with, as decimal strings. */
export function quoteOfOrder({
  subtotal,
  shippingCost,
  totalAmount,
  taxes,
  shippingMethod,
}: OrderAmounts & { shippingMethod: { pickupAddress: string | null } | null }) {
  const steps = taxes.map(
    ({ name, rate, amount, isIncluded }): QuoteStep => ({
      kind: 'tax',
      reason: name,
      rate,
      cents: centsOf(amount),
      isIncluded,
    }),
  )
  const amounts = { subtotalCents: centsOf(subtotal), shippingCents: centsOf(shippingCost) }
  const totalCents = centsOf(totalAmount)
  const taxCents = totalCents - amounts.subtotalCents - amounts.shippingCents
  const isPickedUp = shippingMethod !== null && shippingMethod.pickupAddress !== null
  return { ...amounts, taxCents, totalCents, steps, isPickedUp }
}

/** Returns the amounts of an order as the API sends them. */
export function orderAmounts(quote: Quote) {
  const isIncluded = includesTax(quote)
  const wire = (cents: number) => centsToWire(cents, quote.currency)
  return {
    currency: quote.currency.code,
    subtotal: wire(quote.subtotalCents),
    shippingCost: wire(quote.shippingCents),
    totalAmount: wire(quote.totalCents),
    taxes: quote.taxes.map(({ name, ppm, cents }) => ({
      name,
      rate: rateText({ ppm, cents }),
      amount: wire(cents),
      isIncluded,
    })),
  }
}

/** Returns whether the prices of an order include its taxes. */
export const includesTax = ({ steps }: Pick<Quote, 'steps'>) =>
  steps.some(({ kind, isIncluded }) => kind === 'tax' && isIncluded)
