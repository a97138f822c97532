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
import { insertChange } from './run-queries.ts'
import * as trust from './trust-queries.ts'

/** The sync has no admin behind it; the audit log names it. */
export const NOBODY = null
/** The same rules as in the admin's form, but for the image, which a product of the platform may lack. */
const Input = ProductFields.partial().extend({ images: ImageInput.array().max(IMAGES_MAX).optional() })

/** A new product; without an address where another product of the shop has it. */
export async function create(db: Db, actorId: number | null, { facts, category }: Heard) {
  const slug = (await freeSlug(db, facts.slug, null)) ? facts.slug : null
  const categoryId = await categoryFor(db, category)
  const input = checked({ ...facts, slug }, FIELDS)
  const productId = await createProduct(db, actorId, { ...input, categoryId } as Parameters<
    typeof createProduct
  >[2])
  return { productId, slug }
}

/** How the stock changes: with the sales of the other channel, to the platform's count, or to a value of the shop's own. */
type StockWish = { change: number } | 'count' | 'set'

/**
 * Gives a product these fields.
 * @returns what it became other than the platform says, and what of the stock is still owed
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
  // So that the next run tries again.
  return isFree
    ? { note: null, taken: {}, owed }
    : { note: slugNote(facts.slug), taken: { slug: record.facts.slug }, owed }
}

/** Orders move the stock at the same time: its row is locked until the transaction ends. */
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
  // What is held for orders that are being paid is there, whatever the platform counts.
  const within = (quantity: number) => Math.min(Math.max(quantity, held), STOCK_MAX)
  if (stock === 'set') return { quantity: within(count), owed: 0 }
  if (stock === 'count') {
    const wanted = count + (await sumPending(db, record.id))
    await dismissRefused(db, record.id)
    return { quantity: within(wanted), owed: owedAt(wanted) }
  }
  if (before === null) throw new MappingError('Its stock is not counted any more.')
  const quantity = within(before + stock.change)
  return { quantity, owed: Math.min(0, stock.change - (quantity - before)) }
}

/** What is owed of a count that is taken over as a whole. */
export const owedAt = (count: number | null) => (count === null ? 0 : Math.min(0, count))

export async function retire(db: Db, runId: number, externalId: string, { id, facts }: ProductRecord) {
  await retireProduct(db, NOBODY, id)
  const change = { runId, externalId, productId: id, name: facts.name, note: null }
  await insertChange(db, { ...change, action: 'archived', before: null, after: null })
}

/** The record of the run has the fields that are different afterwards; where none is, nothing has changed. */
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
 * On the platform no two products have the same handle: who still has it here, and had it from there, is about to get
 * another one, or to go.
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
  `Another product of the shop has the address ${slug}: this one keeps its own.`

/** These fields as the form's own operation takes them. @throws MappingError with the form's sentence */
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
