import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId } from '../text.ts'
import { AdminProductFilter, PRODUCT_STATUSES } from './admin-products.ts'
import { BULK_MAX, BULK_MESSAGES as SAYS } from './bulk-rules.ts'

/** 'draft' makes products drafts. */
const BULK_ACTIONS = ['activate', 'archive', 'draft', 'delete'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** The selected products: by ID, or all that match the admin's filters, with their number as the admin saw it. */
const BulkActionChoice = z
  .object({
    ids: z.array(RowId).min(1, SAYS.noChoice).max(BULK_MAX, SAYS.tooMany).optional(),
    filter: AdminProductFilter.optional(),
    count: z.int().min(1).max(BULK_MAX, SAYS.tooMany).optional(),
  })
  .refine(
    ({ ids, filter, count }) =>
      (ids === undefined) !== (filter === undefined) && (filter === undefined) === (count === undefined),
    SAYS.noChoice,
  )
export type BulkActionChoice = z.output<typeof BulkActionChoice>

const BulkOutcome = z.object({
  /** The products with a new status, and the deleted ones, with their status before. */
  done: z.array(z.object({ id: z.int().positive(), was: z.enum(PRODUCT_STATUSES) })),
  /** Number of products that already had the status. */
  unchanged: z.int().nonnegative(),
  /** Products that stay as they were, with the reason. */
  refused: z.array(z.object({ id: z.int().positive(), name: z.string(), reason: z.string() })),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

export const bulkAction = endpoint({
  method: 'POST',
  path: '/api/admin/products/bulk',
  access: 'admin',
  staff: ['manager'],
  summary: `Activate, archive, or delete up to ${BULK_MAX} products in one transaction. Products that were ordered can be archived, but not deleted. Responds 409 if the number of products that match \`filter\` isn't \`count\`.`,
  input: z.object({ choice: BulkActionChoice, action: z.enum(BULK_ACTIONS) }),
  response: BulkOutcome,
})
