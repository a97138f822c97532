import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { setStocks, stockNewVariants } from '../stock/stock.ts'
import { indexProducts } from './documents.ts'
import { sanitizeDescription } from './html.ts'
import type { NewProduct, ProductFacts } from './product-columns.ts'
import { emitProductEvents } from './product-events.ts'
import { onlyVariant } from './product-row.ts'
import { insertProductImages, insertProducts } from './queries.ts'
import type { ProductRecord } from './record-queries.ts'
import * as records from './record-queries.ts'
import { explainTakenSku } from './skus.ts'
import { firstVariant, onlyFactsOf } from './variant-columns.ts'
import { insertVariants, updateVariants } from './variant-queries.ts'

/** A locked product and the fields to change. */
type ProductEdit = { record: ProductRecord; after: Partial<ProductFacts> }

/**
 * @returns the new product's id
 * @throws ShopError 409 if another active product has the slug
 */
export async function addProduct(db: Db, product: NewProduct): Promise<number> {
  return inTransaction(db, async (db) => {
    const [id = 0] = await addWithoutIndex(db, [product])
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
  stockReason?: 'set' | 'platform',
): Promise<number[]> {
  const cleaned = products.map((product) => ({
    ...product,
    description: sanitizeDescription(product.description),
    colors: product.colors.map((color) => color.trim().toLowerCase()),
  }))
  await records.freeSlugs(db, slugsOf(products))
  const ids = await explainConflicts(() => writeNewProducts(db, cleaned, stockReason))
  await emitProductEvents(db, ids, 'created')
  return ids
}

/** Writes new products, each with its images, its only variant, and the stock of it. @returns the new IDs, in the order given */
export async function writeNewProducts(
  db: Db,
  products: NewProduct[],
  stockReason?: 'set' | 'platform',
): Promise<number[]> {
  const ids = await insertProducts(db, products)
  const added = products.map((product, index) => ({ ...product, id: ids[index] ?? 0 }))
  await insertProductImages(
    db,
    added.flatMap(({ id, images }) => imageRows(id, images)),
  )
  await explainTakenSku('sku', () => insertVariants(db, added.map(toFirstVariant)))
  await stockNewVariants(
    db,
    added.map(({ id, stockQuantity }) => ({ variantId: id, quantity: stockQuantity })),
    stockReason,
  )
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
  await explainConflicts(() =>
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
  await changeOnlyVariants(db, edits, stockReason)
  await emitProductEvents(
    db,
    edits.map(({ record }) => record.id),
    'changed',
  )
}

/** Returns the only variant of a new product, which has the product's ID. */
function toFirstVariant({
  id,
  createdAt,
  sku = null,
  barcode = null,
  ...product
}: NewProduct & { id: number }) {
  return { id, productId: id, facts: firstVariant({ ...product, sku, barcode }), createdAt }
}

/** Writes the fields that belong to the only variant of a product without options. */
async function changeOnlyVariants(db: Db, edits: ProductEdit[], stockReason: 'set' | 'platform') {
  const changed = edits
    .map(({ record, after }) => ({ record, facts: onlyFactsOf(after) }))
    .filter(({ facts }) => Object.keys(facts).length > 0)
    .map(({ record, facts }) => {
      const variant = onlyVariant(record)
      if (!variant) throw new Error(`Product ${record.id} is priced by its variants`)
      return { id: variant.id, facts: { ...variant, ...facts }, quantity: facts.stockQuantity }
    })
  await explainTakenSku('sku', () => updateVariants(db, changed))
  await setStocks(
    db,
    changed.flatMap(({ id, quantity }) => (quantity === undefined ? [] : [{ variantId: id, quantity }])),
    stockReason,
  )
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
async function explainConflicts<T>(write: () => Promise<T>): Promise<T> {
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
