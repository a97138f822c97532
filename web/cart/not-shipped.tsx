import { shippingProblem } from '#contract/checkout/countries.ts'
import type { ShippingZone } from '#contract/pricing/shipping.ts'
import type { TypedDestination } from './quote.ts'

/** The reason why the shop doesn't ship to the address that the shopper entered earlier. */
export function NotShipped({ zones, to }: { zones: ShippingZone[]; to: TypedDestination }) {
  const { country = '', state = '', zipCode = '' } = to
  const problem = shippingProblem(zones, { country, state, zipCode })
  return problem && <p role="status">{problem.message}</p>
}
