import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money, RowId, Version } from '../text.ts'
import { AdminProductFilter } from './admin-products.ts'
import { bulkAction } from './bulk-actions.ts'
import { BULK_MAX, PERCENT_MAX, BULK_MESSAGES as SAYS } from './bulk-rules.ts'
import { TaxClass } from './product-input.ts'

/** Converts '12.5' or -12.5 to hundredths of a percent. */
const Percent = z
  .union([z.string(), z.number()], { error: SAYS.percent })
  .transform((value) => String(value).trim())
  .refine((text) => /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(text), SAYS.percent)
  .transform((text) => Math.round(Number(text) * 100))
  .refine((hundredths) => hundredths > -10_000 && hundredths <= PERCENT_MAX * 100, SAYS.percent)

/** Omitted fields stay unchanged. Prices and the in-stock flag of a product with options are those of each variant. */
const BulkChanges = z
  .object({
    isNew: z.boolean().optional(),
    isFeatured: z.boolean().optional(),
    isOnSale: z.boolean().optional(),
    inStock: z.boolean().optional(),
    categoryId: RowId.optional(),
    /** Null for the category's tax class. */
    taxClass: TaxClass.optional(),
    /** Percentage of the current price; negative to lower it. */
    pricePercent: Percent.optional(),
    /**
     * 'strike': if the price falls, the current price becomes the old price, unless there is a higher old price.
     * 'remove': clears the old price. If omitted, an old price stays as long as it is above the price.
     */
    oldPrice: z.enum(['strike', 'remove']).optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), SAYS.nothing)
export type BulkChanges = z.output<typeof BulkChanges>

/** The selected products: by ID, or all that match the admin's filters. */
const BulkChoice = z
  .object({
    ids: z.array(RowId).min(1, SAYS.noChoice).max(BULK_MAX, SAYS.tooMany).optional(),
    filter: AdminProductFilter.optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), SAYS.noChoice)
export type BulkChoice = z.output<typeof BulkChoice>

/** The fields that can change, with their values before or after the edit. */
const BulkFacts = z
  .object({
    isNew: z.boolean(),
    isFeatured: z.boolean(),
    isOnSale: z.boolean(),
    inStock: z.boolean(),
    categoryId: z.int().positive(),
    taxClass: z.string().nullable(),
    price: Money,
    oldPrice: Money.nullable(),
  })
  .partial()

const BulkPreview = z.object({
  changes: z.array(
    z.object({
      id: z.int().positive(),
      name: z.string(),
      /** The version at the time of the preview. */
      version: Version,
      before: BulkFacts,
      after: BulkFacts,
      /** The variants of a product with options whose prices or in-stock flags would change. */
      variants: z
        .array(z.object({ id: z.int().positive(), title: z.string(), before: BulkFacts, after: BulkFacts }))
        .optional(),
    }),
  ),
  /** Number of products that already have the new values. */
  unchanged: z.int().nonnegative(),
  /** Products that can't be changed, with the reason. */
  refused: z.array(z.object({ id: z.int().positive(), name: z.string(), reason: z.string() })),
})
export type BulkPreview = z.infer<typeof BulkPreview>

export const previewBulkEdit = endpoint({
  method: 'POST',
  path: '/api/admin/products/bulk-edit/preview',
  access: 'admin',
  staff: ['manager'],
  summary: `Preview a change of up to ${BULK_MAX} products. Changes nothing.`,
  input: z.object({ choice: BulkChoice, changes: BulkChanges }),
  response: BulkPreview,
})

export const bulkEdit = endpoint({
  method: 'POST',
  path: '/api/admin/products/bulk-edit',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Change products as previewed: all of them, or none if any was changed or deleted since. Then responds 409, with those products in `errors`.',
  input: z.object({
    products: z
      .array(z.object({ id: RowId, version: Version }))
      .min(1, SAYS.noChoice)
      .max(BULK_MAX, SAYS.tooMany)
      .refine((products) => new Set(products.map(({ id }) => id)).size === products.length, SAYS.twice),
    changes: BulkChanges,
  }),
  response: z.object({ changed: z.int().nonnegative() }),
})

export const bulkEditEndpoints = [previewBulkEdit, bulkEdit, bulkAction] as const
