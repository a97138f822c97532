import type { BulkChanges, BulkChoice, BulkPreview } from '#contract/catalog/bulk-edit.ts'
import { BULK_MAX, BULK_MESSAGES, priceByPercent } from '#contract/catalog/bulk-rules.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import { differences, recordChanges } from '../audit/audit.ts'
import { changed } from '../audit/edit-conflict.ts'
import { invalidInput } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { changeOf, checkCategory, isSearched } from './admin-products.ts'
import { listMatchingIds } from './admin-queries.ts'
import { indexProducts } from './documents.ts'
import type { ProductFacts } from './product-row.ts'
import { editWithoutIndex } from './products.ts'
import { lockRecords, type ProductRecord, readRecords } from './record-queries.ts'
import { variantFieldsOf } from './variants.ts'

/** Maximum number of products that the edit conflict message names. */
const NAMES = 3

/** Returns what an edit would change in each product, by id; writes nothing. @throws ShopError 400 */
export async function previewBulkEdit(
  db: Db,
  choice: BulkChoice,
  changes: BulkChanges,
): Promise<BulkPreview> {
  const ids = choice.filter ? await listMatchingIds(db, choice.filter, BULK_MAX + 1) : (choice.ids ?? [])
  if (ids.length > BULK_MAX) throw invalidInput(BULK_MESSAGES.tooMany)
  if (changes.categoryId !== undefined) await checkCategory(db, changes.categoryId)
  const records = await readRecords(db, ids)
  const preview: BulkPreview = { changes: [], unchanged: 0, refused: [] }
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const record = records.get(id)
    if (!record) {
      preview.refused.push({ id, name: `Product ${id}`, reason: PRODUCT_MESSAGES.notFound })
      continue
    }
    const { version, facts, currency } = record
    const change = bulkChange(record, changes)
    if (!change) preview.unchanged += 1
    else if ('rejection' in change) preview.refused.push({ id, name: facts.name, reason: change.rejection })
    else {
      const { before, after } = change
      preview.changes.push({
        id,
        name: facts.name,
        version,
        before: shown(before, currency),
        after: shown(after, currency),
      })
    }
  }
  return preview
}

/**
 * Changes products as single edits would, in one transaction.
 * @param seen the products as the admin saw them in the preview
 * @returns the number of changed products
 * @throws ShopError 400 if a new price is invalid; 409 if a product was changed or erased after the preview
 */
export async function bulkEdit(
  db: Db,
  adminId: number,
  seen: { id: number; version: number }[],
  changes: BulkChanges,
): Promise<number> {
  return inTransaction(db, async (db) => {
    const records = await lockRecords(
      db,
      seen.map(({ id }) => id),
    )
    checkSeen(records, seen)
    if (changes.categoryId !== undefined) await checkCategory(db, changes.categoryId)
    const edits = [...records.values()].flatMap((record) => editOf(record, changes))
    await editWithoutIndex(
      db,
      edits.map(({ record, after }) => ({ record, changes: after })),
    )
    await recordChanges(
      db,
      edits.map((edit) => changeOf(adminId, edit.record, edit)),
    )
    const searched = edits.filter(({ after }) => isSearched(after)).map(({ record }) => record.id)
    if (searched.length > 0) await indexProducts(db, searched)
    return edits.length
  })
}

function editOf(record: ProductRecord, changes: BulkChanges) {
  const change = bulkChange(record, changes)
  if (!change) return []
  if ('rejection' in change) {
    const message = `${record.facts.name}: ${change.rejection}`
    throw invalidInput(message, [{ path: 'changes.pricePercent', message }])
  }
  return [{ record, ...change }]
}

function checkSeen(records: Map<number, ProductRecord>, seen: { id: number; version: number }[]) {
  const others = seen.filter(({ id, version }) => records.get(id)?.version !== version)
  if (others.length === 0) return
  const errors = others.map(({ id }) => {
    const name = records.get(id)?.facts.name
    return {
      path: `products.${id}`,
      message: name ? `${name} was changed` : `Product ${id} no longer exists`,
    }
  })
  const messages = errors.slice(0, NAMES).map(({ message }) => message)
  const more = errors.length - messages.length
  throw changed(
    `In the meantime: ${messages.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Nothing was changed. Review the preview again.`,
    errors,
  )
}

function shown(facts: Partial<ProductFacts>, currency: Currency): BulkPreview['changes'][number]['before'] {
  const { isNew, isFeatured, isOnSale, inStock, categoryId, priceCents, oldPriceCents } = facts
  return {
    ...{ isNew, isFeatured, isOnSale, inStock, categoryId },
    price: priceCents === undefined ? undefined : centsToWire(priceCents, currency),
    oldPrice: typeof oldPriceCents === 'number' ? centsToWire(oldPriceCents, currency) : oldPriceCents,
  }
}

type Difference = NonNullable<ReturnType<typeof differences<ProductFacts>>>

/**
 * Returns what a bulk edit changes in one product, null if nothing, or the reason why its price can't be changed so.
 */
function bulkChange(record: ProductRecord, changes: BulkChanges): Difference | null | { rejection: string } {
  const { facts, currency } = record
  const { pricePercent, oldPrice, ...same } = changes
  const price =
    pricePercent === undefined ? facts.priceCents : priceByPercent(facts.priceCents, pricePercent, currency)
  if (typeof price === 'object') return price
  const defined = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined))
  const difference = differences(facts, {
    ...facts,
    ...defined,
    priceCents: price,
    oldPriceCents: oldPriceAfter(facts, price, oldPrice),
  })
  const isOfVariants = difference && variantFieldsOf(record, difference.after).length > 0
  return isOfVariants ? { rejection: VARIANT_MESSAGES.hasVariants } : difference
}

/** Drops an old price that the new price has reached, since it would advertise a discount that doesn't exist. */
function oldPriceAfter(facts: ProductFacts, price: number, input: BulkChanges['oldPrice']): number | null {
  const { priceCents, oldPriceCents } = facts
  if (input === 'remove') return null
  const oldPrice =
    input === 'strike' && price < priceCents
      ? Math.max(priceCents, oldPriceCents ?? priceCents)
      : oldPriceCents
  return price !== priceCents && oldPrice !== null && oldPrice <= price ? null : oldPrice
}
