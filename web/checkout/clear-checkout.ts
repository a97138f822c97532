/** Session storage keys of the entered values, the choices, and the pending payment (checkout-storage.ts). */
export const TYPED = 'checkout-shipping'
export const PRICED = 'checkout-priced'
export const BILLING = 'checkout-billing'
export const METHOD = 'checkout-method'
export const VAT_ID = 'checkout-vat'
export const SECRET = 'checkout-payment'

/** Separate from the rest, because every page needs it for signing out. */
export function clearCheckout() {
  try {
    for (const key of [TYPED, PRICED, BILLING, METHOD, VAT_ID, SECRET]) sessionStorage.removeItem(key)
  } catch {
    // Without storage, nothing was saved.
  }
}
