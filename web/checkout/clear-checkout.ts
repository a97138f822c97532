/** Session storage keys: the typed values, the shipping method, and the pending payment (checkout-storage.ts). */
export const TYPED = 'checkout-shipping'
export const BILLING = 'checkout-billing'
export const METHOD = 'checkout-method'
export const SECRET = 'checkout-payment'

/** Separate from the rest, since every page needs it for signing out. */
export function clearCheckout() {
  try {
    for (const key of [TYPED, BILLING, METHOD, SECRET]) sessionStorage.removeItem(key)
  } catch {
    // Without storage, nothing was saved.
  }
}
