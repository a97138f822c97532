import type Stripe from 'stripe'

/** An empty value takes a key away; null takes all away. */
export function mergeMetadata(
  before: Stripe.Metadata | null,
  given: Stripe.Metadata | null | undefined,
): Stripe.Metadata {
  if (given === null) return {}
  const merged = Object.entries({ ...before, ...given })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
