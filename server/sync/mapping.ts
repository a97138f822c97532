import type { ProductOption } from '#contract/catalog/api.ts'
import { isImageAddress } from '#contract/catalog/product-input.ts'
import * as rules from '#contract/catalog/rules.ts'
import { plainSlugOf, slugOf } from '#contract/catalog/slugs.ts'
import { isColorOption } from '#contract/catalog/variants.ts'
import type { Currency } from '#contract/money.ts'
import { asOneLine } from '#contract/text.ts'
import { sanitizeDescription } from '../catalog/html.ts'
import type { Settings } from '../settings/settings.ts'
import { isContinuing, shippedVariants } from './exceptions.ts'
import { type Platform, PlatformError, type PlatformProduct } from './platform.ts'
import {
  decimal,
  type MappedVariants,
  MappingError,
  stockWithin,
  type VariantSnapshot,
  variantPrices,
  variantsOf,
  WEIGHT_UNITS,
} from './variant-mapping.ts'

/** The synced fields of a product, named as in our API. Fields that are missing here belong to the shop. */
export type SyncedFields = {
  name: string
  slug: string | null
  /** Sanitized HTML. */
  description: string
  images: { url: string; alt: string }[]
  price: string
  /** Set only if above the price, which means that the product is discounted. */
  oldPrice: string | null
  isOnSale: boolean
  /** A category's slug. */
  category: string
  /** Null if untracked. Negative if oversold. */
  stockQuantity: number | null
  colors: string[]
  weight: string | null
  weightUnit: string | null
  /** None for a product that the platform sells as a single variant. */
  options: ProductOption[]
}
export type KnownCategory = { slug: string; name: string }
export type MappingShop = { categories: (KnownCategory & { id: number })[]; currency: Currency }

/** Synced fields with their category, which may have to be created, and fields that were left out. */
export type Mapped = { facts: SyncedFields; category: KnownCategory } & Omit<MappedVariants, 'options'>

/** A snapshot of one platform product, mapped to the shop's fields. */
export type PlatformSnapshot = {
  externalId: string
  updatedAt: Date
  isActive: boolean
  facts: SyncedFields
  category: KnownCategory
  /** The variants of a product with options. Their prices and stock replace those of the product. */
  variants: VariantSnapshot[]
  /** The reasons why the shop leaves out parts of it or sells it differently. */
  notes: string[]
  /** The stock push clock at the time of reading (server/stock/push-queries.ts), or null for a repeated snapshot. */
  readAt: number | null
}

const NO_TYPE: KnownCategory = { slug: 'other', name: 'Other' }

/**
 * Maps a platform product to the shop's fields.
 * @param lastSlug the previous slug of its handle, kept if the rules of that time still produce it @throws MappingError
 * if a price isn't a whole number of the currency's smallest unit
 */
export function fieldsOf(
  product: PlatformProduct,
  { categories, currency }: MappingShop,
  lastSlug: string | null,
): Mapped {
  const category = categoryOf(product, categories)
  const shipped = { ...product, variants: shippedVariants(product) }
  const [texts, rest] = [textsOf(product), restOf(shipped, category)]
  const { options, variants, notes } = variantsOf(product, rest.weightUnit, texts.images, currency)
  const prices = pricesOf(shipped, variants, currency)
  const isKept = lastSlug !== null && lastSlug === slugFor(product.handle, plainSlugOf)
  const stockQuantity = variants.length > 0 ? null : rest.stockQuantity
  const facts = { ...texts, ...prices, ...rest, stockQuantity, options }
  return { category, variants, notes, facts: isKept ? { ...facts, slug: lastSlug } : facts }
}

/** Returns the slug for a handle: the handle itself, unless the shop's rules don't allow it. */
function slugFor(handle: string, toSlug = slugOf): string | null {
  const plain = rules.KEBAB_CASE.test(handle) && handle.length <= rules.SLUG_MAX ? handle : toSlug(handle)
  const slug = plain.replace(/-$/, '')
  // A slug of digits alone would be ambiguous with a product ID.
  return /^\d+$/.test(slug) ? `item-${slug}` : slug || null
}

function textsOf({ title, handle, descriptionHtml, images }: PlatformProduct) {
  const name = asOneLine(title).slice(0, rules.NAME_MAX).trim() || handle
  const description = sanitizeDescription(withoutNul(descriptionHtml))
  const hasText = description.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
  return {
    name,
    slug: slugFor(handle),
    description: hasText ? description : `<p>${escaped(name)}</p>`,
    images: images
      .filter(({ url }) => isImageAddress(url))
      .slice(0, rules.IMAGES_MAX)
      .map(({ url, alt }) => ({ url, alt: asOneLine(alt).slice(0, rules.ALT_MAX) })),
  }
}

/** A product with options shows the prices of its variants, so the first ones only serve until these are stored. */
function pricesOf({ variants: [first] }: PlatformProduct, variants: VariantSnapshot[], currency: Currency) {
  if (!first) throw new MappingError('It has no variant, so it has no price.')
  const prices = variantPrices(first, currency)
  const isOnSale = [prices, ...variants.map(({ facts }) => facts)].some(({ oldPrice }) => oldPrice !== null)
  return { ...prices, isOnSale }
}

function restOf({ inventory, options, variants }: PlatformProduct, { slug }: KnownCategory) {
  const weight = variants.find((variant) => variant.weight && variant.weight.value > 0)?.weight
  const unit = weight ? WEIGHT_UNITS[weight.unit] : undefined
  return {
    category: slug,
    stockQuantity: inventory === null || variants.some(isContinuing) ? null : stockWithin(inventory),
    colors: colorsOf(options),
    weight: weight && unit ? decimal(weight.value) : null,
    weightUnit: unit ?? null,
  }
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
  const name = asOneLine(productType).slice(0, 100)
  const slug = slugOf(name).replace(/-$/, '')
  if (!slug) return NO_TYPE
  return find(slug, name) ?? { slug, name }
}

function colorsOf(options: PlatformProduct['options']): string[] {
  const values = options.filter(isColorOption).flatMap(({ values }) => values)
  const colors = values.map((value) => asOneLine(value).toLowerCase()).filter(Boolean)
  return [...new Set(colors)].filter((color) => color.length <= rules.COLOR_MAX).slice(0, rules.COLORS_MAX)
}

/** PostgreSQL can't store this character. */
const withoutNul = (text: string) => text.replaceAll('\0', '')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Rejects a store whose prices have another meaning than the shop's: another currency, or taxes included on only one
 * side. @throws PlatformError
 */
export async function checkPrices(
  platform: Platform,
  shop: Pick<Settings, 'currency' | 'taxes'>,
): Promise<void> {
  const { currency, taxesIncluded } = await platform.prices()
  const { code } = shop.currency
  if (currency !== code)
    throw new PlatformError(
      'mismatch',
      `This store's prices are in ${currency}, but the shop's are in ${code}. Nothing was changed.`,
      `currency ${currency}`,
    )
  const { mode, pricesIncludeTax } = shop.taxes
  if (mode === 'none' || taxesIncluded === pricesIncludeTax) return
  const [store, here] = taxesIncluded ? ['include', 'don’t'] : ['don’t include', 'do']
  throw new PlatformError(
    'mismatch',
    `This store’s prices ${store} taxes, but the shop’s ${here}. Change the tax setting of one of them. Nothing was changed.`,
    `taxes ${taxesIncluded ? 'included' : 'not included'}`,
  )
}
