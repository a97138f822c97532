import { isImageAddress } from '#contract/catalog/product-input.ts'
import * as rules from '#contract/catalog/rules.ts'
import { plainSlugOf, slugOf } from '#contract/catalog/slugs.ts'
import { type Currency, centsToWire, parsePayable } from '#contract/money.ts'
import { sanitizeDescription } from '../catalog/html.ts'
import { type Platform, PlatformError, type PlatformProduct } from './platform.ts'

/** The synced fields of a product, named as in our API. Fields that are missing here belong to the shop. */
export type SyncedFields = {
  name: string
  slug: string | null
  /** Sanitized HTML. */
  description: string
  images: { url: string; alt: string }[]
  price: string
  /** Set only if above the price, which means that the product is on sale. */
  oldPrice: string | null
  isOnSale: boolean
  /** A category's slug. */
  category: string
  /** Null if untracked. Negative if oversold. */
  stockQuantity: number | null
  colors: string[]
  weight: string | null
  weightUnit: string | null
}
export type KnownCategory = { slug: string; name: string }
export type MappingShop = { categories: (KnownCategory & { id: number })[]; currency: Currency }

/** Synced fields with their category, which may have to be created. */
export type Mapped = { facts: SyncedFields; category: KnownCategory }

/** A snapshot of one platform product, mapped to the shop's fields. */
export type PlatformSnapshot = {
  externalId: string
  updatedAt: Date
  isActive: boolean
  facts: SyncedFields
  category: KnownCategory
  /** The stock push clock at the time of reading (server/stock/push-queries.ts), or null for a repeated snapshot. */
  readAt: number | null
}

const NO_TYPE: KnownCategory = { slug: 'other', name: 'Other' }
const UNITS: Record<string, string> = { GRAMS: 'g', KILOGRAMS: 'kg', OUNCES: 'oz', POUNDS: 'lb' }

/**
 * Maps a platform product to the shop's fields. @param lastSlug the previous slug of its handle, kept if the rules of
 * that time still produce it
 * @throws MappingError if a price isn't a whole number of the currency's smallest unit
 */
export function fieldsOf(
  product: PlatformProduct,
  { categories, currency }: MappingShop,
  lastSlug: string | null,
): Mapped {
  const category = categoryOf(product, categories)
  const facts = { ...textsOf(product), ...pricesOf(product, currency), ...restOf(product, category) }
  const isKept = lastSlug !== null && lastSlug === slugFor(product.handle, plainSlugOf)
  return { category, facts: isKept ? { ...facts, slug: lastSlug } : facts }
}

/** Thrown if a product can't be mapped. Admins see the message. */
export class MappingError extends Error {}

/** Returns the slug for a handle: the handle itself, unless the shop's rules don't allow it. */
function slugFor(handle: string, toSlug = slugOf): string | null {
  const plain = rules.KEBAB_CASE.test(handle) && handle.length <= rules.SLUG_MAX ? handle : toSlug(handle)
  const slug = plain.replace(/-$/, '')
  // A slug of digits alone would be ambiguous with a product ID.
  return /^\d+$/.test(slug) ? `item-${slug}` : slug || null
}

function textsOf({ title, handle, descriptionHtml, images }: PlatformProduct) {
  const name = clean(title).trim().slice(0, rules.NAME_MAX).trim() || handle
  const description = sanitizeDescription(clean(descriptionHtml))
  const hasText = description.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
  return {
    name,
    slug: slugFor(handle),
    description: hasText ? description : `<p>${escaped(name)}</p>`,
    images: images
      .filter(({ url }) => isImageAddress(url))
      .slice(0, rules.IMAGES_MAX)
      .map(({ url, alt }) => ({ url, alt: clean(alt).trim().slice(0, rules.ALT_MAX) })),
  }
}

/** Takes the price of the cheapest variant, and the compare-at price of the first one that costs the same. */
function pricesOf({ variants }: PlatformProduct, currency: Currency) {
  const priced = variants.map((variant) => ({ ...variant, cents: centsOf(variant.price, currency) }))
  const [cheapest] = priced.toSorted((one, other) => one.cents - other.cents)
  if (!cheapest) throw new MappingError('It has no variant, so it has no price.')
  const before = cheapest.compareAtPrice === null ? 0 : centsOf(cheapest.compareAtPrice, currency)
  const isOnSale = before > cheapest.cents
  const wire = (cents: number) => centsToWire(cents, currency)
  return { price: wire(cheapest.cents), oldPrice: isOnSale ? wire(before) : null, isOnSale }
}

function restOf({ inventory, options, variants }: PlatformProduct, { slug }: KnownCategory) {
  const weight = variants[0]?.weight
  const unit = weight && weight.value > 0 ? UNITS[weight.unit] : undefined
  return {
    category: slug,
    stockQuantity:
      inventory === null ? null : Math.min(Math.max(inventory, -rules.STOCK_MAX), rules.STOCK_MAX),
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
  const name = clean(productType).trim().slice(0, 100)
  const slug = slugOf(name).replace(/-$/, '')
  if (!slug) return NO_TYPE
  return find(slug, name) ?? { slug, name }
}

function colorsOf(options: PlatformProduct['options']): string[] {
  const values = options.filter(({ name }) => /^colou?r$/i.test(name.trim())).flatMap(({ values }) => values)
  const colors = values.map((value) => clean(value).trim().toLowerCase()).filter(Boolean)
  return [...new Set(colors)].filter((color) => color.length <= rules.COLOR_MAX).slice(0, rules.COLORS_MAX)
}

function centsOf(price: string, currency: Currency): number {
  // '12.5' and '12.500' dollars are whole cents, '12.505' isn't.
  const cents = parsePayable(price.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency)
  if (cents === null)
    throw new MappingError(
      `Its price ${price} is too large, or has more decimals than ${currency.code} prices can have.`,
    )
  return cents
}

/** Formats 0.75 as '0.75', without binary rounding errors. */
const decimal = (value: number) => String(Number(value.toFixed(4)))
/** PostgreSQL can't store this character. */
const clean = (text: string) => text.replaceAll('\0', '')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Rejects a store whose prices aren't in the shop's currency. @throws PlatformError */
export async function checkCurrency(platform: Platform, { code }: Currency): Promise<void> {
  const currency = await platform.currency()
  if (currency === code) return
  const message = `This store's prices are in ${currency}, but the shop's are in ${code}. Nothing was changed.`
  throw new PlatformError('unreadable', message, `currency ${currency}`)
}
