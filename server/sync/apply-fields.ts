import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX, iconFor } from '#contract/catalog/category-rules.ts'
import { ImageInput, ProductFields } from '#contract/catalog/product-input.ts'
import { IMAGES_MAX, STOCK_MAX } from '#contract/catalog/rules.ts'
import type { SyncChange } from '#contract/sync/api.ts'
import { createCategory } from '../catalog/admin-categories.ts'
import { changeProduct, createProduct, retireProduct } from '../catalog/admin-products.ts'
import { listCategories } from '../catalog/queries.ts'
import { listIdsBySlug, lockRecords, type ProductRecord } from '../catalog/record-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { dismissRefused, sumPending } from '../stock/push-queries.ts'
import { lockStocks } from '../stock/queries.ts'
import * as links from './link-queries.ts'
import { type Heard, type KnownCategory, MappingError, type SyncedFacts } from './mapping.ts'
import { changedFields, FIELDS, type Field, factsHere, pick } from './merge.ts'
import * as trust from './ownership-queries.ts'
import { insertChange } from './run-queries.ts'

/** Actor of the sync in the audit log: no admin. */
export const NOBODY = null
/** The validation rules of the admin form, except that an image isn't required. */
const Input = ProductFields.partial().extend({ images: ImageInput.array().max(IMAGES_MAX).optional() })

/** Creates a product, without a slug if another product has it. */
export async function create(db: Db, actorId: number | null, { facts, category }: Heard) {
  const slug = (await freeSlug(db, facts.slug, null)) ? facts.slug : null
  const categoryId = await categoryFor(db, category)
  const input = checked({ ...facts, slug }, FIELDS)
  const productId = await createProduct(db, actorId, { ...input, categoryId } as Parameters<
    typeof createProduct
  >[2])
  return { productId, slug }
}

/** How to change the stock: by the other channel's sales, to the platform's count, or to a value of the shop. */
type StockWish = { change: number } | 'count' | 'set'

/**
 * Applies these fields to a product.
 * @returns the fields that differ from the platform's values, and the stock still owed
 */
export async function take(
  db: Db,
  actorId: number | null,
  record: ProductRecord,
  { facts, category }: Pick<Heard, 'facts' | 'category'>,
  fields: Field[],
  stock: StockWish,
): Promise<{ note: string | null; taken: Partial<SyncedFacts>; owed: number }> {
  const wantsSlug = fields.includes('slug') && facts.slug !== record.facts.slug
  const isFree = !wantsSlug || (await freeSlug(db, facts.slug, record.id))
  const wanted = isFree ? fields : fields.filter((field) => field !== 'slug')
  const input = checked(facts, wanted)
  if (wanted.includes('category')) input.categoryId = await categoryFor(db, category)
  const { quantity, owed } = wanted.includes('stockQuantity')
    ? await stockAfter(db, record, facts.stockQuantity, stock)
    : { owed: 0 }
  if (quantity !== undefined) input.stockQuantity = quantity
  await changeProduct(db, actorId, record.id, input, { stockReason: stock === 'set' ? 'set' : 'platform' })
  // Keeps the difference, so that the next run retries.
  return isFree
    ? { note: null, taken: {}, owed }
    : { note: slugNote(facts.slug), taken: { slug: record.facts.slug }, owed }
}

/** Computes the new stock. Locks its row until the end of the transaction, since orders change it concurrently. */
async function stockAfter(
  db: Db,
  record: ProductRecord,
  count: number | null,
  stock: StockWish,
): Promise<{ quantity: number | null; owed: number }> {
  if (count === null) return { quantity: null, owed: 0 }
  const { quantity: before, held } = (await lockStocks(db, [record.id])).get(record.id) ?? {
    quantity: null,
    held: 0,
  }
  // Reserved units must stay, regardless of the platform's count.
  const within = (quantity: number) => Math.min(Math.max(quantity, held), STOCK_MAX)
  if (stock === 'set') return { quantity: within(count), owed: 0 }
  if (stock === 'count') {
    const wanted = count + (await sumPending(db, record.id))
    await dismissRefused(db, record.id)
    return { quantity: within(wanted), owed: owedAt(wanted) }
  }
  if (before === null) throw new MappingError('Its stock is no longer counted.')
  const quantity = within(before + stock.change)
  return { quantity, owed: Math.min(0, stock.change - (quantity - before)) }
}

/** Returns the units owed after the platform's count was applied as a whole. */
export const owedAt = (count: number | null) => (count === null ? 0 : Math.min(0, count))

export async function retire(db: Db, runId: number, externalId: string, { id, facts }: ProductRecord) {
  await retireProduct(db, NOBODY, id)
  const change = { runId, externalId, productId: id, name: facts.name, note: null }
  await insertChange(db, { ...change, action: 'archived', before: null, after: null })
}

/** Records the fields that differ afterward, or nothing if none do. */
export async function writeDown(
  db: Db,
  runId: number,
  { externalId, facts: { name } }: Pick<Heard, 'externalId' | 'facts'>,
  productId: number,
  action: SyncChange['action'],
  before: SyncedFacts | null,
  note: string | null,
) {
  const record = await lockRecord(db, productId)
  if (!record) return
  const after = await here(db, record)
  const fields = changedFields(after, before)
  if (action === 'changed' && fields.length === 0 && note === null) return
  await insertChange(db, {
    ...{ runId, externalId, productId, name, action, note },
    before: before && pick(before, fields),
    after: pick(after, fields),
  })
}

export const lockRecord = async (db: Db, id: number) => (await lockRecords(db, [id])).get(id) ?? null

export async function here(db: Db, record: ProductRecord): Promise<SyncedFacts> {
  const category = (await listCategories(db)).find(({ id }) => id === record.facts.categoryId)
  return factsHere(record, category?.slug ?? '')
}

/**
 * Returns true if the slug is free, and frees one that came from the platform. Handles are unique there, so its current
 * owner is about to be renamed or removed.
 */
async function freeSlug(db: Db, slug: string | null, id: number | null): Promise<boolean> {
  const owner = slug === null ? undefined : (await listIdsBySlug(db, [slug])).get(slug)
  if (owner === undefined || owner === id) return true
  const link = await links.findLinkOfProduct(db, owner)
  if (link?.facts.slug !== slug) return false
  if ((await trust.listOwned(db, link.externalId)).has('slug')) return false
  await changeProduct(db, NOBODY, owner, { slug: null })
  const sees = { stock: false, rest: !link.isEdited }
  await links.updateLink(db, { ...link, facts: { ...link.facts, slug: null } }, sees)
  return true
}

export const slugNote = (slug: string | null) =>
  `Another product in the shop has the URL slug ${slug}, so this one keeps its own.`

/** Validates these fields like the admin form. @throws MappingError with the form's message */
function checked(facts: SyncedFacts, fields: readonly Field[]) {
  const { category: _, ...input } = pick(facts, fields)
  if (typeof input.stockQuantity === 'number') input.stockQuantity = Math.max(input.stockQuantity, 0)
  const parsed = Input.safeParse(input)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw new MappingError(`${first?.path.join('.')}: ${first?.message}`)
}

async function categoryFor(db: Db, { slug, name }: KnownCategory): Promise<number> {
  const known = (await listCategories(db)).find((category) => category.slug === slug)
  if (known) return known.id
  const cut = name.slice(0, CATEGORY_NAME_MAX)
  return createCategory(db, NOBODY, {
    name: cut,
    slug,
    description: cut.slice(0, CATEGORY_DESCRIPTION_MAX),
    icon: iconFor(name),
  })
}
