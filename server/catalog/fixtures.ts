import type { CsvImportLine, CsvReport } from '#contract/catalog/product-csv.ts'
import type { TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { callForLines } from '../../web/platform/api-stream.ts'
import type { Db } from '../platform/db/database.ts'
import type { NewProduct } from './product-row.ts'
import { addProduct } from './products.ts'

const PLAIN: NewProduct = {
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

/** Adds an active product, created in 2020 by default. @returns its id */
export function aProduct(
  { shop }: { shop: { db: Db } },
  facts: Partial<NewProduct> = {},
  createdAt: Date = new Date('2020-01-01'),
): Promise<number> {
  return addProduct(shop.db, { ...PLAIN, ...facts }, createdAt)
}

/** Returns the product names of a listing in order. @param query its query string */
export async function namesAt(shop: TestShop, query: string): Promise<string[]> {
  const answer = await shop.visitor().send({ url: `/api/products?${query}` })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return (answer.json() as { name: string }[]).map(({ name }) => name)
}

/** The first CSV columns, and a row for a product in a demo category. */
export const CSV_HEADER = 'name,slug,description,price,category,images'
export function csvLine(name: string, price: string | number = '5.00', slug = ''): string {
  return `${name},${slug},<p>Plain.</p>,${price},desk-mats,https://pictures.example/mat.jpg`
}

/** Imports a file as an admin. @returns the report, and the progress lines before it */
export async function sendCsv(admin: Visitor, file: string | Buffer, dryRun: 'true' | 'false' = 'false') {
  const told: CsvImportLine[] = []
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  await callForLines(admin, 'POST /api/admin/products/import', { file: bytes, dryRun }, (line) =>
    told.push(line),
  )
  const report = told.pop() as CsvReport
  return { ...report, told }
}
