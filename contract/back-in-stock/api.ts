import { z } from 'zod'
import { Email, Message } from '../accounts/api.ts'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { Honeypot, RowId, Time } from '../text.ts'

export const DEMAND_PAGE_SIZE = 20
const DEMAND_PAGE_SIZE_MAX = 100

/** From an emailed link. */
const LinkToken = z.string().min(1).max(200)

export const BackInStockRequest = z.object({
  /** A product without options has one variant, with the product's ID. */
  variantId: RowId,
  email: Email,
  leaveEmpty: Honeypot,
})
export type BackInStockRequest = z.output<typeof BackInStockRequest>

/** How many shoppers are waiting for a variant. */
export const BackInStockDemand = z.object({
  /** The variant's ID. */
  id: z.int().positive(),
  productId: z.int().positive(),
  productName: z.string(),
  /** The values of the options, or null for a product without options. */
  variantTitle: z.string().nullable(),
  sku: z.string().nullable(),
  /** The URL of the variant's image, or of the product's first one. */
  image: z.string().nullable(),
  /** Confirmed requests. */
  waiting: z.int().nonnegative(),
  /** Time of the oldest confirmed request. */
  waitingSince: Time.nullable(),
  /** Number of emails sent so far, and the time of the last one. */
  notified: z.int().nonnegative(),
  notifiedAt: Time.nullable(),
})
export type BackInStockDemand = z.infer<typeof BackInStockDemand>

export const DemandQuery = z.object({
  /** Part of a product's name or of a SKU. */
  search: z.string().trim().max(200).optional(),
  productId: RowId.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(DEMAND_PAGE_SIZE_MAX).default(DEMAND_PAGE_SIZE),
})
export type DemandQuery = z.output<typeof DemandQuery>

export const getBackInStock = endpoint({
  method: 'GET',
  path: '/api/back-in-stock',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'Whether any product of the shop would offer back-in-stock emails if it sold out.',
  input: z.object({}),
  response: z.object({ isOffered: z.boolean() }),
})

export const requestBackInStock = endpoint({
  method: 'POST',
  path: '/api/back-in-stock',
  access: 'anyone',
  isQuiet: true,
  summary:
    'Request one email when a sold-out variant is back in stock. Sends a confirmation email, unless the signed-in user has verified this email address. The response is the same whether or not the email address is known. 409 `in_stock` if the variant can be bought.',
  input: BackInStockRequest,
  response: Message,
})

export const confirmBackInStock = endpoint({
  method: 'POST',
  path: '/api/back-in-stock/confirm',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'Confirm a request with the emailed link, which works once.',
  input: z.object({ token: LinkToken }),
  response: Message,
})

export const endBackInStock = endpoint({
  method: 'POST',
  path: '/api/back-in-stock/unsubscribe',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'End all requests of an email address with an emailed link, and delete the address.',
  input: z.object({ token: LinkToken }),
  response: Message,
})

export const listBackInStock = endpoint({
  method: 'GET',
  path: '/api/admin/back-in-stock',
  access: 'admin',
  staff: ALL_STAFF,
  summary:
    'List in pages the variants that shoppers requested emails for, most requested first. X-Total-Count is the number of matches.',
  input: DemandQuery,
  response: z.array(BackInStockDemand),
})

export const deleteBackInStock = endpoint({
  method: 'DELETE',
  path: '/api/admin/back-in-stock/:variantId',
  access: 'admin',
  staff: ['manager'],
  isQuiet: true,
  summary:
    'Delete the open requests for a variant, for example if it won’t be back. Recorded in the audit log.',
  input: z.object({ variantId: RowId }),
  response: z.object({ deleted: z.int().nonnegative() }),
})

export const backInStockEndpoints = [
  getBackInStock,
  requestBackInStock,
  confirmBackInStock,
  endBackInStock,
  listBackInStock,
  deleteBackInStock,
] as const
