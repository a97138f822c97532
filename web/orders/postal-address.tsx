import { countryName } from '#contract/checkout-rules.ts'
import type { Order } from './queries.ts'

/** A shipping or billing address, line by line. */
export function PostalAddress({ to, className = '' }: { to: Order['shippingAddress']; className?: string }) {
  return (
    <address className={`wrap-anywhere not-italic ${className}`}>
      {to.firstName} {to.lastName}
      <br />
      {to.address}
      <br />
      {to.city}, {to.state} {to.zipCode}
      <br />
      {countryName(to.country)}
    </address>
  )
}
