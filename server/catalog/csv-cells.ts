import type { AdminProduct, AdminVariant } from '#contract/catalog/admin-products.ts'
import { joinColors } from '#contract/catalog/colors.ts'
import { CSV_COLUMNS, type CsvColumn, PRODUCT_COLUMNS } from '#contract/catalog/product-csv.ts'
import { BYTE_ORDER_MARK, csvRows } from '../platform/csv.ts'
import type { Db } from '../platform/db/database.ts'
import { listForExport } from './admin-queries.ts'
import type { CsvRow } from './csv-file.ts'
import { listCategories } from './queries.ts'
import { hasProductWithOptions } from './variant-queries.ts'

/** Separates images in one cell, and their descriptions. */
const BETWEEN = ' | '
/** Columns where an empty cell means the default for a new product, and no change for an existing one. */
const SILENT_WHEN_EMPTY: CsvColumn[] = [
  'rating',
  'reviewCount',
  'isNew',
  'isFeatured',
  'isOnSale',
  'inStock',
  'images',
]

type Cells = Partial<Record<CsvColumn, string>>

/**
 * Returns a product as rows of a CSV file: a single row, or one for each variant if the product has options.
 * @param category its slug
 */
function rowsOf(product: AdminProduct, category: string): Cells[] {
  const { id, variants } = product
  const cells = productCells(product, category)
  if (variants.length === 0) return [cells]
  return variants.map((variant, index) => ({
    ...(index === 0 ? cells : textOf({ id })),
    ...variantCells(product, variant),
  }))
}

function variantCells({ options }: AdminProduct, variant: AdminVariant): Cells {
  const { price, oldPrice, inStock, stockQuantity, sku, barcode } = variant
  const optionCells = options.flatMap(({ name }, place) => [
    [`option${place + 1}Name`, name],
    [`option${place + 1}Value`, variant.optionValues[place]],
  ])
  return textOf({
    price,
    oldPrice,
    inStock,
    stockQuantity,
    variantId: variant.id,
    sku,
    barcode,
    variantWeight: variant.weight,
    variantContent: variant.content,
    variantImage: variant.image,
    ...Object.fromEntries(optionCells),
  })
}

function productCells(product: AdminProduct, category: string): Cells {
  return textOf({
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
    sku: product.sku,
    barcode: product.barcode,
    colors: joinColors(product.colors),
    shippingDays: product.shippingDays,
    shippingCost: product.shippingCost,
    weight: product.weight,
    weightUnit: product.weightUnit,
    images: joined(product.images.map(({ url }) => url)),
    imageAlts: joined(product.images.map(({ alt }) => alt)),
    content: product.content,
    contentUnit: product.contentUnit,
    unitPriceBase: product.unitPriceBase,
    manufacturer: product.manufacturer,
    manufacturerAddress: product.manufacturerAddress,
    manufacturerContact: product.manufacturerContact,
    safetyWarnings: product.safetyWarnings,
    taxClass: product.taxClass,
  })
}

function textOf(cells: Partial<Record<CsvColumn, unknown>>): Cells {
  return Object.fromEntries(Object.entries(cells).map(([column, value]) => [column, String(value ?? '')]))
}

/**
 * Converts a row's cells to the product form's input. `imageAlts` alone changes nothing.
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

/** Converts a variant row's cells to the grid's input, without the names of the options. */
export function variantInputOf({ cells }: CsvRow): Record<string, unknown> {
  const { variantId, sku, barcode, variantWeight, variantContent, variantImage } = cells
  const { price, oldPrice, inStock, stockQuantity } = cells
  const input = {
    sku,
    barcode,
    price,
    oldPrice,
    stockQuantity,
    weight: variantWeight,
    content: variantContent,
    id: variantId?.trim() || undefined,
    inStock: inStock?.trim() || undefined,
    image: variantImage === undefined ? undefined : variantImage.trim() || null,
    optionValues: optionCells(cells, 'Value').filter(Boolean),
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Returns the cells with the options' names or values. A missing option's cell is empty. */
export function optionCells(cells: CsvRow['cells'], part: 'Name' | 'Value'): string[] {
  return OPTION_PLACES.map((place) => cells[`option${place}${part}`]?.trim() ?? '')
}

const OPTION_PLACES = [1, 2, 3] as const

/** Returns the column of a variant's field. */
export function variantColumnOf(field: string | undefined): CsvColumn {
  switch (field) {
    case 'id':
      return 'variantId'
    case 'weight':
      return 'variantWeight'
    case 'content':
      return 'variantContent'
    case 'image':
      return 'variantImage'
    default:
      return CSV_COLUMNS.find((column) => column === field) ?? 'option1Value'
  }
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

/** Yields all active products as a CSV file, in chunks. */
export async function* exportCsv(db: Db): AsyncGenerator<string> {
  const slugs = new Map((await listCategories(db)).map(({ id, slug }) => [id, slug]))
  const columns = (await hasProductWithOptions(db)) ? [...CSV_COLUMNS] : [...PRODUCT_COLUMNS]
  yield BYTE_ORDER_MARK + csvRows([columns])
  let afterId = 0
  while (true) {
    const products = await listForExport(db, afterId, BATCH)
    const last = products.at(-1)
    if (!last) return
    const rows = products.flatMap((product) => rowsOf(product, slugs.get(product.categoryId) ?? ''))
    yield csvRows(rows.map((cells) => columns.map((column) => cells[column] ?? '')))
    afterId = last.id
  }
}
