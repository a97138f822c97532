import { sql } from 'kysely'
import { type LineVariant, variantTitle } from '#contract/catalog/variants.ts'
import type { Db } from '../platform/db/database.ts'
import type { VariantJson } from './product-row.ts'
import { selectWithoutVariants } from './queries.ts'

/**
 * Selects variants, archived or not, as rows of their product for carts. Their price and stock come last, so they replace
 * those of the product.
 */
export function selectVariants(db: Db) {
  return selectWithoutVariants(db)
    .innerJoin('variants', 'variants.product_id', 'products.id')
    .leftJoin('stock as own', 'own.product_id', 'variants.id')
    .select([
      'variants.id as variant_id',
      'variants.option_values',
      'variants.sku',
      'variants.image as variant_image',
      'variants.archived_at as variant_archived_at',
      'variants.price_cents',
      'variants.old_price_cents',
      'variants.prior_price_cents',
      'variants.in_stock',
      'own.available as stock_quantity',
      sql<VariantJson[] | null>`null`.as('variants'),
      sql<boolean>`false`.as('has_price_range'),
    ])
}

type Row = {
  options: unknown
  variant_id: number
  option_values: string[]
  sku: string | null
  variant_image: string | null
}

/** Returns the variant of a line, or undefined for a product without options. */
export function toLineVariant(row: Row): LineVariant | undefined {
  if ((row.options as unknown[]).length === 0) return undefined
  const { variant_id: id, option_values, sku, variant_image: image } = row
  return { id, title: variantTitle(option_values), sku, image }
}
