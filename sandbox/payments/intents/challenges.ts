import type { Store } from '../../store.ts'
import { newId } from '../ids.ts'

/** The buyer's bank wants to hear from the buyer before it lets a payment through. */
export interface Challenge {
  /** Part of the page's address, so it cannot be guessed. */
  token: string
  intent: string
  paymentMethod: string
  /** Where the buyer goes afterwards, when the page is a whole one. */
  returnUrl: string | null
}

// At most one for each intent: a second attempt ends the first.
export const challengeTables = `
  create table if not exists payments_challenges (
    intent text primary key,
    token text not null unique,
    payment_method text not null,
    return_url text
  ) strict;
`

export function openChallenge(store: Store, asked: Omit<Challenge, 'token'>): Challenge {
  const token = newId('ch_', 32)
  store
    .prepare(
      'insert or replace into payments_challenges (intent, token, payment_method, return_url) values (?, ?, ?, ?)',
    )
    .run(asked.intent, token, asked.paymentMethod, asked.returnUrl)
  return { ...asked, token }
}

export function findChallenge(store: Store, token: string): Challenge | null {
  const row = store.prepare('select * from payments_challenges where token = ?').get(token)
  if (!row) return null
  const { intent, payment_method, return_url } = row as unknown as ChallengeRow
  return { token, intent, paymentMethod: payment_method, returnUrl: return_url }
}

export function dropChallenge(store: Store, intent: string) {
  store.prepare('delete from payments_challenges where intent = ?').run(intent)
}

interface ChallengeRow {
  intent: string
  payment_method: string
  return_url: string | null
}
