import type { Limit } from '../platform/http/limits.ts'

/** How often one address may ask. */
export const LIMITS = {
  /** A purchase asks two or three times. */
  intents: { name: 'checkout-address', points: 240, seconds: 15 * 60 },
  /** Each new order holds stock. */
  newOrders: { name: 'order-address', points: 60, seconds: 60 * 60 },
  /** The page after the payment asks until it knows. */
  outcomes: { name: 'outcome-address', points: 600, seconds: 15 * 60 },
} as const satisfies Record<string, Limit>
