import type { CsvImportLine, CsvReport } from '#contract/catalog/product-csv.ts'
import type { TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { callForStream } from '../../web/platform/api-stream.ts'
import type { Db } from '../platform/db/database.ts'
import type { NewProduct } from './product-columns.ts'
import { addProduct } from './write-products.ts'

const DEFAULTS: NewProduct = {
  name: 'Plain Box',
  slug: null,
  description: '<p>Nothing to say.</p>',
  priceCents: 1000,
  oldPriceCents: null,
  categoryId: 1,
  rating: '4.5',
  isNew: false,
  isFeatured: false,
  isOnSale: false,
  inStock: true,
  stockQuantity: null,
  colors: [],
  shippingDays: null,
  shippingCostCents: null,
  weight: null,
  weightUnit: null,
  images: [],
}

/** Adds an active product, created in 2020 by default. @returns its ID */
export function aProduct(
  { shop }: { shop: { db: Db } },
  facts: Partial<NewProduct> = {},
  createdAt: Date = new Date('2020-01-01'),
): Promise<number> {
  return addProduct(shop.db, { ...DEFAULTS, ...facts, createdAt })
}

/**
 * Returns the product names of a list in order.
 * @param query its query string
 */
export async function namesAt(shop: TestShop, query: string): Promise<string[]> {
  const response = await shop.visitor().send({ url: `/api/products?${query}` })
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`)
  return (response.json() as { name: string }[]).map(({ name }) => name)
}

/** The first CSV columns, and a row for a product in a demo category. */
export const CSV_HEADER = 'name,slug,description,price,category,images'
export function csvLine(name: string, price: string | number = '5.00', slug = ''): string {
  return `${name},${slug},<p>Plain.</p>,${price},desk-mats,https://pictures.example/mat.jpg`
}

/** Imports a file as an admin. @returns the report, and the progress lines before it */
export async function sendCsv(admin: Visitor, file: string | Buffer, dryRun: 'true' | 'false' = 'false') {
  const lines: CsvImportLine[] = []
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  await callForStream(admin, 'POST /api/admin/products/import', { file: bytes, dryRun }, (line) =>
    lines.push(line),
  )
  const report = lines.pop() as CsvReport
  return { ...report, lines }
}
