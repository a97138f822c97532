import type { NewProductInput, ProductChanges } from '#contract/catalog/product-input.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { changed, differences, editConflict, recordChange } from '../audit/audit.ts'
import { invalidInput, notFound } from '../errors.ts'
import { sizeOf } from '../images/uploads.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'
import { indexProducts, unindexProduct } from './documents.ts'
import { emitProductEvents } from './product-events.ts'
import { auditFacts, BLANK, factsOf } from './product-facts.ts'
import type { ProductFacts } from './product-row.ts'
import * as products from './products.ts'
import {
  deleteProduct,
  isOrdered,
  listKnownCategories,
  lockForRemoval,
  lockRecords,
  type ProductRecord,
} from './record-queries.ts'
import { checkVariantFields } from './variants.ts'

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
}

/**
 * @param adminId null for the platform sync
 * @returns the new product's id
 * @throws ShopError 400, 409 if another active product has the slug
 */
export async function createProduct(db: Db, adminId: number | null, input: NewProductInput): Promise<number> {
  return inTransaction(db, async (db) => {
    const currency = await readCurrency(db)
    const facts = await factsOf(input, [], (url) => sizeOf(db, url), currency)
    const product = { ...BLANK, ...facts }
    await checkCategory(db, product.categoryId)
    const stockReason = adminId === null ? 'platform' : 'set'
    const [id = 0] = await products.addWithoutIndex(db, [product], { stockReason })
    await recordChange(db, {
      actorId: adminId,
      action: 'product.created',
      subjectId: id,
      before: null,
      after: auditFacts(product, currency),
    })
    await indexProducts(db, [id])
    return id
  })
}

/**
 * Changes a product and records the change, or writes nothing if nothing differs.
 * @throws ShopError 400; 404; 409 on an edit conflict, another product's slug, a stock below the reserved units, or a
 * price or stock that belongs to its variants
 */
export async function changeProduct(
  db: Db,
  adminId: number | null,
  id: number,
  input: ProductChanges,
  seen: Seen = {},
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record) throw notFound(PRODUCT_MESSAGES.notFound)
    await checkSeen(db, record, input, seen)
    const changes = await factsOf(input, record.facts.images, (url) => sizeOf(db, url), record.currency)
    const difference = differences(record.facts, { ...record.facts, ...changes })
    if (!difference) return
    checkComputed(record, difference.after)
    checkVariantFields(record, difference.after)
    if (difference.after.categoryId !== undefined) await checkCategory(db, difference.after.categoryId)
    await products.editWithoutIndex(db, [{ record, changes: difference.after }], seen.stockReason)
    await recordChange(db, { ...changeOf(adminId, record, difference), undoes: seen.undoes })
    if (isSearched(difference.after)) await indexProducts(db, [id])
  })
}

/** Deletes a product, or archives it if it was ever ordered (contract section 8). @throws ShopError 404 */
export async function removeProduct(
  db: Db,
  adminId: number | null,
  id: number,
): Promise<'erased' | 'archived'> {
  return inTransaction(db, async (db) => {
    const record = await lockForRemoval(db, id)
    if (!record || record.isArchived) throw notFound(PRODUCT_MESSAGES.notFound)
    if (await isOrdered(db, id)) {
      await archive(db, adminId, record)
      return 'archived'
    }
    await recordChange(db, {
      actorId: adminId,
      action: 'product.erased',
      subjectId: id,
      before: auditFacts(record.facts, record.currency),
      after: null,
    })
    await emitProductEvents(db, [id], 'erased')
    await unindexProduct(db, id)
    await deleteProduct(db, id)
    return 'erased'
  })
}

/**
 * Archives a product, whether or not it was ever ordered.
 * @throws ShopError 404 if it isn't active
 */
export async function archiveAndRecord(
  db: Db,
  adminId: number | null,
  id: number,
  undoes?: number,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record || record.isArchived) throw notFound(PRODUCT_MESSAGES.notFound)
    await archive(db, adminId, record, undoes)
  })
}

async function archive(db: Db, actorId: number | null, { id, version }: ProductRecord, undoes?: number) {
  await recordChange(db, {
    actorId,
    action: 'product.archived',
    subjectId: id,
    before: { isArchived: false, version },
    after: { isArchived: true, version: version + 1 },
    undoes,
  })
  await products.archiveProduct(db, id)
}

/**
 * Unarchives a product.
 * @throws ShopError 404 if it isn't archived
 */
export async function unarchiveAndRecord(
  db: Db,
  adminId: number | null,
  id: number,
  undoes?: number,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record?.isArchived) throw notFound(PRODUCT_MESSAGES.notFound)
    await recordChange(db, {
      actorId: adminId,
      action: 'product.restored',
      subjectId: id,
      before: { isArchived: true, version: record.version },
      after: { isArchived: false, version: record.version + 1 },
      undoes,
    })
    await products.restoreProduct(db, id)
  })
}

/** Returns the audit log entry for a change. */
export function changeOf(
  actorId: number | null,
  { id, version, currency }: ProductRecord,
  { before, after }: { before: Partial<ProductFacts>; after: Partial<ProductFacts> },
) {
  return {
    actorId,
    action: 'product.changed',
    subjectId: id,
    before: { ...auditFacts(before, currency), version },
    after: { ...auditFacts(after, currency), version: version + 1 },
  }
}

/** Returns whether a change touches fields that search indexes. */
export function isSearched({ name, description, categoryId }: Partial<ProductFacts>): boolean {
  return name !== undefined || description !== undefined || categoryId !== undefined
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
