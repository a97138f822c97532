import type { BulkChanges, BulkChoice, BulkPreview } from '#contract/catalog/bulk-edit.ts'
import { BULK_MAX, BULK_MESSAGES, BULK_VARIANTS_MAX, priceByPercent } from '#contract/catalog/bulk-rules.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { ProductVariants } from '#contract/catalog/variant-input.ts'
import { variantTitle } from '#contract/catalog/variants.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import { changed, differences } from '../audit/audit.ts'
import { invalidInput } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { listMatchingIds } from './admin-queries.ts'
import { indexProducts } from './documents.ts'
import type { ProductFacts } from './product-columns.ts'
import { type ActiveVariant, onlyVariant } from './product-row.ts'
import { changeProducts, checkCategory, listSearched } from './products.ts'
import { lockRecords, type ProductRecord, readRecords } from './record-queries.ts'
import type { VariantFacts } from './variant-columns.ts'
import { setVariants } from './variants.ts'

/** Maximum number of products that the edit conflict message lists. */
const NAMES = 3

/**
 * Returns the changes an edit would make to each product, by ID. Writes nothing.
 * @throws ShopError 400
 */
export async function previewBulkEdit(
  db: Db,
  choice: BulkChoice,
  changes: BulkChanges,
): Promise<BulkPreview> {
  const ids = choice.filter ? await listMatchingIds(db, choice.filter, BULK_MAX + 1) : (choice.ids ?? [])
  if (ids.length > BULK_MAX) throw invalidInput(BULK_MESSAGES.tooMany)
  if (changes.categoryId !== undefined) await checkCategory(db, changes.categoryId)
  const records = await readRecords(db, ids)
  checkVariantCount(records)
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
      const words = ({ before, after }: Difference) => ({
        before: shown(before, currency),
        after: shown(after, currency),
      })
      const variants = change.variants.map(({ variant: { id, optionValues }, ...difference }) => ({
        id,
        title: variantTitle(optionValues),
        ...words(difference),
      }))
      preview.changes.push({
        id,
        name: facts.name,
        version,
        ...words(change),
        ...(variants.length > 0 ? { variants } : {}),
      })
    }
  }
  return preview
}

/**
 * Changes products in one transaction, with the same operation as single edits.
 * @param seen the products as the admin saw them in the preview @returns the number of changed products @throws
 * ShopError 400 if a new price is invalid; 409 if a product was changed or erased after the preview
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
    checkVariantCount(records)
    if (changes.categoryId !== undefined) await checkCategory(db, changes.categoryId)
    const edits = [...records.values()].flatMap((record) => editOf(record, changes))
    const own = edits.filter(({ after }) => Object.keys(after).length > 0)
    await changeProducts(db, adminId, own)
    for (const { record, variants } of edits)
      if (variants.length > 0) await setVariants(db, adminId, record.id, variantsAfter(record, variants))
    await indexProducts(db, listSearched(edits))
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

function checkVariantCount(records: Map<number, ProductRecord>) {
  const count = [...records.values()].reduce((sum, { variants }) => sum + variants.length, 0)
  if (count > BULK_VARIANTS_MAX) throw invalidInput(BULK_MESSAGES.tooManyVariants)
}

/** Returns all variants of a product with their changes, as an admin's grid would send them. */
function variantsAfter({ options, variants, currency }: ProductRecord, changes: VariantChange[]) {
  const changeOf = new Map(changes.map(({ variant, after }) => [variant.id, after]))
  return ProductVariants.parse({
    options,
    variants: variants.map(({ id, optionValues }) => ({
      id,
      optionValues,
      ...shown(changeOf.get(id) ?? {}, currency),
    })),
  })
}

function shown(facts: Partial<ProductFacts>, currency: Currency): BulkPreview['changes'][number]['before'] {
  const { isNew, isFeatured, isOnSale, inStock, categoryId, taxClass, priceCents, oldPriceCents } = facts
  return {
    isNew,
    isFeatured,
    isOnSale,
    inStock,
    categoryId,
    taxClass,
    price: priceCents === undefined ? undefined : centsToWire(priceCents, currency),
    oldPrice: typeof oldPriceCents === 'number' ? centsToWire(oldPriceCents, currency) : oldPriceCents,
  }
}

type Difference = { before: Partial<ProductFacts>; after: Partial<ProductFacts> }
type VariantChange = Difference & { variant: ActiveVariant }
/** The fields of a variant that a bulk edit changes. */
type Offer = Pick<VariantFacts, 'priceCents' | 'oldPriceCents' | 'inStock'>

/**
 * Returns the changes that a bulk edit makes to one product and its variants, null if there are none, or the reason
 * why its price can't be changed.
 */
function bulkChange(
  record: ProductRecord,
  changes: BulkChanges,
): (Difference & { variants: VariantChange[] }) | null | { rejection: string } {
  const { facts, currency } = record
  const { pricePercent: _1, oldPrice: _2, inStock: _3, ...same } = changes
  const defined = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined))
  if (onlyVariant(record)) {
    const offer = offerAfter(facts, changes, currency)
    if ('rejection' in offer) return offer
    const difference = differences(facts, { ...facts, ...defined, ...offer })
    return difference && { ...difference, variants: [] }
  }
  const changed: VariantChange[] = []
  for (const variant of record.variants) {
    const { priceCents, oldPriceCents, inStock, optionValues } = variant
    const before = { priceCents, oldPriceCents, inStock }
    const offer = offerAfter(before, changes, currency)
    if ('rejection' in offer) return { rejection: `${variantTitle(optionValues)}: ${offer.rejection}` }
    const difference = differences(before, offer)
    if (difference) changed.push({ ...difference, variant })
  }
  const own = differences(facts, { ...facts, ...defined })
  return own || changed.length > 0 ? { ...(own ?? { before: {}, after: {} }), variants: changed } : null
}

function offerAfter(
  { priceCents, oldPriceCents, inStock }: Offer,
  changes: BulkChanges,
  currency: Currency,
): Offer | { rejection: string } {
  const { pricePercent, oldPrice } = changes
  const price = pricePercent === undefined ? priceCents : priceByPercent(priceCents, pricePercent, currency)
  if (typeof price === 'object') return price
  return {
    priceCents: price,
    oldPriceCents: oldPriceAfter({ priceCents, oldPriceCents }, price, oldPrice),
    inStock: changes.inStock ?? inStock,
  }
}

/** Drops an old price that the new price has reached, since it would advertise a discount that doesn't exist. */
function oldPriceAfter(
  { priceCents, oldPriceCents }: Pick<Offer, 'priceCents' | 'oldPriceCents'>,
  price: number,
  input: BulkChanges['oldPrice'],
): number | null {
  if (input === 'remove') return null
  const oldPrice =
    input === 'strike' && price < priceCents
      ? Math.max(priceCents, oldPriceCents ?? priceCents)
      : oldPriceCents
  return price !== priceCents && oldPrice !== null && oldPrice <= price ? null : oldPrice
}
