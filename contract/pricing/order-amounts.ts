import { centsOf, centsToWire } from '../money.ts'
import type { Amounts } from './quote.ts'

export type OrderAmounts = ReturnType<typeof orderAmounts>

/** The amounts an order was placed with, which the API sends as decimal strings. */
export function quoteOfOrder(order: OrderAmounts): Amounts {
  return {
    subtotalCents: centsOf(order.subtotal),
    shippingCents: centsOf(order.shippingCost),
    totalCents: centsOf(order.totalAmount),
  }
}

/** Returns the amounts of an order as the API sends them. */
export function orderAmounts({ subtotalCents, shippingCents, totalCents }: Amounts) {
  return {
    subtotal: centsToWire(subtotalCents),
    shippingCost: centsToWire(shippingCents),
    totalAmount: centsToWire(totalCents),
  }
}
