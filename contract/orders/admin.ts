import { z } from 'zod'
import { ADMIN_PAGE_SIZE } from '../catalog/rules.ts'
import { endpoint } from '../http.ts'
import { Money, MoneyInput } from '../money-schema.ts'
import { RowId, shownText, Time } from '../text.ts'
import { AdminPayment, FailedEmail, MoveByWhom, OrderNote, RefundCategory } from './admin-parts.ts'
import { Order } from './api.ts'
import { OrderStatus } from './parts.ts'
import { NOTE_MAX, ORDER_MESSAGES, REASON_MAX } from './rules.ts'

const ORDER_COLUMNS = ['placed', 'customer', 'status', 'total'] as const
const ORDER_SORTS = ORDER_COLUMNS.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const)
/** What waits for somebody: a return to settle, a refund that failed, an undecided dispute, a review before shipping. */
const ORDER_NEEDS = ['return', 'refund', 'dispute', 'review'] as const

/** One line of the list. */
export const ListedOrder = z.object({
  id: z.string(),
  createdAt: Time,
  status: OrderStatus,
  customer: z.string(),
  email: z.string(),
  /** How many things, of all kinds. */
  quantity: z.int().nonnegative(),
  total: Money,
  refunded: Money,
  needs: z.array(z.enum(ORDER_NEEDS)),
  /** Until then it holds stock; null: it holds nothing. */
  holdUntil: Time.nullable(),
})
export type ListedOrder = z.infer<typeof ListedOrder>

/** 2026-01-31, a day in UTC. */
const Day = z.iso.date()

const filters = {
  /** An order id, or part of an id, an e-mail address or a name. */
  search: z.string().trim().max(200).optional(),
  /** 'pending' are the open holds. Without it: all that were paid; while searching, the others, too. */
  status: OrderStatus.optional(),
  needs: z.enum(ORDER_NEEDS).optional(),
  /** First and last day. */
  from: Day.optional(),
  to: Day.optional(),
  userId: RowId.optional(),
}

export const AdminOrderFilters = z.object(filters)
export type AdminOrderFilters = z.output<typeof AdminOrderFilters>

export const AdminOrderQuery = z.object({
  ...filters,
  sort: z.enum(ORDER_SORTS).default('placed_desc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(ADMIN_PAGE_SIZE),
})
export type AdminOrderQuery = z.output<typeof AdminOrderQuery>

/** An order with all that the shop knows about it. */
export const AdminOrder = Order.extend({
  /** Null: a guest's. */
  userId: z.int().positive().nullable(),
  statusHistory: z.array(MoveByWhom),
  holdUntil: Time.nullable(),
  /** Why it can't be shipped before an admin approves it, or null. */
  reviewReason: z.string().nullable(),
  payment: AdminPayment.nullable(),
  /** The oldest first. */
  notes: z.array(OrderNote),
  /** The oldest first. */
  failedEmails: z.array(FailedEmail),
})
export type AdminOrder = z.infer<typeof AdminOrder>

const OrderId = z.string().trim().max(50)
const Reason = shownText({
  min: 1,
  tooShort: ORDER_MESSAGES.reason,
  max: REASON_MAX,
  tooLong: ORDER_MESSAGES.reason,
})

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  summary: 'Orders in pages, searched, filtered and sorted; X-Total-Count tells how many match.',
  input: AdminOrderQuery,
  answer: z.array(ListedOrder),
})

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/export',
  access: 'admin',
  needsProof: true,
  summary: 'The orders that match as a CSV file, the oldest first. The audit log notes it.',
  input: AdminOrderFilters,
  answer: z.string(),
  media: 'text/csv',
})

export const getAdminOrder = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:orderId',
  access: 'admin',
  summary: 'One order with its payment, refunds, disputes, returns, notes, and who moved it.',
  input: z.object({ orderId: OrderId }),
  answer: AdminOrder,
})

export const cancelPaidOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/cancel',
  access: 'admin',
  summary:
    'Cancel a paid order with a full refund; the customer is told. 409 when it is unpaid, delivered or cancelled.',
  input: z.object({ orderId: OrderId, restock: z.boolean(), reason: Reason }),
  answer: AdminOrder,
})

export const releaseHold = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/release',
  access: 'admin',
  summary:
    'End an unpaid order and give back what it holds, once the provider says that nobody can pay it any more.',
  input: z.object({ orderId: OrderId }),
  answer: AdminOrder,
})

export const refundPart = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/refunds',
  access: 'admin',
  summary:
    'Give a part of the money back; the order keeps its status. 409 when so much was not paid, or when `seenRefunded` is not what is refunded already.',
  input: z.object({
    orderId: OrderId,
    amount: MoneyInput.refine((cents) => cents > 0, ORDER_MESSAGES.refundAmount),
    reason: Reason,
    /** What the provider is told about why. */
    category: RefundCategory.optional(),
    /** What the admin saw as refunded: so that two clicks, or two admins, refund once. */
    seenRefunded: MoneyInput,
  }),
  answer: AdminOrder,
  status: 201,
})

export const retryRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:id/retry',
  access: 'admin',
  summary: 'Ask again for a refund that failed, or send one at once that waits for the provider.',
  input: z.object({ id: RowId }),
  answer: AdminOrder,
})

export const addOrderNote = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/notes',
  access: 'admin',
  summary: 'Write a note about an order, for admins only.',
  input: z.object({
    orderId: OrderId,
    text: shownText({
      min: 1,
      tooShort: ORDER_MESSAGES.note,
      max: NOTE_MAX,
      tooLong: ORDER_MESSAGES.note,
    }),
  }),
  answer: AdminOrder,
  status: 201,
})

export const adminOrderEndpoints = [
  listAdminOrders,
  exportOrders,
  getAdminOrder,
  cancelPaidOrder,
  releaseHold,
  refundPart,
  retryRefund,
  addOrderNote,
] as const
