import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX, iconFor } from '#contract/catalog/admin-categories.ts'
import { ImageInput, ProductFields } from '#contract/catalog/product-input.ts'
import { IMAGES_MAX } from '#contract/catalog/rules.ts'
import type { SyncChange } from '#contract/sync/api.ts'
import type { SyncField } from '#contract/sync/rules.ts'
import { createCategory } from '../catalog/categories.ts'
import { archiveProduct, changeProduct, createProduct } from '../catalog/products.ts'
import { listCategories } from '../catalog/queries.ts'
import { listIdsBySlug, lockRecords, type ProductRecord } from '../catalog/record-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { dismissRefused, sumPending } from '../stock/push-queries.ts'
import { lockStocks } from '../stock/queries.ts'
import { applyPlan, planFor, readShopVariants, saveVariantLinks } from './apply-variants.ts'
import * as links from './link-queries.ts'
import type { KnownCategory, PlatformSnapshot, SyncedFields } from './mapping.ts'
import { changedFields, FIELDS, type Field, pick, shopFields } from './merge.ts'
import * as ownership from './ownership-queries.ts'
import { insertChange } from './run-queries.ts'
import { owedFor, type Stock, stockByChange, stockByCount, within } from './stock.ts'
import { variantChanges } from './variant-changes.ts'
import { MappingError } from './variant-mapping.ts'
import type { ShopVariant } from './variant-rows.ts'

/** Actor of the sync in the audit log, which is not an admin. */
export const SYSTEM_ACTOR = null
/** The validation rules of the admin form, except that an image isn't required. */
const Input = ProductFields.partial().extend({ images: ImageInput.array().max(IMAGES_MAX).optional() })

/**
 * Creates a product, without a slug if another product has it.
 * @returns `linked`, the new part of its link, and `save`, which must be called after the link is stored
 */
export async function create(db: Db, actorId: number | null, snapshot: PlatformSnapshot) {
  const { facts, category, externalId } = snapshot
  const slug = (await isSlugFree(db, facts.slug, null)) ? facts.slug : null
  const categoryId = await categoryFor(db, category)
  const input = checked({ ...facts, slug }, FIELDS)
  const productId = await createProduct(db, actorId, { ...input, categoryId } as Parameters<
    typeof createProduct
  >[2])
  const notes = slug === facts.slug ? [] : [slugNote(facts.slug)]
  const linked = { productId, facts: { ...facts, slug }, stockOwed: owedFor(facts.stockQuantity) }
  const record = facts.options.length > 0 ? await lockRecord(db, productId) : null
  if (!record) return { linked, notes, save: async () => undefined }
  // Owners of fields only protect existing products.
  const before = await readShopVariants(db, record)
  const rest = { link: null, owned: new Set<SyncField>(), hasSameImages: true }
  const plan = await planFor(db, { record, before, snapshot, ...rest })
  const links = await applyPlan(db, actorId, record, plan)
  const save = () => saveVariantLinks(db, externalId, productId, links, plan)
  return { linked, notes: [...notes, ...plan.notes], save }
}

/** How to change the stock: by the platform's sales, to the platform's count, or to a value set in the shop. */
type StockUpdate = { change: number } | 'count' | 'set'

/**
 * Applies these fields to a product.
 * @returns the fields that differ from the platform's values, and the stock still owed
 */
export async function applyFields(
  db: Db,
  actorId: number | null,
  record: ProductRecord,
  { facts, category }: Pick<PlatformSnapshot, 'facts' | 'category'>,
  fields: Field[],
  stock: StockUpdate,
): Promise<{ notes: string[]; unapplied: Partial<SyncedFields>; owed: number }> {
  const isSlugRequested = fields.includes('slug') && facts.slug !== record.facts.slug
  const hasSlug = !isSlugRequested || (await isSlugFree(db, facts.slug, record.id))
  const applied = hasSlug ? fields : fields.filter((field) => field !== 'slug')
  const input = checked(facts, applied)
  if (applied.includes('category')) input.categoryId = await categoryFor(db, category)
  const { owed, ...set } = applied.includes('stockQuantity')
    ? await stockAfter(db, record, facts.stockQuantity, stock)
    : { owed: 0 }
  const stockReason = stock === 'set' ? 'set' : 'platform'
  await changeProduct(db, actorId, record.id, { ...input, ...set }, { stockReason })
  // Keeps the difference, so that the next run retries.
  return hasSlug
    ? { notes: [], unapplied: {}, owed }
    : { notes: [slugNote(facts.slug)], unapplied: { slug: record.facts.slug }, owed }
}

/** Computes the new stock. Locks its row until the end of the transaction, because orders change it concurrently. */
async function stockAfter(
  db: Db,
  { id }: ProductRecord,
  count: number | null,
  update: StockUpdate,
): Promise<Stock> {
  if (count === null) return stockByCount(null, 0)
  const { quantity: before = null, held = 0 } = (await lockStocks(db, [id])).get(id) ?? {}
  if (update === 'set') return { stockQuantity: within(count, held), owed: 0 }
  if (update === 'count') {
    const pending = (await sumPending(db, [id])).get(id) ?? 0
    await dismissRefused(db, [id])
    return stockByCount(count + pending, held)
  }
  if (before === null) throw new MappingError('Its stock is no longer counted.')
  return stockByChange(before, update.change, held)
}

export async function archiveMissingProduct(
  db: Db,
  runId: number,
  externalId: string,
  { id, facts }: ProductRecord,
  notes: string[] = [],
) {
  await archiveProduct(db, SYSTEM_ACTOR, id)
  const change = { runId, externalId, productId: id, name: facts.name, note: notes.join(' ') || null }
  await insertChange(db, { ...change, action: 'archived', before: null, after: null })
}

/** Records the fields that differ afterward, or nothing if none do. @param variants those before, of an existing product */
export async function recordChange(
  db: Db,
  runId: number,
  { externalId, facts: { name }, notes: mapped }: Pick<PlatformSnapshot, 'externalId' | 'facts' | 'notes'>,
  productId: number,
  action: SyncChange['action'],
  before: SyncedFields | null,
  notes: string[],
  variants: ShopVariant[] = [],
) {
  const record = await lockRecord(db, productId)
  if (!record) return
  const after = await readFields(db, record)
  const fields = changedFields(after, before)
  const changed = variants.length > 0 ? variantChanges(variants, await readShopVariants(db, record)) : null
  const hasVariants = changed !== null && changed.after.length > 0
  if (action === 'changed' && fields.length === 0 && !hasVariants && notes.length === 0) return
  await insertChange(db, {
    ...{ runId, externalId, productId, name, action, note: [...notes, ...mapped].join(' ') || null },
    before: before && { ...pick(before, fields), ...(hasVariants && { variants: changed.before }) },
    after: { ...pick(after, fields), ...(hasVariants && { variants: changed.after }) },
  })
}

export const lockRecord = async (db: Db, id: number) => (await lockRecords(db, [id])).get(id) ?? null

export async function readFields(db: Db, record: ProductRecord): Promise<SyncedFields> {
  const category = (await listCategories(db)).find(({ id }) => id === record.facts.categoryId)
  return shopFields(record, category?.slug ?? '')
}

/**
 * Returns true if the slug is free, and frees one that came from the platform. Handles are unique there, so its current
 * owner is about to be renamed or removed.
 */
async function isSlugFree(db: Db, slug: string | null, id: number | null): Promise<boolean> {
  const owner = slug === null ? undefined : (await listIdsBySlug(db, [slug])).get(slug)
  if (owner === undefined || owner === id) return true
  const link = await links.findLinkOfProduct(db, owner)
  if (link?.facts.slug !== slug) return false
  if ((await ownership.listOwnedFields(db, link.externalId)).has('slug')) return false
  await changeProduct(db, SYSTEM_ACTOR, owner, { slug: null })
  const seen = { stock: false, rest: !link.isEdited }
  await links.updateLink(db, { ...link, facts: { ...link.facts, slug: null } }, seen)
  return true
}

const slugNote = (slug: string | null) =>
  `Another product in the shop has the URL slug ${slug}, so this one keeps its own.`

/** Validates these fields like the admin form. @throws MappingError with the form's message */
function checked(facts: SyncedFields, fields: readonly Field[]) {
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
  return createCategory(db, SYSTEM_ACTOR, {
    name: cut,
    slug,
    description: cut.slice(0, CATEGORY_DESCRIPTION_MAX),
    icon: iconFor(name),
  })
}
