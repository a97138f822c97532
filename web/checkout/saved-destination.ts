import { METHOD, PRICED, TYPED } from './clear-checkout.ts'

/** The part of an address that a price depends on, as the server would store it. */
export type PricedPlace = { country: string; state: string; zipCode: string }

/** Returns the destination entered so far, for the totals of the cart. */
export function savedDestination(): { place?: PricedPlace; methodId?: string } {
  const place = read(TYPED) === null ? null : parsed<PricedPlace>(PRICED)
  const methodId = readMethod()
  return { ...(place?.country && { place }), ...(methodId && { methodId }) }
}

export const readMethod = () => read(METHOD)

export function parsed<T>(key: string): T | null {
  try {
    return JSON.parse(read(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
