import type { Limit } from '../platform/http/limits.ts'

const HOUR = 3600

export const LIMITS = {
  messagesByEmail: { name: 'contact-email', points: 5, seconds: HOUR },
  messagesByAddress: { name: 'contact-address', points: 5, seconds: HOUR },
} as const satisfies Record<string, Limit>
