import { taxLabel } from './tax-text.ts'

/** Amounts as pages show them, apart from how quote.ts computes them. Doesn't import zod, so pages can load it early. */

/** Units of one variant at one price. */
export type PricedItem = { quantity: number; priceCents: number }

/** @property taxCents the taxes that are added to prices, without those that prices contain */
export type Amounts = { subtotalCents: number; shippingCents: number; taxCents: number; totalCents: number }

export type AmountRow = { label: string; value: string; isTotal?: boolean }

/**
 * One step from the prices to the total.
 * @property rate of a tax, such as '8.1%', or empty for a flat fee; omitted for other steps
 * @property isIncluded whether other steps already include the amount, such as VAT in prices
 */
export type QuoteStep = {
  kind: 'items' | 'shipping' | 'tax'
  reason: string
  rate?: string
  cents: number
  isIncluded: boolean
}

export function lineTotal({ quantity, priceCents }: PricedItem): number {
  return quantity * priceCents
}

/**
 * Returns the lines from subtotal to total, as cart, checkout, orders, and emails show them (spec section 3): taxes
 * that are added come before the total, and included taxes after it.
 * @param format writes cents for display
 * @param locale decides the decimal sign of rates
 */
export function amountRows(
  {
    subtotalCents,
    shippingCents,
    totalCents,
    steps,
    isPickedUp = false,
  }: Amounts & { steps: QuoteStep[]; isPickedUp?: boolean },
  format: (cents: number) => string,
  locale: string,
): AmountRow[] {
  const taxes = steps.filter(({ kind }) => kind === 'tax')
  const row = (label: string, cents: number) => ({ label, value: format(cents) })
  const labelOf = ({ reason, rate = '' }: QuoteStep) => taxLabel(reason, rate, locale)
  return [
    row('Subtotal', subtotalCents),
    {
      label: isPickedUp ? 'Pickup' : 'Shipping',
      value: shippingCents === 0 ? 'Free' : format(shippingCents),
    },
    ...taxes.filter(({ isIncluded }) => !isIncluded).map((tax) => row(labelOf(tax), tax.cents)),
    { ...row('Total', totalCents), isTotal: true },
    ...taxes.filter(({ isIncluded }) => isIncluded).map((tax) => row(`Includes ${labelOf(tax)}`, tax.cents)),
  ]
}
