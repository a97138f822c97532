/** Session storage keys: the typed values and the pending payment (checkout-storage.ts). */
export const TYPED = 'checkout-shipping'
export const BILLING = 'checkout-billing'
export const SECRET = 'checkout-payment'

/** Separate from the rest, since every page needs it for signing out. */
export function clearCheckout() {
  try {
    for (const key of [TYPED, BILLING, SECRET]) sessionStorage.removeItem(key)
  } catch {
    // Without storage, nothing was saved.
  }
}
