import type { Limit } from '../platform/http/limits.ts'

const HOUR = 3600

/** How often a letter can be asked for. Links need no limit: nobody guesses 256 bits. */
export const LIMITS = {
  /** Whoever types in somebody else's address must not fill a mailbox with it. */
  subscribeByEmail: { name: 'newsletter-email', points: 3, seconds: 24 * HOUR },
  subscribeByAddress: { name: 'newsletter-address', points: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>
