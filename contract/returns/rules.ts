import { RETURN_DAYS } from '../policies.ts'

/** Rules and messages of returns. Free of zod, so a page can load them first. */

export const RETURN_STATUSES = ['requested', 'accepted', 'refused'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** Valid status transitions: a return is accepted or declined once. */
export const RETURN_MOVES: Record<ReturnStatus, readonly ReturnStatus[]> = {
  requested: ['accepted', 'refused'],
  accepted: [],
  refused: [],
}

export const RETURN_REASON_MAX = 1000

export const RETURN_MESSAGES = {
  notFound: 'Return not found',
  chooseItems: 'Please choose what you want to return',
  reasonTooLong: `The reason must be at most ${RETURN_REASON_MAX} characters`,
  sayWhy: 'Please say why: the customer reads it',
  notDelivered: 'This order has not been delivered, so nothing of it can be returned yet.',
  tooLate: `Returns are accepted within ${RETURN_DAYS} days of delivery. That time is over.`,
} as const

const DAY_MS = 86_400_000

/** Returns the deadline for return requests (spec section 9, policy text). */
export function returnDeadline(deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + RETURN_DAYS * DAY_MS)
}
