import type { Insertable, Selectable } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Tables } from '../platform/db/database.ts'
import type { OnlyFacts } from './variant-columns.ts'

/**
 * A product as forms, CSV files, and the audit log have it: with the price, stock, and codes of its only variant. If the
 * product has options, price and stock are a summary, and the codes null. `shippingCostCents` is null for the shop's rates.
 */
export type ProductFacts = OnlyFacts & {
  name: string
  slug: string | null
  description: string
  categoryId: number
  rating: string
  reviewCount: number
  isNew: boolean
  isFeatured: boolean
  isOnSale: boolean
  colors: string[]
  shippingDays: number | null
  shippingCostCents: number | null
  weight: string | null
  weightUnit: string | null
  /** The content of one unit. A variant can have its own content in the same unit. */
  content: string | null
  contentUnit: string | null
  /** Null for the default of the unit. */
  unitPriceBase: string | null
  manufacturer: string | null
  manufacturerAddress: string | null
  manufacturerContact: string | null
  safetyWarnings: string | null
  /** Null for the category's tax class. */
  taxClass: string | null
  images: { url: string; alt: string; width: number | null; height: number | null }[]
}

/** Fields that a new product lacks by default. */
const ABSENT = {
  content: null,
  contentUnit: null,
  unitPriceBase: null,
  manufacturer: null,
  manufacturerAddress: null,
  manufacturerContact: null,
  safetyWarnings: null,
  taxClass: null,
} satisfies Partial<ProductFacts>

type OptionalField = keyof typeof ABSENT | 'sku' | 'barcode' | 'reviewCount'

export type NewProduct = Omit<ProductFacts, OptionalField> &
  Partial<Pick<ProductFacts, OptionalField>> & {
    /** Not active yet. */
    isDraft?: boolean
    createdAt?: Date
  }

/** The columns that summarize the variants. Only the database writes them. */
type SummaryColumn =
  | 'price_cents'
  | 'old_price_cents'
  | 'prior_price_cents'
  | 'in_stock'
  | 'has_price_range'
  | 'variant_content'

/** Columns of a product's own fields. A new column of the table is one unless it is excluded here. */
export type ProductColumn = Exclude<
  keyof Tables['products'],
  | SummaryColumn
  | 'id'
  | 'version'
  | 'has_reviews'
  | 'options'
  | 'archived_at'
  | 'is_draft'
  | 'created_at'
  | 'updated_at'
>

/** Returns the columns with a product's own fields. Its images are in another table. */
export function toColumns(
  facts: Omit<ProductFacts, keyof OnlyFacts | 'images'>,
): Pick<Selectable<Tables['products']>, ProductColumn> {
  return {
    name: facts.name,
    slug: facts.slug,
    description: facts.description,
    category_id: facts.categoryId,
    rating: facts.rating,
    review_count: facts.reviewCount,
    is_new: facts.isNew,
    is_featured: facts.isFeatured,
    is_on_sale: facts.isOnSale,
    colors: facts.colors,
    shipping_days: facts.shippingDays,
    shipping_cost_cents: facts.shippingCostCents,
    weight: facts.weight,
    weight_unit: facts.weightUnit,
    content: facts.content,
    content_unit: facts.contentUnit,
    unit_price_base: facts.unitPriceBase,
    manufacturer: facts.manufacturer,
    manufacturer_address: facts.manufacturerAddress,
    manufacturer_contact: facts.manufacturerContact,
    safety_warnings: facts.safetyWarnings,
    tax_class: facts.taxClass,
  }
}

/** Returns the row of a new product. */
export function toRow({ createdAt = now(), ...product }: NewProduct): Insertable<Tables['products']> {
  const { isDraft = false } = product
  return {
    ...toColumns({ reviewCount: 0, ...ABSENT, ...product }),
    is_draft: isDraft,
    archived_at: isDraft ? createdAt : null,
    created_at: createdAt,
    updated_at: createdAt,
  }
}
