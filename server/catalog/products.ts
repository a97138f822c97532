import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { setStocks, stockNewVariants } from '../stock/stock.ts'
import { indexProducts, unindexProduct } from './documents.ts'
import { sanitizeDescription } from './html.ts'
import { emitProductEvents } from './product-events.ts'
import type { NewProduct, ProductFacts } from './product-row.ts'
import { insertProductImages, insertProducts, setArchived } from './queries.ts'
import type { ProductRecord } from './record-queries.ts'
import * as records from './record-queries.ts'

/** A locked product and the fields to change. */
export type ProductEdit = { record: ProductRecord; changes: Partial<ProductFacts> }

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
  await stockNewVariants(
    db,
    products.map(({ stockQuantity }, index) => ({ variantId: idOf(index), quantity: stockQuantity })),
    stockReason,
  )
  await emitProductEvents(db, ids, 'created')
  return ids
}

/**
 * Changes a product, archived or not. A replaced slug keeps redirecting to it until another product takes that slug.
 * @throws ShopError 404; 409 if another active product has the slug, or if more units are reserved than the new stock
 */
export async function editProduct(db: Db, id: number, changes: Partial<ProductFacts>): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await records.lockRecords(db, [id])).get(id)
    if (!record) throw notFound(PRODUCT_MESSAGES.notFound)
    await editWithoutIndex(db, [{ record, changes }])
    await indexProducts(db, [id])
  })
}

/**
 * Changes products whose records are locked. Like addWithoutIndex, doesn't index them.
 * @throws ShopError 409
 */
export async function editWithoutIndex(
  db: Db,
  edits: ProductEdit[],
  stockReason: 'set' | 'platform' = 'set',
): Promise<void> {
  if (edits.length === 0) return
  const renamed = edits.filter(({ record, changes }) => slugAfter({ record, changes }) !== record.facts.slug)
  const wanted = slugsOf(renamed.map((edit) => ({ slug: slugAfter(edit) })))
  await records.clearSlugs(
    db,
    renamed.map(({ record }) => record.id),
  )
  await records.freeSlugs(db, wanted)
  await orRefused(() =>
    records.updateRecords(
      db,
      edits.map(({ record: { id, facts }, changes }) => ({ id, facts: { ...facts, ...changes } })),
    ),
  )
  const left = renamed.flatMap(({ record: { id, facts } }) =>
    facts.slug === null || wanted.includes(facts.slug) ? [] : [{ slug: facts.slug, productId: id }],
  )
  await records.upsertOldSlugs(db, left)
  await replaceImages(db, edits)
  await setStocks(
    db,
    edits.flatMap(({ record, changes: { stockQuantity } }) =>
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

/**
 * Archives a product. Orders and carts may still refer to it. It keeps its slug until an active product takes it.
 * @throws ShopError 404 if it isn't active
 */
export async function archiveProduct(db: Db, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    if (!(await setArchived(db, id, now()))) throw notFound(PRODUCT_MESSAGES.notFound)
    await unindexProduct(db, id)
    await emitProductEvents(db, [id], 'archived')
  })
}

/**
 * Unarchives a product.
 * @throws ShopError 404 if it isn't archived
 */
export async function restoreProduct(db: Db, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    if (!(await setArchived(db, id, null))) throw notFound(PRODUCT_MESSAGES.notFound)
    await emitProductEvents(db, [id], 'restored')
    await indexProducts(db, [id])
  })
}

async function replaceImages(db: Db, edits: ProductEdit[]) {
  const replaced = edits.filter(({ changes }) => changes.images)
  if (replaced.length === 0) return
  await records.deleteProductImages(
    db,
    replaced.map(({ record }) => record.id),
  )
  await insertProductImages(
    db,
    replaced.flatMap(({ record, changes }) => imageRows(record.id, changes.images ?? [])),
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

function slugAfter({ record, changes }: ProductEdit): string | null {
  return changes.slug === undefined ? record.facts.slug : changes.slug
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
