import type { BillingInfo, ShippingInfo } from '#contract/checkout/shipping.ts'
import { BILLING, SECRET, TYPED } from './forget.ts'

/** What a browser keeps of a checkout, so that a refresh or a way back loses nothing; what was typed is gone with the tab. */

export type TypedShipping = { [field in keyof ShippingInfo]?: string }

/** What was typed stays while the box is ticked. */
export type TypedBilling = { isSame: boolean; address: { [field in keyof BillingInfo]?: string } }

const CLEARED = 'checkout-cleared'

export function keepTyped(typed: TypedShipping) {
  keep(TYPED, JSON.stringify(typed))
}

export function readTyped(): TypedShipping {
  return parsed(TYPED) ?? {}
}

export function keepBilling(typed: TypedBilling) {
  keep(BILLING, JSON.stringify(typed))
}

export function readBilling(): TypedBilling | null {
  return parsed(BILLING)
}

/** With it the page after the payment can be found again. */
export function keepClientSecret(clientSecret: string) {
  keep(SECRET, clientSecret)
}

export const readClientSecret = () => read(SECRET)

/** @returns true the first time for this payment: a later look at the page must not empty another cart */
export function isFirstLook(clientSecret: string): boolean {
  // Its number alone: the secret opens the order, and whoever signs out leaves this behind.
  const [payment = ''] = clientSecret.split('_secret_')
  try {
    // For all tabs: the address of the page may be opened anew.
    if (localStorage.getItem(CLEARED) === payment) return false
    localStorage.setItem(CLEARED, payment)
  } catch {
    // Where storage is forbidden, each look is the first.
  }
  return true
}

function parsed<T>(key: string): T | null {
  try {
    return JSON.parse(read(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Where storage is forbidden, a refresh asks for the address again. */
function keep(key: string, value: string) {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Nothing else depends on it.
  }
}
