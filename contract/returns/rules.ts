import { RETURN_DAYS } from '../policies.ts'

/** Rules and messages for returns. Doesn't import zod, so pages can load it early. */

export const RETURN_STATUSES = ['requested', 'accepted', 'refused'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** Valid status transitions: a return is accepted or declined once. */
export const RETURN_TRANSITIONS: Record<ReturnStatus, readonly ReturnStatus[]> = {
  requested: ['accepted', 'refused'],
  accepted: [],
  refused: [],
}

export const RETURN_REASON_MAX = 1000
/** The page of withdrawals, in shops that ship to the EU. */
export const WITHDRAWAL = '/withdrawal'
/** The step of the form that lists the items, and the one that does so again because nothing was chosen. */
export const CONFIRM = 'confirm'
export const KEEPS_ALL = 'keeps-all'
/** Maximum length of the name in a withdrawal. */
export const WITHDRAWN_BY_MAX = 200
/** Maximum number of requests per order, including declined ones. One request can contain all items. */
export const RETURNS_MAX = 20

export const RETURN_MESSAGES = {
  notFound: 'Return not found',
  chooseItems: 'Choose at least one item to return',
  reasonTooLong: `The reason must be at most ${RETURN_REASON_MAX} characters`,
  sayWhy: 'Enter a reason. The customer will see it.',
  withdrawal: 'A withdrawal from the contract can’t be declined. Accept it instead.',
  openWithdrawal: 'The customer withdrew from the contract. Accept the withdrawal before you ship the rest.',
  allWithdrawn: 'The customer withdrew from the whole order. Cancel it instead.',
  withdrawalLink: 'Withdraw from contract here',
  keepsAll: 'You chose to keep every item. To withdraw, choose “Withdraw” for at least one of them.',
  nothingLeft: 'There is nothing left to withdraw from in this order.',
  name: 'Enter your name',
  notDelivered: 'This order hasn’t been delivered yet. You can return it after delivery.',
  tooMany: `This order already has ${RETURNS_MAX} return requests. To return more items, please contact us.`,
  tooLate: (days: number = RETURN_DAYS) =>
    `Returns are accepted within ${days} days of delivery. That period has ended.`,
} as const

const DAY_MS = 86_400_000

/** Returns the deadline for return requests (spec section 9, policy text). */
export function returnDeadline(deliveredAt: Date, days: number): Date {
  return new Date(deliveredAt.getTime() + days * DAY_MS)
}
