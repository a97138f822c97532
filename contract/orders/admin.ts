import { z } from 'zod'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { ADMIN_PAGE_SIZE } from '../catalog/rules.ts'
import { endpoint } from '../http.ts'
import { Day, Money, MoneyInput, RowId, shownLine, shownText, Time } from '../text.ts'
import {
  AdminPayment,
  FailedEmail,
  OrderNote,
  RefundCategory,
  RefundPreview,
  refundChoice,
  TransitionWithActor,
} from './admin-parts.ts'
import { Order, OrderStatus, Return } from './api.ts'
import { NOTE_MAX, ORDER_MESSAGES, REASON_MAX } from './rules.ts'

const ORDER_COLUMNS = ['placed', 'customer', 'status', 'total'] as const
const ORDER_SORTS = ORDER_COLUMNS.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const)
/** Orders that need an admin: an open return request, a failed refund, an open dispute, or a review before shipping. */
const ORDER_NEEDS = ['return', 'refund', 'dispute', 'review'] as const

/** Filters of a list: the needs, and orders that are ready to ship. */
const ORDER_WORK = [...ORDER_NEEDS, 'shipment'] as const

/** An order in a list. */
export const ListedOrder = z.object({
  id: z.string(),
  createdAt: Time,
  status: OrderStatus,
  customer: z.string(),
  email: z.string(),
  /** Total number of units. */
  quantity: z.int().nonnegative(),
  total: Money,
  refunded: Money,
  needs: z.array(z.enum(ORDER_NEEDS)),
  /** When its stock reservation expires, or null if nothing is reserved. */
  holdUntil: Time.nullable(),
})
export type ListedOrder = z.infer<typeof ListedOrder>

const filters = {
  /** An order ID, or part of an ID, email address, or name. */
  search: z.string().trim().max(200).optional(),
  /** 'pending' selects unpaid orders. If omitted, lists all paid orders; a search includes the unpaid ones, too. */
  status: OrderStatus.optional(),
  needs: z.enum(ORDER_WORK).optional(),
  /** First and last day. */
  from: Day.optional(),
  to: Day.optional(),
  /** An account's ID, or a guest's email address in lower case. */
  customer: z.string().trim().toLowerCase().max(254).optional(),
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

/** An order with all of its data. */
export const AdminOrder = Order.extend({
  /** Null for a guest's order. */
  userId: z.int().positive().nullable(),
  statusHistory: z.array(TransitionWithActor),
  returns: z.array(
    Return.extend({
      /**
       * The suggested refund of an open request: the price paid for its items, plus shipping if it completes the return
       * of the order, but at most the amount still refundable. Null once it is accepted or declined.
       */
      suggestedRefund: Money.nullable(),
    }),
  ),
  holdUntil: Time.nullable(),
  /** Why it can't ship before an admin approves it, or null. */
  reviewReason: z.string().nullable(),
  payment: AdminPayment.nullable(),
  /** Oldest first. */
  notes: z.array(OrderNote),
  /** Oldest first. */
  failedEmails: z.array(FailedEmail),
})
export type AdminOrder = z.infer<typeof AdminOrder>

const OrderId = z.string().trim().max(50)
const Reason = shownLine({
  min: 1,
  tooShort: ORDER_MESSAGES.reason,
  max: REASON_MAX,
  tooLong: ORDER_MESSAGES.reason,
})

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'List orders in pages, with search, filters, and sorting. X-Total-Count is the number of matches.',
  input: AdminOrderQuery,
  response: z.array(ListedOrder),
})

const Count = z.int().nonnegative()

/** The number of orders in each filter for work, and of return requests that aren't settled. */
export const OrderCounts = z.object({
  shipment: Count,
  review: Count,
  return: Count,
  refund: Count,
  dispute: Count,
  /** Unpaid orders, whose stock is still reserved. */
  unpaid: Count,
  openReturns: Count,
})
export type OrderCounts = z.infer<typeof OrderCounts>

export const countOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/counts',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'Number of orders that wait for an admin, by what they need.',
  input: z.object({}),
  response: OrderCounts,
})

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/export',
  access: 'admin',
  staff: ['manager', 'fulfillment', 'support'],
  needsProof: true,
  summary: 'Export the matching orders as a CSV file, oldest first. Recorded in the audit log.',
  input: AdminOrderFilters,
  response: z.string(),
  media: 'text/csv',
})

export const getAdminOrder = endpoint({
  method: 'GET',
  path: '/api/admin/orders/:orderId',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'One order with its payment, refunds, disputes, returns, notes, and status changes.',
  input: z.object({ orderId: OrderId }),
  response: AdminOrder,
})

export const cancelPaidOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/cancel',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Cancel a paid order with a full refund. The customer is notified. 409 if it is unpaid, delivered, or cancelled.',
  input: z.object({ orderId: OrderId, restock: z.boolean(), reason: Reason }),
  response: AdminOrder,
})

export const releaseHold = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/release',
  access: 'admin',
  staff: ['manager', 'fulfillment', 'support'],
  summary:
    "End an unpaid order and release its reserved stock, once the provider confirms that it can't be paid anymore.",
  input: z.object({ orderId: OrderId }),
  response: AdminOrder,
})

export const refundPart = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/refunds',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Refund part of a payment: either an `amount`, which is spread over the order in proportion, or `lines` with quantities and `shipping`, with exactly their taxes. The order keeps its status. 409 if less is refundable, or `seenRefunded` is outdated.',
  input: z
    .object({
      orderId: OrderId,
      ...refundChoice,
      reason: Reason,
      /** The reason sent to the provider. */
      category: RefundCategory.optional(),
      /** The refunded amount shown to the admin, so a double click or two admins can't refund twice. */
      seenRefunded: MoneyInput,
    })
    .refine(
      ({ amount, lines, shipping }) =>
        (amount === undefined) !== (lines === undefined && shipping === undefined),
      {
        path: ['amount'],
        message: ORDER_MESSAGES.refundChoice,
      },
    ),
  response: AdminOrder,
  status: 201,
})

export const previewRefund = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/refunds/preview',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Compute a refund and its taxes without making it. The input is that of the refund; without any, the response says how much of the shipping can be refunded.',
  input: z.object({ orderId: OrderId, ...refundChoice }),
  response: RefundPreview,
})

export const retryRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:id/retry',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Replace a failed refund with a new one, or immediately send a refund that is waiting for the provider.',
  input: z.object({ id: RowId }),
  response: AdminOrder,
})

export const addOrderNote = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/notes',
  access: 'admin',
  staff: ['manager', 'fulfillment', 'support'],
  summary: 'Add a note to an order, for admins only.',
  input: z.object({
    orderId: OrderId,
    text: shownText({
      min: 1,
      tooShort: ORDER_MESSAGES.note,
      max: NOTE_MAX,
      tooLong: ORDER_MESSAGES.note,
    }),
  }),
  response: AdminOrder,
  status: 201,
})

export const adminOrderEndpoints = [
  listAdminOrders,
  countOrders,
  exportOrders,
  getAdminOrder,
  cancelPaidOrder,
  releaseHold,
  refundPart,
  previewRefund,
  retryRefund,
  addOrderNote,
] as const
