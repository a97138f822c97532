import { type Currency, centsToWire } from '#contract/money.ts'
import type { AdminRefund } from '#contract/orders/admin-parts.ts'
import type { RefundPart } from '#contract/pricing/refund.ts'
import { rateText } from '#contract/pricing/tax-text.ts'
import { sumByRate } from '#contract/pricing/taxes.ts'

/** The parts of a refund, with the names of its items. */
export type NamedParts = {
  lines: (RefundPart & { itemId: number; name: string; quantity: number })[]
  shipping: RefundPart
}

/** Returns the parts of a refund as the API sends them. */
export function refundPartsOf(
  { lines, shipping }: NamedParts,
  currency: Currency,
): Pick<AdminRefund, 'lines' | 'shipping' | 'taxes'> {
  const wire = (cents: number) => centsToWire(cents, currency)
  const taxes = sumByRate([...lines, shipping].flatMap((part) => part.taxes))
  return {
    lines: lines.map(({ itemId, name, quantity, cents }) => ({
      itemId,
      name,
      quantity,
      amount: wire(cents),
    })),
    shipping: wire(shipping.cents),
    taxes: taxes.map(({ name, ppm, netCents, cents }) => ({
      name,
      rate: rateText({ ppm, cents }),
      taxable: wire(netCents),
      amount: wire(cents),
    })),
  }
}
