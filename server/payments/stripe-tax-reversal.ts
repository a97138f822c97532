import type Stripe from 'stripe'
import { chargeOf } from '#contract/checkout/charge.ts'
import { type Currency, payableStep } from '#contract/money.ts'
import { ProviderError, type ReversedPart, type TaxReversal } from './provider.ts'

type Params = Stripe.Tax.TransactionCreateReversalParams
type Original = Pick<Stripe.Tax.TransactionLineItem, 'tax_behavior'>

/**
 * Returns the line items and the shipping to reverse. Stripe splits the amount itself only if a part isn't known, or has
 * more decimals than Stripe takes.
 * @throws StripeError, and ProviderError if the transaction lacks a line
 */
export async function reversalOf(
  { tax }: Stripe,
  { transactionId, amountCents, currency, parts }: TaxReversal,
): Promise<Pick<Params, 'flat_amount' | 'line_items' | 'shipping_cost'>> {
  const flat = { flat_amount: -chargeOf(amountCents, currency) }
  if (!parts) return flat
  const step = payableStep(currency)
  const all = [...parts.lines, parts.shipping]
  if (all.some(({ cents, taxCents }) => cents % step !== 0 || taxCents % step !== 0)) return flat
  const originals = await tax.transactions
    .listLineItems(transactionId, { limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const line_items = parts.lines
    .filter(({ cents }) => cents > 0)
    .map(({ unit, quantity, ...part }) => {
      const original = originals.find(({ reference }) => reference === String(unit))
      if (!original) throw new ProviderError('refused', `The tax transaction has no line of product ${unit}.`)
      return {
        ...amountsOf(part, original, currency),
        original_line_item: original.id,
        // Stripe requires a quantity, which affects no amount, even for a share of an amount.
        quantity: Math.max(1, quantity),
        reference: String(unit),
      }
    })
  const [sample] = originals
  return {
    ...(line_items.length > 0 && { line_items }),
    ...(parts.shipping.cents > 0 && sample && { shipping_cost: amountsOf(parts.shipping, sample, currency) }),
  }
}

/** Amounts include the tax only if prices do. All lines and the shipping of an order have the same tax behavior. */
function amountsOf({ cents, taxCents }: ReversedPart, { tax_behavior }: Original, currency: Currency) {
  const amount = tax_behavior === 'inclusive' ? cents : cents - taxCents
  // Avoids -0.
  const negative = (cents: number) => (cents === 0 ? 0 : -chargeOf(cents, currency))
  return { amount: negative(amount), amount_tax: negative(taxCents) }
}
