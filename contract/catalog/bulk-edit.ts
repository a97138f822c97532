import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money } from '../money-schema.ts'
import { RowId, Version } from '../text.ts'
import { AdminProductQuery } from './admin-products.ts'
import { BULK_MAX, PERCENT_MAX, BULK_MESSAGES as SAYS } from './bulk-rules.ts'

/** '12.5' or -12.5 -> hundredths of a percent. */
const Percent = z
  .union([z.string(), z.number()], { error: SAYS.percent })
  .transform((value) => String(value).trim())
  .refine((text) => /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(text), SAYS.percent)
  .transform((text) => Math.round(Number(text) * 100))
  .refine((hundredths) => hundredths > -10_000 && hundredths <= PERCENT_MAX * 100, SAYS.percent)

/** What is left out stays. */
const BulkChanges = z
  .object({
    isNew: z.boolean().optional(),
    isFeatured: z.boolean().optional(),
    isOnSale: z.boolean().optional(),
    inStock: z.boolean().optional(),
    categoryId: RowId.optional(),
    /** In percent of the present price; below 0: down. */
    pricePercent: Percent.optional(),
    /**
     * 'strike': where the price goes down, the present one is struck out, unless a higher one is already; 'remove': no price is
     * struck out any more. Without it an old price stays as long as it is above the price.
     */
    oldPrice: z.enum(['strike', 'remove']).optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), SAYS.nothing)
export type BulkChanges = z.output<typeof BulkChanges>

/** Which products: by their numbers, or all that the admin's list finds. */
const BulkChoice = z
  .object({
    ids: z.array(RowId).min(1, SAYS.noChoice).max(BULK_MAX, SAYS.tooMany).optional(),
    filter: AdminProductQuery.pick({ search: true, categoryId: true, status: true, stock: true }).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), SAYS.noChoice)
export type BulkChoice = z.output<typeof BulkChoice>

/** The fields that would change, as they are or as they would be. */
const BulkFacts = z
  .object({
    isNew: z.boolean(),
    isFeatured: z.boolean(),
    isOnSale: z.boolean(),
    inStock: z.boolean(),
    categoryId: z.int().positive(),
    price: Money,
    oldPrice: Money.nullable(),
  })
  .partial()

const BulkPreview = z.object({
  changes: z.array(
    z.object({
      id: z.int().positive(),
      name: z.string(),
      /** As it was looked at. */
      version: Version,
      before: BulkFacts,
      after: BulkFacts,
    }),
  ),
  /** So many are already as they would be. */
  unchanged: z.int().nonnegative(),
  /** What no change is possible for, and why: they are left as they are. */
  refused: z.array(z.object({ id: z.int().positive(), name: z.string(), reason: z.string() })),
})
export type BulkPreview = z.infer<typeof BulkPreview>

export const previewBulkEdit = endpoint({
  method: 'POST',
  path: '/api/admin/products/bulk-edit/preview',
  access: 'admin',
  summary: `What a change of many products would do to each of them; changes nothing. At most ${BULK_MAX} products at a time.`,
  input: z.object({ choice: BulkChoice, changes: BulkChanges }),
  answer: BulkPreview,
})

export const bulkEdit = endpoint({
  method: 'POST',
  path: '/api/admin/products/bulk-edit',
  access: 'admin',
  summary:
    'Change many products as previewed: all of them or, when one was changed or erased since, none; 409 with `errors` that say which.',
  input: z.object({
    products: z
      .array(z.object({ id: RowId, version: Version }))
      .min(1, SAYS.noChoice)
      .max(BULK_MAX, SAYS.tooMany)
      .refine((products) => new Set(products.map(({ id }) => id)).size === products.length, SAYS.twice),
    changes: BulkChanges,
  }),
  answer: z.object({ changed: z.int().nonnegative() }),
})

export const bulkEditEndpoints = [previewBulkEdit, bulkEdit] as const
