import { shippingProblem } from '#contract/checkout/countries.ts'
import { goodsOf, pricedItem } from '#contract/pricing/quote.ts'
import type { ShippingZone } from '#contract/pricing/shipping.ts'
import type { CartItem } from './queries.ts'
import type { TypedDestination } from './quote.ts'

/** The reason why the shop doesn't ship to the address that the shopper entered earlier. */
export function NotShipped({
  zones,
  items,
  to,
}: {
  zones: ShippingZone[]
  items: CartItem[]
  to: TypedDestination
}) {
  const { country = '', state = '', zipCode = '' } = to
  const problem = shippingProblem(zones, { country, state, zipCode }, goodsOf(items.map(pricedItem)))
  return problem && <p role="status">{problem.message}</p>
}
