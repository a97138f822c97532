import type Stripe from 'stripe'
import type { Store } from '../../store.ts'
import { testCardOf } from './payment-methods.ts'
import type { Decline } from './test-cards.ts'

type Checks = Stripe.Charge.PaymentMethodDetails.Card.Checks

/** Returns the bank's checks of the billing address and the security code. Details that were omitted aren't checked. */
export function bankChecks(store: Store, method: Stripe.PaymentMethod): Checks {
  const { line1, postalCode, cvc } = testCardOf(store, method.id)?.checks ?? {}
  const { address } = method.billing_details
  return {
    address_line1_check: address?.line1 ? (line1 ?? 'pass') : null,
    address_postal_code_check: address?.postal_code ? (postalCode ?? 'pass') : null,
    cvc_check: method.card?.checks?.cvc_check ? (cvc ?? 'pass') : null,
  }
}

/** Radar's two built-in rules block a payment after the bank has approved it. A wrong street alone doesn't block it. */
export function blockOf(checks: Checks): Decline | null {
  if (checks.address_postal_code_check === 'fail') return wrongPostalCode
  return checks.cvc_check === 'fail' ? wrongCode : null
}

const wrongPostalCode: Decline = {
  code: 'incorrect_zip',
  isBlocked: true,
  message: "The postal code doesn't match this card. Check the billing address and try again.",
}

const wrongCode: Decline = {
  code: 'incorrect_cvc',
  isBlocked: true,
  message: 'The security code is wrong. Check it and try again.',
}
