import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { setStocks, stockNewVariants } from '../stock/stock.ts'
import { indexProducts } from './documents.ts'
import { sanitizeDescription } from './html.ts'
import type { NewProduct, ProductFacts } from './product-columns.ts'
import { emitProductEvents } from './product-events.ts'
import { insertProductImages, insertProducts } from './queries.ts'
import type { ProductRecord } from './record-queries.ts'
import * as records from './record-queries.ts'
import { orSkuTaken } from './skus.ts'

/** A locked product and the fields to change. */
type ProductEdit = { record: ProductRecord; after: Partial<ProductFacts> }

/**
 * @returns the new product's id
 * @throws ShopError 409 if another active product has the slug
 */
export async function addProduct(db: Db, product: NewProduct, createdAt: Date = now()): Promise<number> {
  return inTransaction(db, async (db) => {
    const [id = 0] = await addWithoutIndex(db, [product], { createdAt })
    await indexProducts(db, [id])
    return id
  })
}

/**
 * Adds products without indexing them. The caller must call indexProducts as the last step of its transaction.
 * @returns the new IDs, in the order given @throws ShopError 409
 */
export async function addWithoutIndex(
  db: Db,
  products: NewProduct[],
  { createdAt = now(), stockReason }: { createdAt?: Date; stockReason?: 'set' | 'platform' } = {},
): Promise<number[]> {
  const rows = products.map((product) => ({
    ...product,
    description: sanitizeDescription(product.description),
    colors: product.colors.map((color) => color.trim().toLowerCase()),
    createdAt,
  }))
  await records.freeSlugs(db, slugsOf(products))
  const ids = await orRefused(() => insertProducts(db, rows))
  const idOf = (index: number) => ids[index] ?? 0
  await insertProductImages(
    db,
    products.flatMap(({ images }, index) => imageRows(idOf(index), images)),
  )
  await writeCodes(
    db,
    products
      .map(({ sku = null, barcode = null }, index) => ({ id: idOf(index), sku, barcode }))
      .filter(({ sku, barcode }) => sku !== null || barcode !== null),
  )
  await stockNewVariants(
    db,
    products.map(({ stockQuantity }, index) => ({ variantId: idOf(index), quantity: stockQuantity })),
    stockReason,
  )
  await emitProductEvents(db, ids, 'created')
  return ids
}

/**
 * Changes products, archived or not, whose records are locked. A replaced slug keeps redirecting to its product until
 * another one takes it. Like addWithoutIndex, doesn't index them.
 * @throws ShopError 409 if another active product has the slug or the SKU, or if more units are reserved than the new stock
 */
export async function editWithoutIndex(
  db: Db,
  edits: ProductEdit[],
  stockReason: 'set' | 'platform' = 'set',
): Promise<void> {
  if (edits.length === 0) return
  const renamed = edits.filter((edit) => slugAfter(edit) !== edit.record.facts.slug)
  const wanted = slugsOf(renamed.map((edit) => ({ slug: slugAfter(edit) })))
  await records.clearSlugs(
    db,
    renamed.map(({ record }) => record.id),
  )
  await records.freeSlugs(db, wanted)
  await orRefused(() =>
    records.updateRecords(
      db,
      edits.map(({ record: { id, facts }, after }) => ({ id, facts: { ...facts, ...after } })),
    ),
  )
  const left = renamed.flatMap(({ record: { id, facts } }) =>
    facts.slug === null || wanted.includes(facts.slug) ? [] : [{ slug: facts.slug, productId: id }],
  )
  await records.upsertOldSlugs(db, left)
  await replaceImages(db, edits)
  await writeCodes(
    db,
    edits
      .filter(({ after: { sku, barcode } }) => sku !== undefined || barcode !== undefined)
      .map(({ record: { id, facts }, after: { sku = facts.sku, barcode = facts.barcode } }) => {
        return { id, sku, barcode }
      }),
  )
  await setStocks(
    db,
    edits.flatMap(({ record, after: { stockQuantity } }) =>
      stockQuantity === undefined ? [] : [{ variantId: record.id, quantity: stockQuantity }],
    ),
    stockReason,
  )
  await emitProductEvents(
    db,
    edits.map(({ record }) => record.id),
    'changed',
  )
}

/** Writes SKU and barcode of products without options. A new product has none yet. */
async function writeCodes(db: Db, codes: { id: number; sku: string | null; barcode: string | null }[]) {
  await orSkuTaken('sku', () => records.updateCodes(db, codes))
}

async function replaceImages(db: Db, edits: ProductEdit[]) {
  const replaced = edits.filter(({ after }) => after.images)
  if (replaced.length === 0) return
  await records.deleteProductImages(
    db,
    replaced.map(({ record }) => record.id),
  )
  await insertProductImages(
    db,
    replaced.flatMap(({ record, after }) => imageRows(record.id, after.images ?? [])),
  )
}

function imageRows(productId: number, images: ProductFacts['images']) {
  return images.map(({ url, alt, width, height }, position) => ({
    url,
    alt,
    width,
    height,
    productId,
    position,
  }))
}

function slugAfter({ record, after }: ProductEdit): string | null {
  return after.slug === undefined ? record.facts.slug : after.slug
}

function slugsOf(products: { slug: string | null }[]): string[] {
  return products.flatMap(({ slug }) => (slug === null ? [] : [slug]))
}

/** Translates constraint errors. After freeSlugs, only another active product can still have a slug. */
async function orRefused<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { slugTaken, noCategory } = PRODUCT_MESSAGES
    switch ((error as { constraint?: string }).constraint) {
      case 'products_slug_key':
        throw new ShopError(409, 'conflict', slugTaken, { errors: [{ path: 'slug', message: slugTaken }] })
      // The category was deleted concurrently.
      case 'products_category_id_fkey':
        throw invalidInput(noCategory, [{ path: 'categoryId', message: noCategory }])
      default:
        throw error
    }
  }
}
