import { countryName } from '#contract/checkout/rules.ts'
import type { Order } from './queries.ts'

/** A shipping or billing address, line by line, as far as it is shown. */
export function PostalAddress({ to, className = '' }: { to: Order['shippingAddress']; className?: string }) {
  return (
    <address className={`wrap-anywhere not-italic ${className}`}>
      {to.firstName && (
        <>
          {to.firstName} {to.lastName}
          <br />
        </>
      )}
      {to.address && (
        <>
          {to.address}
          <br />
        </>
      )}
      {to.city}, {to.state} {to.zipCode}
      <br />
      {countryName(to.country)}
    </address>
  )
}
