import { z } from 'zod'
import { Bytes, endpoint } from '../http.ts'

const CSV_MAX_BYTES = 32 * 1024 * 1024
export const CSV_MAX_LINES = 50_000
/** So many wrong lines are told at once. */
export const CSV_ERRORS_MAX = 200

/** In the order in which a file is written; a file to read may have them in any order, and fewer. */
export const CSV_COLUMNS = [
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
  'colors',
  'shippingDays',
  'shippingCost',
  'weight',
  'weightUnit',
  'images',
  'imageAlts',
] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

/** A mistake in the file; `line` as an editor counts, `column` null when the whole line is meant. */
export const CsvError = z.object({
  line: z.int().positive(),
  column: z.string().nullable(),
  message: z.string(),
})
export type CsvError = z.infer<typeof CsvError>

/** How far the import is: `done` of `of` products. */
const CsvProgress = z.object({
  kind: z.literal('progress'),
  step: z.enum(['checking', 'writing', 'indexing']),
  done: z.int(),
  of: z.int(),
})

/** What the file does or, in a dry run, would do. With one error nothing was changed. */
export const CsvReport = z.object({
  kind: z.literal('report'),
  dryRun: z.boolean(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** CSV_ERRORS_MAX at most. */
  errors: z.array(CsvError),
  /** How many mistakes there are in all. */
  errorCount: z.int(),
})
export type CsvReport = z.infer<typeof CsvReport>

export const CsvImportLine = z.discriminatedUnion('kind', [CsvProgress, CsvReport])
export type CsvImportLine = z.infer<typeof CsvImportLine>

export const importProducts = endpoint({
  method: 'POST',
  path: '/api/admin/products/import',
  access: 'admin',
  summary:
    'Add and change products by a CSV file, the body: all of its lines or, with one mistake, none. `dryRun` (the default) changes nothing.',
  input: z.object({
    dryRun: z
      .enum(['true', 'false'])
      .default('true')
      .transform((value) => value === 'true'),
    file: Bytes,
  }),
  answer: CsvImportLine,
  file: { field: 'file', maxBytes: CSV_MAX_BYTES },
  media: 'application/x-ndjson',
})

export const exportProducts = endpoint({
  method: 'GET',
  path: '/api/admin/products/export',
  access: 'admin',
  summary: 'All products on sale as a CSV file that can be read back.',
  input: z.object({}),
  answer: z.string(),
  media: 'text/csv',
})

export const productCsvEndpoints = [importProducts, exportProducts] as const
