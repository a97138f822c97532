import Stripe from 'stripe'
import { ProviderError } from './provider.ts'

/** Runs a call, and throws Stripe's errors as ProviderErrors. */
export async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw translated(error)
  }
}

/** Converts the items of a list while it is read. Throws Stripe's errors as ProviderErrors. */
export async function* mapped<T, U>(list: AsyncIterable<T>, convert: (one: T) => U): AsyncIterable<U> {
  try {
    for await (const one of list) yield convert(one)
  } catch (error) {
    throw translated(error)
  }
}

/** Returns the filter and page size of a list of everything created since then. */
export const allSince = (since: Date) => ({
  created: { gte: Math.floor(since.getTime() / 1000) },
  limit: 100,
})

/**
 * Returns null if the object is missing. A restricted key may lack the permission to read events; then they count as
 * unconfirmed.
 */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    const isMissing = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
    if (isMissing || error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}

export function isUnexpectedState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
}

function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { statusCode = 0, message } = error
  if (error.code === 'amount_too_small') return new ProviderError('too-small', message, error)
  // Repeating the request with the same key would return the same error.
  const isKept =
    statusCode === 500 ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error.code === 'balance_insufficient'
  if (isKept) return new ProviderError('broken', message, error)
  if (statusCode === 401 || statusCode === 403) return new ProviderError('unauthorized', message, error)
  const isUnavailable = statusCode === 0 || statusCode === 429 || statusCode >= 500 || statusCode === 409
  return new ProviderError(isUnavailable ? 'away' : 'refused', message, error)
}
