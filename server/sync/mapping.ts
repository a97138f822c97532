import { isImageAddress } from '#contract/catalog/product-input.ts'
import * as rules from '#contract/catalog/rules.ts'
import { plainSlugOf, slugOf } from '#contract/catalog/slugs.ts'
import { centsToWire, parseCents } from '#contract/money.ts'
import { sanitizeDescription } from '../catalog/html.ts'
import type { PlatformProduct } from './platform.ts'

/** What the platform decides about a product, in the words of our API. What is missing here belongs to the shop. */
export type SyncedFacts = {
  name: string
  slug: string | null
  /** Clean HTML. */
  description: string
  images: { url: string; alt: string }[]
  price: string
  /** Only above the price; then it is on sale. */
  oldPrice: string | null
  isOnSale: boolean
  /** A category's slug. */
  category: string
  /** Null: not counted. Below 0: sold more often than there was. */
  stockQuantity: number | null
  colors: string[]
  weight: string | null
  weightUnit: string | null
}
export type KnownCategory = { slug: string; name: string }

/** A category that the shop has, or should make. */
export type Mapped = { facts: SyncedFacts; category: KnownCategory }

/** What the platform says about one product now, in our words. */
export type Heard = {
  externalId: string
  updatedAt: Date
  isActive: boolean
  facts: SyncedFacts
  category: KnownCategory
  /** The clock of stock pushes when it was read (server/stock/push-queries.ts); null if it repeats what was read before. */
  readAt: number | null
}

const NO_TYPE: KnownCategory = { slug: 'other', name: 'Other' }
const UNITS: Record<string, string> = { GRAMS: 'g', KILOGRAMS: 'kg', OUNCES: 'oz', POUNDS: 'lb' }

/**
 * @param lastSlug what its handle became before; it stays if the rules of that time make the same of the handle today
 * @throws MappingError when a price cannot be kept to the cent
 */
export function factsOf(
  product: PlatformProduct,
  categories: KnownCategory[],
  lastSlug: string | null,
): Mapped {
  const category = categoryOf(product, categories)
  const facts = { ...textsOf(product), ...pricesOf(product), ...restOf(product, category) }
  const isKept = lastSlug !== null && lastSlug === slugFor(product.handle, plainSlugOf)
  return { category, facts: isKept ? { ...facts, slug: lastSlug } : facts }
}

/** Something of a product that the shop cannot take over; an admin reads the message. */
export class MappingError extends Error {}

/** What this handle becomes here: the same, unless it is none that the shop's own rules allow. */
function slugFor(handle: string, toSlug = slugOf): string | null {
  const plain = rules.KEBAB_CASE.test(handle) && handle.length <= rules.SLUG_MAX ? handle : toSlug(handle)
  const slug = plain.replace(/-$/, '')
  // Digits only would stand in the way of a product's number.
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

/** The cheapest variant says the price; of several that cost the same, the first one says what it was before. */
function pricesOf({ variants }: PlatformProduct) {
  const priced = variants.map((variant) => ({ ...variant, cents: centsOf(variant.price) }))
  const [cheapest] = priced.toSorted((one, other) => one.cents - other.cents)
  if (!cheapest) throw new MappingError('It has no variant, and so no price.')
  const before = cheapest.compareAtPrice === null ? 0 : centsOf(cheapest.compareAtPrice)
  const isOnSale = before > cheapest.cents
  return { price: centsToWire(cheapest.cents), oldPrice: isOnSale ? centsToWire(before) : null, isOnSale }
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

/** The first collection that is a category here, by its handle or its title; else the product type is the category. */
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

function centsOf(price: string): number {
  // '12.5' and '12.500' are amounts of cents, '12.505' is none.
  const cents = parseCents(price.replace(/(\.\d\d)0+$/, '$1'))
  if (cents === null) throw new MappingError(`Its price ${price} cannot be kept to the cent.`)
  return cents
}

/** 0.75 -> '0.75', without the noise of binary fractions. */
const decimal = (value: number) => String(Number(value.toFixed(4)))
/** The database holds no texts with this character. */
const clean = (text: string) => text.replaceAll('\0', '')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
