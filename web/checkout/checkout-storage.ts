import type { BillingInfo, ShippingInfo } from '#contract/checkout/shipping.ts'
import { BILLING, METHOD, PRICED, SECRET, TYPED, VAT_ID } from './clear-checkout.ts'
import { type PricedPlace, parsed, read } from './saved-destination.ts'

/**
 * Checkout data saved in the browser, so a refresh or going back loses nothing. Entered values are lost when the tab is
 * closed.
 */

export type TypedShipping = { [field in keyof ShippingInfo]?: string }

/** Entered values are kept while the box is checked. */
export type TypedBilling = { isSame: boolean; address: { [field in keyof BillingInfo]?: string } }

const CLEARED = 'checkout-cleared'

/** Whether this tab has data of a checkout. */
export const hasEnteredData = () => [TYPED, BILLING, METHOD, VAT_ID].some((key) => read(key) !== null)

export function saveTyped(typed: TypedShipping) {
  keep(TYPED, JSON.stringify(typed))
}

export function readTyped(): TypedShipping {
  return parsed(TYPED) ?? {}
}

export function saveBilling(typed: TypedBilling) {
  keep(BILLING, JSON.stringify(typed))
}

export function readBilling(): TypedBilling | null {
  return parsed(BILLING)
}

/** The ID of the chosen shipping method. */
export const saveMethod = (id: string) => keep(METHOD, id)

/** A business customer's VAT number. */
export const saveVatId = (vatId: string) => keep(VAT_ID, vatId)

export const readVatId = () => read(VAT_ID) ?? ''

export function savePriced(place: PricedPlace | null) {
  keep(PRICED, JSON.stringify(place))
}

/** Used to find the page after the payment again. */
export function saveClientSecret(clientSecret: string) {
  keep(SECRET, clientSecret)
}

export const readClientSecret = () => read(SECRET)

/** @returns true the first time for this payment, so reopening the page doesn't empty another cart */
export function isFirstView(clientSecret: string): boolean {
  // Stores only the payment's ID, because the secret gives access to the order and this entry outlives signing out.
  const [payment = ''] = clientSecret.split('_secret_')
  try {
    // Local storage is shared by all tabs, and the page's URL may be opened in another one.
    if (localStorage.getItem(CLEARED) === payment) return false
    localStorage.setItem(CLEARED, payment)
  } catch {
    // Without storage, each view is treated as the first.
  }
  return true
}

/** Without storage, the address must be entered again after a refresh. */
function keep(key: string, value: string) {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Nothing else depends on it.
  }
}
