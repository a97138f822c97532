import type { Limit } from '../platform/http/limits.ts'

/** Requests of one network address, which may be an office of 1,000 customers. Orders have limits of their own (unpaid-limits.ts). */
export const LIMITS = {
  /** A purchase needs two or three. */
  intents: { name: 'checkout-address', points: 6000, seconds: 15 * 60 },
  /** The page after the payment polls until it knows the outcome. */
  outcomes: { name: 'outcome-address', points: 6000, seconds: 15 * 60 },
} as const satisfies Record<string, Limit>
