import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../platform/db/database.ts'

/** The fields of a product as they are written to the database. */

/** Amounts are in cents. `stockQuantity` is null if untracked, `shippingCostCents` null for the shop's rates. */
export type ProductFacts = {
  name: string
  slug: string | null
  description: string
  priceCents: number
  oldPriceCents: number | null
  categoryId: number
  rating: string
  reviewCount: number
  isNew: boolean
  isFeatured: boolean
  isOnSale: boolean
  inStock: boolean
  stockQuantity: number | null
  /** Null if the product has options, as is the barcode. */
  sku: string | null
  barcode: string | null
  colors: string[]
  shippingDays: number | null
  shippingCostCents: number | null
  weight: string | null
  weightUnit: string | null
  /** Null for the category's tax class. */
  taxClass: string | null
  images: { url: string; alt: string; width: number | null; height: number | null }[]
}

export type NewProduct = Omit<ProductFacts, 'reviewCount' | 'taxClass' | 'sku' | 'barcode'> & {
  sku?: string | null
  barcode?: string | null
  reviewCount?: number
  taxClass?: string | null
}

/** Columns of a product's fields. A new column of the table is one unless it is excluded here. */
export type ProductColumn = Exclude<
  keyof Tables['products'],
  | 'id'
  | 'version'
  | 'has_reviews'
  | 'prior_price_cents'
  | 'options'
  | 'has_price_range'
  | 'archived_at'
  | 'created_at'
  | 'updated_at'
>

/** Returns the columns with a product's fields. Images, stock, SKU, and barcode are in other tables. */
export function toColumns(
  facts: Omit<ProductFacts, 'stockQuantity' | 'sku' | 'barcode' | 'images'>,
): Pick<Selectable<Tables['products']>, ProductColumn> {
  return {
    name: facts.name,
    slug: facts.slug,
    description: facts.description,
    price_cents: facts.priceCents,
    old_price_cents: facts.oldPriceCents,
    category_id: facts.categoryId,
    rating: facts.rating,
    review_count: facts.reviewCount,
    is_new: facts.isNew,
    is_featured: facts.isFeatured,
    is_on_sale: facts.isOnSale,
    in_stock: facts.inStock,
    colors: facts.colors,
    shipping_days: facts.shippingDays,
    shipping_cost_cents: facts.shippingCostCents,
    weight: facts.weight,
    weight_unit: facts.weightUnit,
    tax_class: facts.taxClass,
  }
}

/** Returns the row of a new product. */
export function toRow(product: NewProduct, createdAt: Date): Insertable<Tables['products']> {
  const { reviewCount = 0, taxClass = null } = product
  return { ...toColumns({ ...product, reviewCount, taxClass }), created_at: createdAt, updated_at: createdAt }
}
