import { CATEGORY_NAME_MAX } from '#contract/catalog/admin-categories.ts'
import { isImageAddress } from '#contract/catalog/product-input.ts'
import * as rules from '#contract/catalog/rules.ts'
import { plainSlugOf, slugOf } from '#contract/catalog/slugs.ts'
import { isColorOption } from '#contract/catalog/variants.ts'
import { hasText } from '#contract/html.ts'
import type { Currency } from '#contract/money.ts'
import { asOneLine, asStorable, cutLine } from '#contract/text.ts'
import { sanitizeDescription } from '../../catalog/html.ts'
import { listCategories } from '../../catalog/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { readCurrency } from '../../settings/settings.ts'
import type { PlatformProduct } from '../platform.ts'
import type { KnownCategory, PlatformSnapshot, ProductLink, VariantSnapshot } from '../product.ts'
import { LEFT_OUT_NOTES, leftOutReason, shippedVariants } from './exceptions.ts'
import { decimal, IncompleteError, mapVariants, WEIGHT_UNITS } from './map-variants.ts'

export type MappingShop = { categories: (KnownCategory & { id: number })[]; currency: Currency }

const NO_TYPE: KnownCategory = { slug: 'other', name: 'Other' }

/** Returns the data that the mapping of a product depends on. */
export async function readMappingShop(db: Db): Promise<MappingShop> {
  return { categories: await listCategories(db), currency: await readCurrency(db) }
}

/**
 * Maps a platform product read since `readAt` to a snapshot. One that the shop leaves out is inactive, with its last
 * facts.
 * @param link its slug is kept if the rules of its time still produce it from the handle
 * @returns null for a product that the shop leaves out and never had
 * @throws IncompleteError if the platform's response lacks data, MappingError if the shop can't have such a product
 */
export function mapProduct(
  product: PlatformProduct,
  { categories, currency }: MappingShop,
  link: ProductLink | null,
  readAt: number,
): PlatformSnapshot | null {
  const { id: externalId, updatedAt, handle } = product
  const reason = leftOutReason(product)
  if (product.gap !== null && (reason === null || reason === 'noShipping'))
    throw new IncompleteError(`The platform returned ${product.gap}, so the product was left as it is.`)
  if (reason !== null)
    return link && { ...lastSnapshot(link), updatedAt, isActive: false, notes: [LEFT_OUT_NOTES[reason]] }
  const category = categoryOf(product, categories)
  const texts = textsOf(product)
  const weight = weightOf(product)
  const { options, variants, notes } = mapVariants(product, weight.weightUnit, texts.images, currency)
  const isOnSale = variants.some(({ facts }) => facts.oldPrice !== null)
  const lastSlug = link?.facts.slug ?? null
  const slug = lastSlug !== null && lastSlug === slugFor(handle, plainSlugOf) ? lastSlug : slugFor(handle)
  const rest = { isOnSale, category: category.slug, colors: colorsOf(product), ...weight, options }
  const facts = { ...texts, slug, ...rest }
  const ownsSlug = slug === handle
  return { externalId, updatedAt, isActive: true, facts, ownsSlug, category, variants, notes, readAt }
}

/** Returns the last snapshot of a product, so that applying it again finds edits made in the shop since then. */
export function lastSnapshot(link: ProductLink): PlatformSnapshot {
  const { externalId, platformUpdatedAt: updatedAt, isActive, facts } = link
  const category = { slug: facts.category, name: facts.category }
  const variants = listActive(link)
  return {
    externalId,
    updatedAt,
    isActive,
    facts,
    ownsSlug: false,
    category,
    variants,
    notes: [],
    readAt: null,
  }
}

/** Lists the variants that the platform had in the last snapshot. */
export const listActive = ({ variants }: ProductLink): VariantSnapshot[] =>
  variants.flatMap(({ isActive, externalId, facts }) => (isActive ? [{ externalId, facts }] : []))

/** Returns the slug for a handle: the handle itself, unless the shop's rules don't allow it. */
function slugFor(handle: string, toSlug = slugOf): string | null {
  const plain = rules.KEBAB_CASE.test(handle) && handle.length <= rules.SLUG_MAX ? handle : toSlug(handle)
  const slug = plain.replace(/-$/, '')
  // A slug of digits alone would be ambiguous with a product ID.
  return /^\d+$/.test(slug) ? `item-${slug}` : slug || null
}

function textsOf({ title, handle, descriptionHtml, images }: PlatformProduct) {
  const name = cutLine(title, rules.NAME_MAX) || handle
  const description = sanitizeDescription(asStorable(descriptionHtml))
  return {
    name,
    description: hasText(description) ? description : `<p>${escaped(name)}</p>`,
    images: images
      .filter(({ url }) => isImageAddress(url))
      .slice(0, rules.IMAGES_MAX)
      .map(({ url, alt }) => ({ url, alt: cutLine(alt, rules.ALT_MAX) })),
  }
}

function weightOf(product: PlatformProduct) {
  const weight = shippedVariants(product).find((one) => one.weight && one.weight.value > 0)?.weight
  const unit = weight ? WEIGHT_UNITS[weight.unit] : undefined
  return { weight: weight && unit ? decimal(weight.value) : null, weightUnit: unit ?? null }
}

/**
 * Returns the first collection that matches a category by handle or title, otherwise a category for the product type.
 */
function categoryOf({ collections, productType }: PlatformProduct, known: KnownCategory[]): KnownCategory {
  const find = (slug: string, name: string) =>
    known.find((one) => one.slug === slug) ??
    known.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  for (const { handle, title } of collections) {
    const mapped = find(handle, title)
    if (mapped) return mapped
  }
  const name = cutLine(productType, CATEGORY_NAME_MAX)
  const slug = slugOf(name).replace(/-$/, '')
  if (!slug) return NO_TYPE
  return find(slug, name) ?? { slug, name }
}

function colorsOf({ options }: PlatformProduct): string[] {
  const values = options.filter(isColorOption).flatMap(({ values }) => values)
  const colors = values.map((value) => asOneLine(value).toLowerCase()).filter(Boolean)
  return [...new Set(colors)].filter((color) => color.length <= rules.COLOR_MAX).slice(0, rules.COLORS_MAX)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
