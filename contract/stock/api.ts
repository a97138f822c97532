import { z } from 'zod'
import { endpoint } from '../http.ts'
import { page } from '../sync/api.ts'
import { CHANGES_PAGE_SIZE } from '../sync/rules.ts'
import { RowId, Time } from '../text.ts'

/** A stock change to a product that the platform has, and its state there. */
const StockEntry = z.object({
  id: z.int().positive(),
  at: Time,
  productId: z.int().positive(),
  name: z.string(),
  /** The values of the variant's options, or null for a product without options. */
  variant: z.string().nullable(),
  change: z.int(),
  /** 'platform': sold, returned, or counted on the platform. All other changes originate in the shop. */
  reason: z.enum(['set', 'taken', 'put back', 'platform']),
  /** The order that deducted or restocked it. */
  orderId: z.string().nullable(),
  /** Null if the change isn't sent to the platform. `error` explains why the last attempt failed. */
  push: z
    .object({
      /** 'unknown': the platform never responded, so an admin must compare the quantities. */
      state: z.enum(['waiting', 'sending', 'applied', 'refused', 'unknown', 'dismissed']),
      error: z.string().nullable(),
      attempts: z.int().nonnegative(),
      nextAt: Time,
    })
    .nullable(),
})

export type StockEntry = z.infer<typeof StockEntry>

export const listStockJournal = endpoint({
  method: 'GET',
  path: '/api/admin/stock-journal',
  access: 'admin',
  staff: ['manager', 'fulfillment', 'read-only'],
  summary:
    'List stock changes to products that the platform has, newest first, in pages: all of them, or only those not yet applied there.',
  input: z.object({
    show: z.enum(['all', 'open']).default('all'),
    page: page(1_000_000).default(1),
    pageSize: page(100).default(CHANGES_PAGE_SIZE),
  }),
  response: z.array(StockEntry),
})

/** 'applied': the admin made the change on the platform. 'dismissed': the change isn't made there. */
const StockPushDecision = z.enum(['retry', 'applied', 'dismissed'])
export type StockPushDecision = z.infer<typeof StockPushDecision>

export const decideStockPush = endpoint({
  method: 'POST',
  path: '/api/admin/stock-journal/:id',
  access: 'admin',
  staff: ['manager', 'fulfillment'],
  summary: 'Resolve a stock change that the platform rejected or never responded to.',
  input: z.object({ id: RowId, decision: StockPushDecision }),
  response: z.object({ success: z.literal(true) }),
})

export const stockEndpoints = [listStockJournal, decideStockPush] as const
