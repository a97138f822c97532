import type { Store } from '../../store.ts'
import { newId } from '../provider.ts'

/** A challenge in which the bank authenticates the buyer (3-D Secure) before it approves a payment. */
export interface Challenge {
  /** The secret part of the page's URL. */
  token: string
  intent: string
  paymentMethod: string
  /** URL that the buyer is redirected to afterward, unless the page is in a frame. */
  returnUrl: string | null
}

// An intent has at most one challenge, because a second attempt ends the first.
export const challengeTables = `
  create table if not exists payments_challenges (
    intent text primary key,
    token text not null unique,
    payment_method text not null,
    return_url text
  ) strict;
`

export function openChallenge(store: Store, input: Omit<Challenge, 'token'>): Challenge {
  const token = newId('ch_', 32)
  store
    .prepare(
      'insert or replace into payments_challenges (intent, token, payment_method, return_url) values (?, ?, ?, ?)',
    )
    .run(input.intent, token, input.paymentMethod, input.returnUrl)
  return { ...input, token }
}

export function findChallenge(store: Store, token: string): Challenge | null {
  const row = store.prepare('select * from payments_challenges where token = ?').get(token)
  if (!row) return null
  const { intent, payment_method, return_url } = row as Record<string, string>
  return { token, intent: intent ?? '', paymentMethod: payment_method ?? '', returnUrl: return_url ?? null }
}

export function dropChallenge(store: Store, intent: string) {
  store.prepare('delete from payments_challenges where intent = ?').run(intent)
}
