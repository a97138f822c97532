import type { ProductOption } from '#contract/catalog/api.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import type { ProductVariants, VariantInput } from '#contract/catalog/variant-input.ts'
import { isColorOption, VARIANT_MESSAGES, variantTitle } from '#contract/catalog/variants.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import { changed, differences, editConflict, recordChange } from '../audit/audit.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readAmounts } from '../settings/amounts.ts'
import { setStocks, stockNewVariants } from '../stock/stock.ts'
import { indexProducts } from './documents.ts'
import type { ProductFacts } from './product-columns.ts'
import { emitProductEvents } from './product-events.ts'
import { lockRecords, type ProductRecord } from './record-queries.ts'
import { checkSkus, explainTakenSku } from './skus.ts'
import type { VariantFacts } from './variant-columns.ts'
import * as queries from './variant-queries.ts'

/** A variant to be stored. `known` is the stored variant that it replaces. */
type Planned = { facts: VariantFacts; known: queries.StoredVariant | null }

type Edit = {
  /** The version that the admin has edited; 409 if there is a newer one. */
  seenVersion?: number | undefined
  /** The audit log entry that the edit undoes. */
  undoes?: number
  stockReason?: 'set' | 'platform'
  /** False for the demo's products, which the audit log doesn't list. */
  isRecorded?: boolean
}

/**
 * Sets the options of a product and all its variants. A variant keeps its ID, and so its stock, carts, and history, if it
 * is named by ID or has the same values. The only variant of a product without options becomes the first one.
 * @param adminId null for the platform sync
 * @throws ShopError 400; 404; 409 on an edit conflict, a SKU of another product, or more reserved than the new stock
 */
export async function setVariants(
  db: Db,
  adminId: number | null,
  productId: number,
  { options, variants }: ProductVariants,
  { seenVersion, undoes, stockReason = 'set', isRecorded = true }: Edit = {},
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [productId])).get(productId)
    if (!record) throw notFound(PRODUCT_MESSAGES.notFound)
    if (seenVersion !== undefined && seenVersion !== record.version)
      throw await editConflict(db, 'product', productId, seenVersion)
    const stored = await queries.listStoredVariants(db, productId)
    const planned = plan(record, stored, options, variants)
    const kept = new Set(planned.map(({ known }) => known?.id))
    const archived = stored.filter(({ id, isArchived }) => !isArchived && !kept.has(id))
    const edited = planned.filter(
      ({ known, facts }) => known && (known.isArchived || differences(known.facts, facts)),
    )
    const added = planned.filter(({ known }) => !known)
    const isSame = differences({ options: record.options }, { options }) === null
    if (isSame && archived.length + edited.length + added.length === 0) return

    await checkSkus(
      db,
      productId,
      planned.map(({ facts: { sku } }, position) => ({ sku, path: `variants.${position}.sku` })),
    )
    await queries.updateOptions(db, productId, options, colorsAfter(record, options, planned))
    await explainTakenSku('variants', async () => {
      await queries.archiveVariants(
        db,
        [...archived, ...edited.map(({ known }) => known)].flatMap((one) => one?.id ?? []),
      )
      await queries.updateVariants(
        db,
        edited.flatMap(({ known, facts }) => (known ? [{ id: known.id, facts }] : [])),
      )
    })
    const ids = await explainTakenSku('variants', () =>
      queries.insertVariants(
        db,
        added.map(({ facts }) => ({ productId, facts })),
      ),
    )
    await stockNewVariants(
      db,
      added.map(({ facts }, index) => ({ variantId: ids[index] ?? 0, quantity: facts.stockQuantity })),
      stockReason,
    )
    await setStocks(
      db,
      edited.flatMap(({ known, facts }) =>
        known && known.facts.stockQuantity !== facts.stockQuantity
          ? [{ variantId: known.id, quantity: facts.stockQuantity }]
          : [],
      ),
      stockReason,
    )
    if (isRecorded)
      await recordVariants(db, adminId, record, { options, archived, edited, added, ids }, undoes)
    await emitProductEvents(db, [productId], 'changed')
    await indexProducts(db, [productId])
  })
}

/**
 * Rejects a change to fields that belong to the product's variants.
 * @throws ShopError 409 'has_variants'
 */
export function checkVariantFields(record: ProductRecord, after: Partial<ProductFacts>): void {
  const paths = variantFieldsOf(record, after)
  if (paths.length === 0) return
  const { hasVariants: message } = VARIANT_MESSAGES
  throw new ShopError(409, 'has_variants', message, { errors: paths.map((path) => ({ path, message })) })
}

/** Lists the changed fields that belong to this product's variants, with the API's names. */
export function variantFieldsOf({ options }: ProductRecord, after: Partial<ProductFacts>): string[] {
  if (options.length === 0) return []
  return [
    ...(after.priceCents === undefined ? [] : ['price']),
    ...(after.oldPriceCents === undefined ? [] : ['oldPrice']),
    ...(after.stockQuantity === undefined ? [] : ['stockQuantity']),
    ...(after.inStock === undefined ? [] : ['inStock']),
    ...(after.sku === undefined ? [] : ['sku']),
    ...(after.barcode === undefined ? [] : ['barcode']),
    ...(after.colors === undefined || !options.some(isColorOption) ? [] : ['colors']),
  ]
}

function plan(
  record: ProductRecord,
  stored: queries.StoredVariant[],
  options: ProductOption[],
  variants: VariantInput[],
): Planned[] {
  const byId = new Map(stored.map((one) => [one.id, one]))
  const byValues = new Map(
    stored
      .filter(({ isArchived }) => isArchived)
      .concat(stored.filter(({ isArchived }) => !isArchived))
      .map((one) => [JSON.stringify(one.facts.optionValues), one]),
  )
  const named = new Set(variants.flatMap(({ id }) => id ?? []))
  return variants.map((input, position) => {
    const [known, path] = [knownFor(input, position), `variants.${position}`]
    if (input.id !== undefined && !known) throw invalid(`${path}.id`, VARIANT_MESSAGES.otherProduct)
    const facts = factsOf(record, known, input, position)
    if (facts.image !== null && !record.facts.images.some(({ url }) => url === facts.image))
      throw invalid(`${path}.image`, VARIANT_MESSAGES.image)
    checkSeenStock(known, input, path)
    return { known, facts }
  })

  function knownFor({ id, optionValues }: VariantInput, position: number): queries.StoredVariant | null {
    // The API identifies the variant of a product without options by the product's ID.
    const first = byId.get(record.id) ?? null
    if (options.length === 0) return first
    if (id !== undefined) return byId.get(id) ?? null
    if (record.options.length === 0 && position === 0 && !named.has(record.id)) return first
    const same = byValues.get(JSON.stringify(optionValues)) ?? null
    return same && !named.has(same.id) ? same : null
  }
}

function factsOf(
  record: ProductRecord,
  known: queries.StoredVariant | null,
  { id: _id, seenStock: _seen, price, oldPrice, ...input }: VariantInput,
  position: number,
): VariantFacts {
  const blank = {
    sku: null,
    barcode: null,
    weight: null,
    content: null,
    image: null,
    oldPriceCents: null,
    inStock: true,
    priceCents: record.facts.priceCents,
    stockQuantity: 0,
  }
  const paths = { price: `variants.${position}.price`, oldPrice: `variants.${position}.oldPrice` }
  const cents = readAmounts({ [paths.price]: price, [paths.oldPrice]: oldPrice }, record.currency)
  const changes = { ...input, priceCents: cents[paths.price], oldPriceCents: cents[paths.oldPrice] }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return { ...(known?.facts ?? blank), ...given, optionValues: input.optionValues, position }
}

function checkSeenStock(known: queries.StoredVariant | null, input: VariantInput, path: string) {
  if (!known || input.stockQuantity === undefined || input.seenStock === undefined) return
  const { stockQuantity, optionValues } = known.facts
  if (input.seenStock === stockQuantity) return
  const now = stockQuantity ?? 'not counted'
  throw changed(`The stock of ${variantTitle(optionValues)} changed in the meantime. It is now ${now}.`, [
    { path: `${path}.stockQuantity`, message: `Now ${now}` },
  ])
}

/** The color filter matches the values of an option named Color. */
function colorsAfter({ facts }: ProductRecord, options: ProductOption[], planned: Planned[]): string[] {
  const place = options.findIndex(isColorOption)
  if (place < 0) return facts.colors
  return [...new Set(planned.map(({ facts }) => (facts.optionValues[place] ?? '').toLowerCase()))]
}

async function recordVariants(
  db: Db,
  actorId: number | null,
  { id, version, currency, options: before }: ProductRecord,
  changes: {
    options: ProductOption[]
    archived: queries.StoredVariant[]
    edited: Planned[]
    added: Planned[]
    /** The IDs of the added variants. */
    ids: number[]
  },
  undoes?: number,
) {
  const { options, archived, edited, added, ids } = changes
  await recordChange(db, {
    actorId,
    action: 'product.variants-changed',
    subjectId: id,
    before: {
      version,
      options: before,
      variants: [...archived, ...edited.flatMap(({ known }) => known ?? [])].map(
        ({ id, facts, isArchived }) => auditVariant(id, facts, currency, isArchived),
      ),
    },
    after: {
      version: version + 1,
      options,
      variants: [
        ...edited.map(({ known, facts }) => auditVariant(known?.id ?? 0, facts, currency)),
        ...added.map(({ facts }, index) => auditVariant(ids[index] ?? 0, facts, currency)),
      ],
    },
    undoes,
  })
}

/** Returns a variant in the audit log's format. */
export function auditVariant(
  id: number,
  { priceCents, oldPriceCents, position: _, ...facts }: VariantFacts,
  currency: Currency,
  isArchived = false,
) {
  return {
    id,
    ...facts,
    price: centsToWire(priceCents, currency),
    oldPrice: oldPriceCents === null ? null : centsToWire(oldPriceCents, currency),
    ...(isArchived ? { isArchived } : {}),
  }
}

const invalid = (path: string, message: string) => invalidInput(message, [{ path, message }])
