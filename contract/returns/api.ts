import { z } from 'zod'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { QUANTITY_MAX } from '../cart/rules.ts'
import { endpoint } from '../http.ts'
import { RefundPreview } from '../orders/admin-parts.ts'
import { Return, TrackedOrder, TrackingQuery } from '../orders/api.ts'
import { Money, MoneyInput, RowId, shownLine, shownText } from '../text.ts'
import { RETURN_MESSAGES, RETURN_REASON_MAX, RETURN_STATUSES, WITHDRAWN_BY_MAX } from './rules.ts'

export const RETURNS_PAGE_SIZE = 20
const RETURNS_PAGE_SIZE_MAX = 100

const reason = (min: number) =>
  shownText({
    min,
    tooShort: RETURN_MESSAGES.sayWhy,
    max: RETURN_REASON_MAX,
    tooLong: RETURN_MESSAGES.reasonTooLong,
  })

/** The items of an order to return, with quantities. */
export const ReturnRequest = z.object({
  items: z
    .array(z.object({ itemId: RowId, quantity: z.int().min(1).max(QUANTITY_MAX) }))
    .min(1, RETURN_MESSAGES.chooseItems)
    .max(1000)
    .refine(
      (items) => new Set(items.map(({ itemId }) => itemId)).size === items.length,
      'Each item can be listed only once',
    ),
  reason: reason(0).nullish(),
  /** The name that the customer states in a withdrawal. */
  name: shownLine({
    min: 1,
    tooShort: RETURN_MESSAGES.name,
    max: WITHDRAWN_BY_MAX,
    tooLong: `At most ${WITHDRAWN_BY_MAX} characters`,
  }).optional(),
})
/** The first step of /withdrawal. */
export const WithdrawalStatement = TrackingQuery.extend({ name: ReturnRequest.shape.name.unwrap() })
/** The second one. It has a field for the quantity of each item, such as 'item-12', and a button back. */
export const WithdrawalForm = WithdrawalStatement.extend({ back: z.string().optional() }).catchall(z.string())

export type ReturnRequest = z.output<typeof ReturnRequest>

/** A return as shown to admins. */
export const ListedReturn = Return.extend({
  orderId: z.string(),
  customer: z.string(),
  email: z.string(),
  /** Total of its items, without shipping. */
  itemsTotal: Money,
  /** The amount of its order that can still be refunded. */
  refundable: Money,
})
export type ListedReturn = z.infer<typeof ListedReturn>

export const ReturnQuery = z.object({
  status: z.enum(RETURN_STATUSES).optional(),
  sort: z.enum(['requested_desc', 'requested_asc']).default('requested_desc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(RETURNS_PAGE_SIZE_MAX).default(RETURNS_PAGE_SIZE),
})
export type ReturnQuery = z.output<typeof ReturnQuery>

export const requestReturn = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/returns',
  access: 'anyone',
  ignoresToken: true,
  summary:
    "Withdraw from the contract for some items within 30 days of delivery, and in shops that ship to the EU from the order on. The order's email address is the proof. The customer gets a confirmation by email. 409 after 20 requests for the order.",
  input: TrackingQuery.extend(ReturnRequest.shape),
  response: TrackedOrder,
  status: 201,
})

export const listReturns = endpoint({
  method: 'GET',
  path: '/api/admin/returns',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'List returns in pages, newest first by default. X-Total-Count is the number of matches.',
  input: ReturnQuery,
  response: z.array(ListedReturn),
})

export const acceptReturn = endpoint({
  method: 'POST',
  path: '/api/admin/returns/:id/accept',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Accept a return: refund an amount, which may be 0, and optionally restock its items. The refund is taken from the price of its items first, with their taxes.',
  input: z.object({ id: RowId, refund: MoneyInput, restock: z.boolean() }),
  response: ListedReturn,
})

export const previewReturn = endpoint({
  method: 'POST',
  path: '/api/admin/returns/:id/preview',
  access: 'admin',
  staff: ['manager'],
  summary: 'Compute the refund of a return and its taxes without accepting the return.',
  input: z.object({ id: RowId, refund: MoneyInput }),
  response: RefundPreview,
})

export const declineReturn = endpoint({
  method: 'POST',
  path: '/api/admin/returns/:id/refuse',
  access: 'admin',
  staff: ['manager', 'support'],
  summary: 'Decline a return with a reason, which is emailed to the customer.',
  input: z.object({ id: RowId, reason: reason(3) }),
  response: ListedReturn,
})

export const returnEndpoints = [
  requestReturn,
  listReturns,
  acceptReturn,
  previewReturn,
  declineReturn,
] as const
