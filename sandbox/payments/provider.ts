import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { World } from '../emulator.ts'
import type { Store } from '../store.ts'
import { readSettings } from '../store.ts'

/** This emulator's name in the URLs of the fault switches. */
export const service = 'payments'

/** The context of every operation. */
export interface Provider extends World {
  /** The request that causes the current change. Both fields are null for background work. */
  cause: Stripe.Event.Request
  /** The mode of the request's key. */
  isLive: boolean
}

/** Returns the context of a change that no request causes: in the mode of the object that it changes. */
export const inModeOf = (provider: Provider, { livemode }: { livemode: boolean }): Provider => ({
  ...provider,
  isLive: livemode,
})

/** The API version of the installed SDK. With a newer SDK, this line doesn't compile. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

export const secretKey = 'sk_test_plinth_sandbox'
export const publishableKey = 'pk_test_plinth_sandbox'
/** The keys of the live mode, for tests of shops that have gone live. No card is charged with them, either. */
export const liveKeys = {
  secretKey: 'sk_live_plinth_sandbox',
  publishableKey: 'pk_live_plinth_sandbox',
} as const

/** How many times faster than in production failed webhooks are retried. */
export const readPaymentSettings = (store: Store) => readSettings(store, service, { webhookSpeed: 1 })

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns an ID like Stripe's: a prefix for the kind of object, then letters and digits. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
