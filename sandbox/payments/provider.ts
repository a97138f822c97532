import type Stripe from 'stripe'
import type { Faults } from '../faults.ts'
import type { Store } from '../store.ts'

/** The name under which the fault switches know this stand-in. */
export const service = 'payments'

/** What every operation works on. */
export interface Provider {
  /** The sandbox's own origin, without a slash at the end. */
  url: string
  store: Store
  faults: Faults
  stopping: AbortSignal
  /** The request that causes what happens now; both are null for what happens by itself. */
  cause: Stripe.Event.Request
  /** Says that work was planned, see work.ts. */
  wake(): void
}

/** The version that the installed SDK speaks: a newer SDK turns this line red. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
