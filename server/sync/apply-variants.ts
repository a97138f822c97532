import { isDeepStrictEqual } from 'node:util'
import { ProductVariants } from '#contract/catalog/variant-input.ts'
import { isColorOption } from '#contract/catalog/variants.ts'
import { centsToWire } from '#contract/money.ts'
import type { SyncField } from '#contract/sync/rules.ts'
import { changeProduct } from '../catalog/products.ts'
import { lockRecords, type ProductRecord } from '../catalog/record-queries.ts'
import { listSkuOwners, listStoredVariants } from '../catalog/variant-queries.ts'
import { setVariants } from '../catalog/variants.ts'
import type { Db } from '../platform/db/database.ts'
import { dismissRefused, sumPending } from '../stock/push-queries.ts'
import type { ProductLink } from './link-queries.ts'
import type { PlatformSnapshot } from './mapping.ts'
import * as ownership from './ownership-queries.ts'
import type { PlannedVariant, VariantPlan } from './variant-draft.ts'
import { MappingError } from './variant-mapping.ts'
import { planVariants } from './variant-plan.ts'
import { type NewVariantLink, renameVariantLinks, upsertVariantLinks } from './variant-queries.ts'
import type { ShopVariant, VariantSides } from './variant-rows.ts'

/** A product with options on at least one side. */
export type VariantCase = {
  /** The product and its variants before the sync changed any fields. */
  record: ProductRecord
  before: ShopVariant[]
  snapshot: PlatformSnapshot
  /** Null on first contact. */
  link: ProductLink | null
  owned: ReadonlySet<SyncField>
  hasSameImages: boolean
  choice?: VariantSides['choice']
}

export const hasOptions = ({ options }: ProductRecord, { facts }: Pick<PlatformSnapshot, 'facts'>) =>
  options.length > 0 || facts.options.length > 0

/** Returns all variants of a product, archived or not, as synced fields. */
export async function readShopVariants(
  db: Db,
  { id, facts, currency }: ProductRecord,
): Promise<ShopVariant[]> {
  const placeOf = (image: string | null) => facts.images.findIndex(({ url }) => url === image)
  return (await listStoredVariants(db, id)).map(({ facts: stored, ...variant }) => ({
    ...variant,
    facts: {
      ...{ optionValues: stored.optionValues, sku: stored.sku, barcode: stored.barcode },
      price: centsToWire(stored.priceCents, currency),
      oldPrice: stored.oldPriceCents === null ? null : centsToWire(stored.oldPriceCents, currency),
      ...{ stockQuantity: stored.stockQuantity, weight: stored.weight },
      image: placeOf(stored.image) < 0 ? null : placeOf(stored.image),
    },
  }))
}

/** Plans the options and variants of a product without writing. @throws MappingError */
export async function planFor(
  db: Db,
  { record, before, snapshot, link, ...rest }: VariantCase,
): Promise<VariantPlan> {
  const skus = snapshot.variants.flatMap(({ facts }) => facts.sku ?? [])
  const owners = await listSkuOwners(db, skus)
  const { facts, variants } = snapshot
  return planVariants({
    productId: record.id,
    now: { ...facts, variants },
    last: link?.facts ?? null,
    links: link?.variants ?? [],
    ...{ isStockEdited: link?.isStockEdited ?? false, stockOwed: link?.stockOwed ?? 0 },
    here: { options: record.options, variants: before },
    kept: await ownership.listKeptOfVariants(db, snapshot.externalId),
    pending: await sumPending(
      db,
      before.map(({ id }) => id),
    ),
    takenSkus: new Set([...owners].flatMap(([sku, owner]) => (owner.id === record.id ? [] : [sku]))),
    choice: null,
    ...rest,
  })
}

/**
 * Applies the options and variants of a product, after its own fields.
 * @returns null for a product without options; `save` must be called after its link is stored
 */
export async function applyVariants(
  db: Db,
  { record, ...before }: Omit<VariantCase, 'hasSameImages'>,
  actorId: number | null = null,
) {
  if (!hasOptions(record, before.snapshot)) return null
  const now = (await lockRecords(db, [record.id])).get(record.id) ?? record
  const hasSameImages = areSameImages(now.facts.images, before.snapshot.facts.images)
  const plan = await planFor(db, { record, ...before, hasSameImages })
  const links = await applyPlan(db, actorId, now, plan)
  const hadColors = plan.variants !== null && plan.options.length === 0 && record.options.some(isColorOption)
  if (hadColors && !before.owned.has('colors'))
    await changeProduct(db, actorId, record.id, { colors: before.snapshot.facts.colors })
  const { conflicts, notes, owed } = plan
  const save = () => saveVariantLinks(db, before.snapshot.externalId, record.id, links, plan)
  return { conflicts, notes, owed, save }
}

type Images = { url: string }[]
export const areSameImages = (one: Images, other: Images) =>
  isDeepStrictEqual(
    one.map(({ url }) => url),
    other.map(({ url }) => url),
  )

/** Applies a plan. @param record the product with its images after the sync @returns the links to save */
export async function applyPlan(
  db: Db,
  actorId: number | null,
  record: ProductRecord,
  { options, variants, links, counted }: VariantPlan,
): Promise<NewVariantLink[]> {
  if (variants === null) return links
  await dismissRefused(db, counted)
  await writeVariants(db, actorId, record, options, variants, 'platform')
  const stored = await listStoredVariants(db, record.id)
  const idOf = new Map(
    stored.flatMap(({ id, isArchived, facts }) =>
      isArchived ? [] : [[JSON.stringify(facts.optionValues), id] as const],
    ),
  )
  const added = new Map(
    variants.flatMap(({ externalId, id, facts }) =>
      externalId === null || id !== null
        ? []
        : [[externalId, idOf.get(JSON.stringify(facts.optionValues)) ?? null] as const],
    ),
  )
  return links.map((link) => ({ ...link, variantId: link.variantId ?? added.get(link.externalId) ?? null }))
}

/** Writes the options of a product and all its active variants. @throws MappingError, ShopError */
export async function writeVariants(
  db: Db,
  actorId: number | null,
  { id, facts: { images } }: ProductRecord,
  options: VariantPlan['options'],
  variants: Pick<PlannedVariant, 'id' | 'facts'>[],
  stockReason: 'set' | 'platform',
): Promise<void> {
  const parsed = ProductVariants.safeParse({
    options,
    variants: variants.map(({ id, facts: { image, ...facts } }) => ({
      ...(id === null ? {} : { id }),
      ...facts,
      image: images[image ?? images.length]?.url ?? null,
    })),
  })
  if (!parsed.success) {
    const [first] = parsed.error.issues
    throw new MappingError(`${first?.path.join('.')}: ${first?.message}`)
  }
  await setVariants(db, actorId, id, parsed.data, { stockReason })
}

/**
 * Saves the links of variants after that of their product. If a product gets options, its conflicts move to the first
 * variant.
 */
export async function saveVariantLinks(
  db: Db,
  externalId: string,
  productId: number,
  links: NewVariantLink[],
  { renamed, variants }: Pick<VariantPlan, 'renamed' | 'variants'>,
): Promise<void> {
  await renameVariantLinks(db, renamed)
  await upsertVariantLinks(db, externalId, links)
  const first = links.find(({ variantId, isActive }) => variantId === productId && isActive)
  if (variants !== null && first)
    await ownership.moveToVariant(db, externalId, first.externalId, ['price', 'oldPrice', 'stockQuantity'])
}
