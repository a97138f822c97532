import type { Followed } from '../platform/db/followed.ts'
import type { StripeKeys } from '../stripe-settings.ts'

/** @property problem why there are no keys to use, in a sentence for admins */
export type KnownKeys =
  | { keys: StripeKeys; source: 'environment' | 'stored' | 'sandbox'; isLive: boolean; problem: null }
  | { keys: null; source: 'stored' | 'none'; isLive: boolean; problem: string }

/** The keys that the shop uses. They can change while it runs. */
export type KeySource = Pick<Followed<KnownKeys>, 'known' | 'current'>

export type StoredKeys = Followed<KnownKeys>
