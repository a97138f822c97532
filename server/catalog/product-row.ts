import type { Selectable } from 'kysely'
import type {
  ListedProduct,
  Product,
  ProductImage,
  ProductOption,
  Swatch,
  Variant,
} from '#contract/catalog/api.ts'
import { LISTED_VALUES_MAX, VARIANTS_PAGE } from '#contract/catalog/variants.ts'
import { centsToWire } from '#contract/money.ts'
import { estimatedCents, type ShippingZone } from '#contract/pricing/shipping.ts'
import { type Content, contentText, unitPriceOf } from '#contract/pricing/unit-price.ts'
import { gramsOf } from '#contract/pricing/weights.ts'
import type { Tables } from '../platform/db/database.ts'
import { type PriceSettings, zonesOf } from '../settings/settings.ts'
import { shownDescription } from './html.ts'
import type { SwatchJson, VariantSummary } from './summary-queries.ts'
import type { VariantFacts } from './variant-columns.ts'

/** A variant that isn't archived. `held` units are reserved for unpaid orders, so fewer are available than in stock. */
export type ActiveVariant = VariantFacts & {
  id: number
  priorPriceCents: number | null
  held: number
  available: number | null
}

/** A product row of queries.ts, joined with its images. */
type FactsRow = Selectable<Tables['products']> & { images: ProductImage[] }

/** A product row with its active variants. */
export type ProductRow = FactsRow & { variants: ActiveVariant[] }

/** A product row with a summary of its variants. */
export type ListedRow = FactsRow & { variant_summary: VariantSummary }

/** @param shop its zones determine the shipping cost of a product without its own */
export function toProduct(row: ProductRow, shop: PriceSettings): Product {
  const { variants } = row
  const only = onlyVariant(row)
  const listed = only ? [] : variants
  const facts = toFacts(row, stockOf(variants), shop)
  return {
    ...facts,
    ...codesOf(only ?? NO_CODES),
    ...safetyOf(row),
    variants: toVariants(listed.slice(0, VARIANTS_PAGE), row, shop),
    ...(listed.length > VARIANTS_PAGE && { allVariants: allVariantsOf(facts.options, listed) }),
  }
}

export function toListedProduct(row: ListedRow, shop: PriceSettings): ListedProduct {
  const { variant_summary: summary, images } = row
  const facts = toFacts(row, { inStock: summary.isInStock, stockQuantity: summary.quantity }, shop)
  return {
    ...facts,
    options: facts.options.map(({ name, values }) => ({ name, values: values.slice(0, LISTED_VALUES_MAX) })),
    swatches: summary.swatches.map((swatch) =>
      toSwatch(swatch, images, contentOf(row, swatch.content), shop),
    ),
  }
}

/**
 * Returns the variant of a product without options, whose fields the API, CSV files, and the audit log have in the product
 * itself, or null for a product with options.
 */
export function onlyVariant({ options, variants }: Pick<ProductRow, 'options' | 'variants'>) {
  return (options as ProductOption[]).length === 0 ? (variants[0] ?? null) : null
}

export function toVariants(
  variants: ActiveVariant[],
  product: ContentColumns & { images: ProductImage[] },
  shop: PriceSettings,
): Variant[] {
  return variants.map((variant) =>
    toVariant(variant, product.images, contentOf(product, variant.content), shop),
  )
}

function toFacts(row: FactsRow, stock: Pick<Product, 'inStock' | 'stockQuantity'>, shop: PriceSettings) {
  const wire = wireOf(shop)
  const [main, ...additional] = row.images
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: shownDescription(row.description),
    image: main?.url ?? '',
    additionalImages: additional.map((image) => image.url),
    images: row.images,
    price: wire(row.price_cents),
    oldPrice: oldPriceOf(row.price_cents, row.old_price_cents, wire),
    priorPrice: row.prior_price_cents === null ? null : wire(row.prior_price_cents),
    ...toUnitPrice(row.price_cents, contentOf(row, row.variant_content), shop),
    categoryId: row.category_id,
    rating: row.rating,
    reviewCount: row.review_count,
    hasReviews: row.has_reviews,
    isNew: row.is_new,
    isFeatured: row.is_featured,
    isOnSale: row.is_on_sale,
    ...stock,
    colors: row.colors,
    shippingDays: row.shipping_days,
    shippingCost: wire(row.shipping_cost_cents ?? shippingCostOf(row, zonesOf(shop))),
    weight: row.weight,
    weightUnit: row.weight_unit,
    options: row.options as ProductOption[],
    priceFrom: row.has_price_range,
  }
}

/** Returns the shipping cost of one unit before the destination is known. */
function shippingCostOf(row: FactsRow, zones: ShippingZone[]): number {
  const { price_cents: subtotalCents, weight, weight_unit: weightUnit } = row
  const weightGrams = gramsOf({ weight, weightUnit }) ?? 0
  return estimatedCents(zones, { subtotalCents, weightGrams, shipsFree: false })
}

type Wire = (cents: number) => string

const wireOf =
  ({ currency }: PriceSettings): Wire =>
  (cents) =>
    centsToWire(cents, currency)

type ContentColumns = Pick<FactsRow, 'content' | 'content_unit' | 'unit_price_base'>

/** Returns the content of a product or, in the same unit, its variant. @param own the variant's own content */
function contentOf(product: ContentColumns, own: string | null): Content {
  return { amount: own ?? product.content, unit: product.content_unit, base: product.unit_price_base }
}

function toUnitPrice(priceCents: number, content: Content, shop: PriceSettings): Pick<Product, 'unitPrice'> {
  const unitPrice = unitPriceOf(priceCents, content)
  if (!unitPrice) return {}
  const { cents, per } = unitPrice
  return { unitPrice: { price: wireOf(shop)(cents), per, content: contentText(content) } }
}

function safetyOf(row: FactsRow): Pick<Product, 'safety'> {
  const fields = {
    manufacturer: row.manufacturer,
    address: row.manufacturer_address,
    contact: row.manufacturer_contact,
    warnings: row.safety_warnings,
  }
  const entered = Object.entries(fields).filter(([, text]) => text !== null)
  return entered.length > 0 ? { safety: Object.fromEntries(entered) } : {}
}

function toVariant(
  variant: ActiveVariant,
  images: ProductImage[],
  content: Content,
  shop: PriceSettings,
): Variant {
  const wire = wireOf(shop)
  const { id, optionValues, sku, barcode, priceCents, oldPriceCents, priorPriceCents } = variant
  const { available } = variant
  return {
    id,
    optionValues,
    ...codesOf({ sku, barcode }),
    image: imageOf(variant.image, images),
    price: wire(priceCents),
    oldPrice: oldPriceOf(priceCents, oldPriceCents, wire),
    priorPrice: priorPriceCents === null ? null : wire(priorPriceCents),
    ...toUnitPrice(priceCents, content, shop),
    inStock: isInStock(variant),
    stockQuantity: available,
  }
}

type Codes = Pick<VariantFacts, 'sku' | 'barcode'>
const NO_CODES: Codes = { sku: null, barcode: null }

function codesOf({ sku, barcode }: Codes): Pick<Variant, 'sku' | 'gtin'> {
  return { sku, ...(barcode !== null && { gtin: barcode }) }
}

function toSwatch(swatch: SwatchJson, images: ProductImage[], content: Content, shop: PriceSettings): Swatch {
  const wire = wireOf(shop)
  const { value, id, isAvailable, priceCents, oldPriceCents, priorPriceCents } = swatch
  const oldPrice = oldPriceOf(priceCents, oldPriceCents, wire)
  const image = imageOf(swatch.image, images)
  return {
    value,
    variantId: id,
    isAvailable,
    price: wire(priceCents),
    ...(oldPrice !== null && { oldPrice }),
    ...(priorPriceCents !== null && { priorPrice: wire(priorPriceCents) }),
    ...toUnitPrice(priceCents, content, shop),
    ...(image !== null && { image }),
  }
}

/** Returns null for an image that the product no longer has. */
export function imageOf(image: string | null, images: ProductImage[]): string | null {
  return images.some(({ url }) => url === image) ? image : null
}

const isInStock = ({ inStock, available }: ActiveVariant) => inStock && available !== 0

/** A product is in stock if one of its variants is. Its quantity is the sum of theirs. */
function stockOf(variants: ActiveVariant[]): Pick<Product, 'inStock' | 'stockQuantity'> {
  return {
    inStock: variants.some(isInStock),
    stockQuantity: sumOfCounted(variants.map(({ available }) => available)),
  }
}

/** The variant whose price the product shows is the cheapest one in stock, otherwise the cheapest one. */
function allVariantsOf(options: ProductOption[], variants: ActiveVariant[]): Product['allVariants'] {
  const places = options.map(({ values }) => new Map(values.map((value, place) => [value, place])))
  const offered = variants.filter(isInStock)
  const shown = (offered.length > 0 ? offered : variants).reduce((best, one) =>
    one.priceCents < best.priceCents ? one : best,
  )
  return {
    shownId: shown.id,
    combinations: variants.map((variant) => [
      variant.id,
      isInStock(variant) ? 1 : 0,
      ...variant.optionValues.flatMap((value, option) => places[option]?.get(value) ?? []),
    ]),
  }
}

/** Returns the sum of quantities, or null if any of them is untracked. */
export function sumOfCounted(quantities: (number | null)[]): number | null {
  return quantities.reduce<number | null>(
    (sum, quantity) => (sum === null || quantity === null ? null : sum + quantity),
    0,
  )
}

/** Returns null unless the old price is above the price, so no false discount is shown. */
function oldPriceOf(price: number, old: number | null, wire: Wire): string | null {
  return old !== null && old > price ? wire(old) : null
}
