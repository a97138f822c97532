import { CATEGORY_NAME_MAX, iconFor } from '#contract/catalog/admin-categories.ts'
import {
  ProductFields as FormFields,
  ImageInput,
  type NewProductInput,
} from '#contract/catalog/product-input.ts'
import { IMAGES_MAX } from '#contract/catalog/rules.ts'
import { ProductVariants } from '#contract/catalog/variant-input.ts'
import { cutLine } from '#contract/text.ts'
import { createCategory } from '../../catalog/categories.ts'
import { changeProduct, createProduct } from '../../catalog/products.ts'
import { listCategories } from '../../catalog/queries.ts'
import { listIdsBySlug } from '../../catalog/record-queries.ts'
import { listSkuOwners, listStoredVariants } from '../../catalog/variant-queries.ts'
import { setVariants } from '../../catalog/variants.ts'
import type { Db } from '../../platform/db/database.ts'
import { dismissRefused } from '../../stock/push-queries.ts'
import { MappingError } from '../map/map-variants.ts'
import type { PlannedVariant } from '../plan/draft.ts'
import { ONLY_FIELDS, PRODUCT_FIELDS, type ProductField, pick } from '../plan/merge.ts'
import type { Plan } from '../plan/plan-product.ts'
import type { KnownCategory, NewVariantLink, PlatformSnapshot, ShopProduct } from '../product.ts'
import { listOwnedFields } from '../record/conflict-queries.ts'
import { findLinkOfProduct, saveLink } from '../record/link-queries.ts'

/** Actor of the sync in the audit log, which is not an admin. */
export const SYSTEM_ACTOR = null
/** The validation rules of the admin form, except that an image isn't required. */
const Input = FormFields.partial().extend({ images: ImageInput.array().max(IMAGES_MAX).optional() })

/** The platform's texts, with the category, which may have to be created. */
type Texts = Pick<PlatformSnapshot, 'facts' | 'ownsSlug' | 'category'>

/**
 * Adds a product with the first variant of the platform, without a slug or SKU that another product has. The other
 * variants are planned like those of a product that the shop has.
 * @returns the new product's ID
 */
export async function addProduct(
  db: Db,
  actorId: number | null,
  { facts, ownsSlug, category, variants: [first] }: PlatformSnapshot,
): Promise<number> {
  if (!first) throw new Error(`The product ${facts.name} has no variant`)
  const slug = (await isSlugFree(db, { slug: facts.slug, ownsSlug }, null)) ? facts.slug : null
  const { sku, stockQuantity } = first.facts
  const isSkuFree = sku === null || (await listSkuOwners(db, [sku])).size === 0
  const product = {
    ...first.facts,
    ...facts,
    slug,
    sku: isSkuFree ? sku : null,
    stockQuantity: stockQuantity === null ? null : Math.max(stockQuantity, 0),
  }
  const categoryId = await categoryFor(db, category)
  const input = checked(product, [...PRODUCT_FIELDS, ...ONLY_FIELDS])
  return createProduct(db, actorId, { ...input, categoryId } as NewProductInput)
}

/**
 * Writes a plan for a product that the shop has.
 * @returns the links of the platform's variants, what couldn't be written, and the slug after it
 */
export async function writePlan(
  db: Db,
  actorId: number | null,
  product: ShopProduct,
  texts: Texts,
  plan: Plan,
): Promise<{ links: NewVariantLink[]; notes: string[]; slug: string | null }> {
  const { slug, notes } = await writeTexts(db, actorId, product, texts, plan.fields)
  const left = { slug, notes: [...notes, ...plan.notes] }
  await dismissRefused(db, plan.counted)
  if (plan.variants === null) return { ...left, links: plan.links }
  const { images } = (plan.fields.includes('images') ? texts : product).facts
  await writeVariants(db, actorId, { id: product.id, images }, plan.options, plan.variants)
  if (plan.colors !== null) await changeProduct(db, actorId, product.id, { colors: plan.colors })
  return { ...left, links: await linksAfter(db, product.id, plan.links, plan.variants) }
}

/**
 * Writes these fields of a product.
 * @returns the slug that it keeps if the platform's isn't free, with a note, otherwise the platform's
 */
export async function writeTexts(
  db: Db,
  actorId: number | null,
  product: ShopProduct,
  { facts, ownsSlug, category }: Texts,
  fields: readonly ProductField[],
): Promise<{ slug: string | null; notes: string[] }> {
  const isSlugRequested = fields.includes('slug') && facts.slug !== product.facts.slug
  const hasSlug = !isSlugRequested || (await isSlugFree(db, { slug: facts.slug, ownsSlug }, product.id))
  const written = fields.filter((field) => hasSlug || field !== 'slug')
  const input = checked(facts, written)
  if (written.includes('category')) input.categoryId = await categoryFor(db, category)
  if (written.length > 0) await changeProduct(db, actorId, product.id, input)
  return hasSlug
    ? { slug: facts.slug, notes: [] }
    : { slug: product.facts.slug, notes: [slugNote(facts.slug)] }
}

/** Writes the options of a product and all its active variants. @throws ShopError */
export async function writeVariants(
  db: Db,
  actorId: number | null,
  { id, images }: { id: number; images: { url: string }[] },
  options: Plan['options'],
  variants: Pick<PlannedVariant, 'id' | 'facts'>[],
): Promise<void> {
  const parsed = ProductVariants.safeParse({
    options,
    variants: variants.map(({ id, facts: { image, ...facts } }) => ({
      ...(id === null ? {} : { id }),
      ...facts,
      image: images[image ?? images.length]?.url ?? null,
    })),
  })
  if (!parsed.success) throw invalid(parsed.error)
  await setVariants(db, actorId, id, parsed.data, { stockReason: 'platform' })
}

/** Adds the IDs of new variants to their links. */
async function linksAfter(db: Db, productId: number, links: NewVariantLink[], variants: PlannedVariant[]) {
  const added = variants.filter(({ id, externalId }) => id === null && externalId !== null)
  if (added.length === 0) return links
  const stored = (await listStoredVariants(db, productId)).filter(({ isArchived }) => !isArchived)
  const idOf = new Map(stored.map(({ id, facts }) => [JSON.stringify(facts.optionValues), id]))
  const valuesOf = new Map(
    added.map(({ externalId, facts }) => [externalId, JSON.stringify(facts.optionValues)]),
  )
  return links.map((link) => ({
    ...link,
    variantId: link.variantId ?? idOf.get(valuesOf.get(link.externalId) ?? '') ?? null,
  }))
}

/**
 * Returns true if the slug is free, and frees one that came from the platform for the product whose handle it is. Handles
 * are unique there, so its current owner is about to be renamed or removed, or has it only because the shop's rules don't
 * allow its own. A product of the latter kind never takes a slug, so two of them don't take it from each other.
 */
async function isSlugFree(
  db: Db,
  { slug, ownsSlug }: { slug: string | null; ownsSlug: boolean },
  id: number | null,
): Promise<boolean> {
  const owner = slug === null ? undefined : (await listIdsBySlug(db, [slug])).get(slug)
  if (owner === undefined || owner === id) return true
  if (!ownsSlug) return false
  const link = await findLinkOfProduct(db, owner)
  if (link?.facts.slug !== slug) return false
  if ((await listOwnedFields(db, link.externalId)).product.has('slug')) return false
  await changeProduct(db, SYSTEM_ACTOR, owner, { slug: null })
  await saveLink(db, { ...link, facts: { ...link.facts, slug: null } }, !link.isEdited)
  return true
}

export const slugNote = (slug: string | null) =>
  `Another product in the shop has the URL slug ${slug}, so this one keeps its own.`

/** Validates these fields like the admin form. @throws MappingError with the form's message */
function checked<Facts extends { category: string }>(facts: Facts, fields: readonly (keyof Facts)[]) {
  const { category: _, ...input } = pick(facts, fields)
  const parsed = Input.safeParse(input)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

function invalid({ issues: [first] }: { issues: { path: PropertyKey[]; message: string }[] }) {
  return new MappingError(`${first?.path.join('.')}: ${first?.message}`)
}

async function categoryFor(db: Db, { slug, name }: KnownCategory): Promise<number> {
  const known = (await listCategories(db)).find((category) => category.slug === slug)
  if (known) return known.id
  const cut = cutLine(name, CATEGORY_NAME_MAX)
  return createCategory(db, SYSTEM_ACTOR, {
    name: cut,
    slug,
    description: cut,
    icon: iconFor(name),
  })
}
