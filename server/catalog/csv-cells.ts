import { stringify } from 'csv-stringify/sync'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { CSV_COLUMNS, type CsvColumn } from '#contract/catalog/product-csv.ts'
import type { Db } from '../platform/db/database.ts'
import { listForExport } from './admin-queries.ts'
import type { CsvRow } from './csv-file.ts'
import { listCategories } from './queries.ts'

/** Separator between the images of one cell, and between their descriptions. */
const BETWEEN = ' | '
/** Columns whose empty cells mean the default for a new product and no change for an existing one. */
const SILENT_WHEN_EMPTY: CsvColumn[] = [
  'rating',
  'reviewCount',
  'isNew',
  'isFeatured',
  'isOnSale',
  'inStock',
  'images',
]

/** Returns a product as a row of a CSV file. @param category its slug */
function cellsOf(product: AdminProduct, category: string): Record<CsvColumn, string> {
  const cells = {
    id: product.id,
    name: product.name,
    slug: product.slug,
    description: product.description,
    price: product.price,
    oldPrice: product.oldPrice,
    category,
    rating: product.rating,
    reviewCount: product.reviewCount,
    isNew: product.isNew,
    isFeatured: product.isFeatured,
    isOnSale: product.isOnSale,
    inStock: product.inStock,
    stockQuantity: product.stockQuantity,
    colors: product.colors.join(', '),
    shippingDays: product.shippingDays,
    shippingCost: product.shippingCost,
    weight: product.weight,
    weightUnit: product.weightUnit,
    images: joined(product.images.map(({ url }) => url)),
    imageAlts: joined(product.images.map(({ alt }) => alt)),
    taxClass: product.taxClass,
  }
  return Object.fromEntries(
    Object.entries(cells).map(([column, value]) => [column, guarded(String(value ?? ''))]),
  ) as Record<CsvColumn, string>
}

/**
 * Returns a row's cells as the product form would send them. `imageAlts` alone changes nothing.
 * @param categoryIds by slug and by lowercase name
 */
export function inputOf({ cells }: CsvRow, categoryIds: Map<string, number>): Record<string, unknown> {
  const filled = Object.entries(cells).filter(
    ([column, cell]) => cell.trim() !== '' || !SILENT_WHEN_EMPTY.includes(column as CsvColumn),
  )
  const { id: _id, category, images, imageAlts, ...same } = Object.fromEntries(filled) as CsvRow['cells']
  return {
    ...same,
    ...(category === undefined ? {} : { categoryId: categoryOf(category.trim(), categoryIds) ?? '' }),
    ...(images === undefined ? {} : { images: imagesOf(images, imageAlts ?? '') }),
  }
}

function categoryOf(word: string, categoryIds: Map<string, number>): number | undefined {
  return categoryIds.get(word) ?? categoryIds.get(word.toLowerCase())
}

/** Returns the column of a field: 'images' -> 'images', 'images.2.url' -> 'images', 'categoryId' -> 'category'. */
export function columnOf(path: PropertyKey[]): string | null {
  const [field, _index, part] = path.map(String)
  if (field === 'categoryId') return 'category'
  if (field === 'image') return 'images'
  return part === 'alt' ? 'imageAlts' : (field ?? null)
}

function imagesOf(images: string, alts: string) {
  const descriptions = split(alts)
  return split(images).map((url, index) => ({ url, alt: descriptions[index] ?? '' }))
}

/** Escapes cells that a spreadsheet would run as a formula. */
function guarded(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

function joined(parts: string[]): string {
  return parts.map((part) => part.replace(/[\\|]/g, '\\$&')).join(BETWEEN)
}

function split(cell: string): string[] {
  if (cell.trim() === '') return []
  const parts = ['']
  for (const [piece] of cell.matchAll(/\\.|[^\\]/gs)) {
    if (piece === '|') parts.push('')
    else parts[parts.length - 1] += piece.length === 2 ? piece.slice(1) : piece
  }
  return parts.map((part) => part.trim())
}

const BATCH = 500
/** Without it, spreadsheets assume a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Yields all active products as a CSV file, chunk by chunk. */
export async function* exportCsv(db: Db): AsyncGenerator<string> {
  const slugs = new Map((await listCategories(db)).map(({ id, slug }) => [id, slug]))
  yield BYTE_ORDER_MARK + stringify([[...CSV_COLUMNS]])
  let afterId = 0
  while (true) {
    const products = await listForExport(db, afterId, BATCH)
    const last = products.at(-1)
    if (!last) return
    yield stringify(
      products.map((product) => cellsOf(product, slugs.get(product.categoryId) ?? '')),
      { columns: [...CSV_COLUMNS] },
    )
    afterId = last.id
  }
}
