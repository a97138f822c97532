import type { NewProductInput, ProductChanges } from '#contract/catalog/product-input.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import type { ProductVariants, VariantStock } from '#contract/catalog/variant-input.ts'
import type { Currency } from '#contract/money.ts'
import { changed, differences, editConflict, recordChanges } from '../audit/audit.ts'
import { invalidInput, notFound } from '../errors.ts'
import { sizeOf } from '../images/uploads.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'
import { indexProducts } from './documents.ts'
import type { ProductFacts } from './product-columns.ts'
import { auditFacts, BLANK, factsOf } from './product-facts.ts'
import { listKnownCategories, lockRecords, type ProductRecord } from './record-queries.ts'
import { checkSkus } from './skus.ts'
import { setVariantStock } from './variant-stock.ts'
import { checkVariantFields, setVariants } from './variants.ts'
import { addWithoutIndex, editWithoutIndex } from './write-products.ts'

/**
 * The version that the admin saw; if omitted, the last write wins. `undoes` is the audit log entry that the edit
 * undoes.
 */
export type Seen = {
  version?: number
  stock?: number | null
  undoes?: number
  /** Why the stock changes, for the stock movement. */
  stockReason?: 'set' | 'platform'
  /** False for the demo's products, which the audit log doesn't list. */
  isRecorded?: boolean
}

/** The options and all variants, which a form saves together with the other fields. */
type WithVariants = { variantSet?: ProductVariants | undefined }
type VariantChanges = WithVariants & { variantStock?: VariantStock | undefined }

/** The fields of a locked product that differ. */
type ProductChange = { record: ProductRecord; before: Partial<ProductFacts>; after: Partial<ProductFacts> }

/**
 * @param adminId null for the platform sync
 * @returns the new product's id
 * @throws ShopError 400, 409 if another product has the slug or the SKU
 */
export async function createProduct(
  db: Db,
  adminId: number | null,
  { variantSet, isDraft, ...input }: NewProductInput & WithVariants & { isDraft?: boolean | undefined },
): Promise<number> {
  return inTransaction(db, async (db) => {
    const currency = await readCurrency(db)
    const facts = await factsOf(input, [], (url) => sizeOf(db, url), currency)
    const product = { ...BLANK, ...facts, ...(isDraft && { isDraft }) }
    await checkCategory(db, product.categoryId)
    await checkSkus(db, null, [{ sku: product.sku, path: 'sku' }])
    const [id = 0] = await createProducts(db, adminId, [product], currency)
    if (variantSet) await setVariants(db, adminId, id, variantSet)
    await indexProducts(db, [id])
    return id
  })
}

/**
 * Creates products and records them. The caller must call indexProducts as the last step of its transaction.
 * @returns the new IDs, in the order given @throws ShopError 409
 */
export async function createProducts(
  db: Db,
  adminId: number | null,
  products: (ProductFacts & { isDraft?: boolean })[],
  currency: Currency,
): Promise<number[]> {
  const ids = await addWithoutIndex(db, products, adminId === null ? 'platform' : 'set')
  await recordChanges(
    db,
    products.map((facts, index) => ({
      actorId: adminId,
      action: 'product.created',
      subjectId: ids[index] ?? 0,
      before: null,
      after: auditFacts(facts, currency),
    })),
  )
  return ids
}

/**
 * Changes a product and records the change, or writes nothing if nothing differs.
 * @throws ShopError 400; 404; 409 on an edit conflict, another product's slug or SKU, a stock below the reserved units, or
 * a price, stock, or SKU that belongs to its variants
 */
export async function changeProduct(
  db: Db,
  adminId: number | null,
  id: number,
  { variantSet, variantStock, ...input }: ProductChanges & VariantChanges,
  seen: Seen = {},
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record) throw notFound(PRODUCT_MESSAGES.notFound)
    await checkSeen(db, record, input, seen)
    const changes = await factsOf(input, record.facts.images, (url) => sizeOf(db, url), record.currency)
    const difference = differences(record.facts, { ...record.facts, ...changes })
    const edits = difference ? [{ record, ...difference }] : []
    if (difference) await checkChange(db, record, difference.after)
    if (edits.length > 0) await changeProducts(db, adminId, edits, seen)
    if (variantSet) await setVariants(db, adminId, id, variantSet)
    if (variantStock) await setVariantStock(db, adminId, record, variantStock)
    await indexProducts(db, listSearched(edits))
  })
}

async function checkChange(db: Db, record: ProductRecord, after: Partial<ProductFacts>) {
  checkComputed(record, after)
  checkVariantFields(record, after)
  if (after.categoryId !== undefined) await checkCategory(db, after.categoryId)
  await checkSkus(db, record.id, [{ sku: after.sku, path: 'sku' }])
}

/** Changes products whose records are locked, and records the changes. Like createProducts, doesn't index them. */
export async function changeProducts(
  db: Db,
  adminId: number | null,
  edits: ProductChange[],
  { stockReason, undoes, isRecorded = true }: Pick<Seen, 'stockReason' | 'undoes' | 'isRecorded'> = {},
): Promise<void> {
  await editWithoutIndex(db, edits, stockReason)
  if (!isRecorded) return
  await recordChanges(
    db,
    edits.map(({ record: { id, version, currency }, before, after }) => ({
      actorId: adminId,
      action: 'product.changed',
      subjectId: id,
      before: { ...auditFacts(before, currency), version },
      after: { ...auditFacts(after, currency), version: version + 1 },
      undoes,
    })),
  )
}

/** Returns the IDs of products whose indexed fields change. */
export function listSearched(edits: Pick<ProductChange, 'record' | 'after'>[]): number[] {
  const searched = edits.filter(({ after: { name, description, categoryId, sku, barcode } }) =>
    [name, description, categoryId, sku, barcode].some((value) => value !== undefined),
  )
  return searched.map(({ record }) => record.id)
}

/** Rejects a rating or review count for a product with real reviews (contract section 2). @throws ShopError 400 */
function checkComputed({ hasReviews }: ProductRecord, after: Partial<ProductFacts>) {
  if (!hasReviews) return
  const paths = (['rating', 'reviewCount'] as const).filter((name) => after[name] !== undefined)
  const { computed: message } = PRODUCT_MESSAGES
  if (paths.length > 0)
    throw invalidInput(
      message,
      paths.map((path) => ({ path, message })),
    )
}

/** @throws ShopError 400 */
export async function checkCategory(db: Db, categoryId: number) {
  if ((await listKnownCategories(db, [categoryId])).has(categoryId)) return
  const { noCategory: message } = PRODUCT_MESSAGES
  throw invalidInput(message, [{ path: 'categoryId', message }])
}

async function checkSeen(db: Db, { id, version, facts }: ProductRecord, input: ProductChanges, seen: Seen) {
  if (seen.version !== undefined && seen.version !== version) {
    throw await editConflict(db, 'product', id, seen.version)
  }
  const isStockSet = input.stockQuantity !== undefined && seen.stock !== undefined
  if (isStockSet && seen.stock !== facts.stockQuantity) {
    const now = facts.stockQuantity === null ? 'not counted' : facts.stockQuantity
    throw changed(`The stock of this product changed in the meantime. It is now ${now}.`, [
      { path: 'stockQuantity', message: `Now ${now}` },
    ])
  }
}
