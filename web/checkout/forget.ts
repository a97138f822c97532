/** Of the session storage: what was typed, and the payment that is under way (kept.ts). */
export const TYPED = 'checkout-shipping'
export const BILLING = 'checkout-billing'
export const SECRET = 'checkout-payment'

/** Apart from the rest, because signing out is part of every page. */
export function forgetCheckout() {
  try {
    for (const key of [TYPED, BILLING, SECRET]) sessionStorage.removeItem(key)
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
