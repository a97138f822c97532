import { z } from 'zod'
import { Bytes, endpoint } from '../http.ts'

const CSV_MAX_BYTES = 32 * 1024 * 1024
export const CSV_MAX_LINES = 50_000
/** Maximum number of errors reported. */
export const CSV_ERRORS_MAX = 200

/** In the order in which a file is written. A file to import may omit columns and have them in any order. */
export const PRODUCT_COLUMNS = [
  'id',
  'name',
  'slug',
  'description',
  'price',
  'oldPrice',
  'category',
  'rating',
  'reviewCount',
  'isNew',
  'isFeatured',
  'isOnSale',
  'inStock',
  'stockQuantity',
  'sku',
  'barcode',
  'colors',
  'shippingDays',
  'shippingCost',
  'weight',
  'weightUnit',
  'images',
  'imageAlts',
  'content',
  'contentUnit',
  'unitPriceBase',
  'manufacturer',
  'manufacturerAddress',
  'manufacturerContact',
  'safetyWarnings',
  'taxClass',
] as const

/**
 * A product with options has a row for each variant. In these rows, the columns below and price, oldPrice, inStock,
 * stockQuantity, sku, and barcode belong to the variant. The other columns are read from the product's first row. The columns below are
 * written only if a product has options.
 */
export const VARIANT_COLUMNS = [
  'variantId',
  'option1Name',
  'option1Value',
  'option2Name',
  'option2Value',
  'option3Name',
  'option3Value',
  'variantWeight',
  'variantContent',
  'variantImage',
] as const

export const CSV_COLUMNS = [...PRODUCT_COLUMNS, ...VARIANT_COLUMNS] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

/**
 * An error in the file. `line` is the line number that an editor shows; `column` is null if the error concerns the
 * whole line.
 */
export const CsvError = z.object({
  line: z.int().positive(),
  column: z.string().nullable(),
  message: z.string(),
})
export type CsvError = z.infer<typeof CsvError>

/** Progress of the import: `done` products out of `of`. */
const CsvProgress = z.object({
  kind: z.literal('progress'),
  step: z.enum(['checking', 'writing', 'indexing']),
  done: z.int(),
  of: z.int(),
})

/** The changes made by the file or, in a dry run, a preview of them. If there is any error, nothing is changed. */
export const CsvReport = z.object({
  kind: z.literal('report'),
  dryRun: z.boolean(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** At most CSV_ERRORS_MAX of them. */
  errors: z.array(CsvError),
  /** Total number of errors. */
  errorCount: z.int(),
})
export type CsvReport = z.infer<typeof CsvReport>

export const CsvImportLine = z.discriminatedUnion('kind', [CsvProgress, CsvReport])
export type CsvImportLine = z.infer<typeof CsvImportLine>

export const importProducts = endpoint({
  method: 'POST',
  path: '/api/admin/products/import',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Add and change products from a CSV file in the body: all lines, or none if there is any error. A product with options has a row for each variant; variants without a row stay unchanged. `dryRun` (the default) changes nothing.',
  input: z.object({
    dryRun: z
      .enum(['true', 'false'])
      .default('true')
      .transform((value) => value === 'true'),
    file: Bytes,
  }),
  response: CsvImportLine,
  file: { field: 'file', maxBytes: CSV_MAX_BYTES },
  media: 'application/x-ndjson',
})

export const exportProducts = endpoint({
  method: 'GET',
  path: '/api/admin/products/export',
  access: 'admin',
  staff: ['manager', 'fulfillment'],
  summary: 'Export all active products as a CSV file that can be imported.',
  input: z.object({}),
  response: z.string(),
  media: 'text/csv',
})

export const productCsvEndpoints = [importProducts, exportProducts] as const
