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
import { estimatedCents, gramsOf, type ShippingZone } from '#contract/pricing/shipping.ts'
import type { Tables } from '../platform/db/database.ts'
import { type PriceSettings, zonesOf } from '../settings/settings.ts'
import { shownDescription } from './html.ts'
import type { SwatchJson, VariantSummary } from './summary-queries.ts'

/** A variant as queries.ts selects it. Amounts are in cents. */
export type VariantJson = {
  id: number
  optionValues: string[]
  sku: string | null
  barcode: string | null
  priceCents: number
  oldPriceCents: number | null
  priorPriceCents: number | null
  /** The admin's in-stock setting, whether or not any units are left. */
  isOffered: boolean
  /** Null if untracked. */
  quantity: number | null
  held: number
  available: number | null
  weight: string | null
  image: string | null
}

/** A product row of queries.ts, joined with its images and available stock. */
type FactsRow = Selectable<Tables['products']> & { stock_quantity: number | null; images: ProductImage[] }

/** A product row with its variants, if it has options, and otherwise with the codes of its only one. */
export type ProductRow = FactsRow & {
  variants: VariantJson[] | null
  sku: string | null
  barcode: string | null
}

/** A product row with a summary of its variants, if it has options. */
export type ListedRow = FactsRow & { variant_summary: VariantSummary | null }

/** @param shop its zones determine the shipping cost of a product without its own */
export function toProduct(row: ProductRow, shop: PriceSettings): Product {
  const variants = row.variants ?? []
  const options = row.options as ProductOption[]
  return {
    ...toFacts(row, shop),
    ...codesOf(options.length > 0 ? NO_CODES : row),
    ...(row.variants && stockOf(row.variants)),
    options,
    variants: toVariants(variants.slice(0, VARIANTS_PAGE), row.images, shop),
    ...(variants.length > VARIANTS_PAGE && { allVariants: allVariantsOf(options, variants) }),
  }
}

export function toListedProduct(row: ListedRow, shop: PriceSettings): ListedProduct {
  const { variant_summary: summary, images } = row
  const facts = toFacts(row, shop)
  return {
    ...facts,
    ...(summary && { inStock: summary.isInStock, stockQuantity: summary.quantity }),
    options: facts.options.map(({ name, values }) => ({ name, values: values.slice(0, LISTED_VALUES_MAX) })),
    swatches: (summary?.swatches ?? []).map((swatch) => toSwatch(swatch, images, wireOf(shop))),
  }
}

export function toVariants(variants: VariantJson[], images: ProductImage[], shop: PriceSettings): Variant[] {
  const wire = wireOf(shop)
  return variants.map((variant) => toVariant(variant, images, wire))
}

function toFacts(row: FactsRow, shop: PriceSettings) {
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
    categoryId: row.category_id,
    rating: row.rating,
    reviewCount: row.review_count,
    hasReviews: row.has_reviews,
    isNew: row.is_new,
    isFeatured: row.is_featured,
    isOnSale: row.is_on_sale,
    inStock: row.in_stock && row.stock_quantity !== 0,
    stockQuantity: row.stock_quantity,
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

function toVariant(variant: VariantJson, images: ProductImage[], wire: Wire): Variant {
  const { id, optionValues, sku, barcode, priceCents, oldPriceCents, priorPriceCents } = variant
  const { available } = variant
  return {
    ...{ id, optionValues, ...codesOf({ sku, barcode }) },
    image: imageOf(variant.image, images),
    price: wire(priceCents),
    oldPrice: oldPriceOf(priceCents, oldPriceCents, wire),
    priorPrice: priorPriceCents === null ? null : wire(priorPriceCents),
    inStock: isInStock(variant),
    stockQuantity: available,
  }
}

type Codes = { sku: string | null; barcode: string | null }
const NO_CODES: Codes = { sku: null, barcode: null }

function codesOf({ sku, barcode }: Codes): Pick<Variant, 'sku' | 'gtin'> {
  return { sku, ...(barcode !== null && { gtin: barcode }) }
}

function toSwatch(swatch: SwatchJson, images: ProductImage[], wire: Wire): Swatch {
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
    ...(image !== null && { image }),
  }
}

/** Returns null for an image that the product no longer has. */
export function imageOf(image: string | null, images: ProductImage[]): string | null {
  return images.some(({ url }) => url === image) ? image : null
}

const isInStock = ({ isOffered, available }: VariantJson) => isOffered && available !== 0

/** A product with options is in stock if one of its variants is. Its quantity is the sum of theirs. */
function stockOf(variants: VariantJson[]): Pick<Product, 'inStock' | 'stockQuantity'> {
  return {
    inStock: variants.some(isInStock),
    stockQuantity: sumOfCounted(variants.map(({ available }) => available)),
  }
}

/** The variant whose price the product shows is the cheapest one in stock, otherwise the cheapest one. */
function allVariantsOf(options: ProductOption[], variants: VariantJson[]): Product['allVariants'] {
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
