import { sql } from 'kysely'
import { COLOR_NAMES, SWATCHES_MAX } from '#contract/catalog/variants.ts'

/** The facts that a list shows about a product's variants. Amounts are in cents. */
export type VariantSummary = {
  isInStock: boolean
  /** Null if any variant is untracked. */
  quantity: number | null
  /** In the order of the color's values. */
  swatches: SwatchJson[]
}

export type SwatchJson = {
  value: string
  id: number
  isAvailable: boolean
  priceCents: number
  oldPriceCents: number | null
  priorPriceCents: number | null
  /** Null if the product's content applies. */
  content: string | null
  image: string | null
}

const isAvailable = sql<boolean>`(variants.in_stock and coalesce(stock.available, 1) <> 0)`

/**
 * For each of a product's first colors, the variant that a card adds, chosen as addToItem does (server/cart/queries.ts).
 * Without options, a product has no colors to look for.
 */
const swatches = sql<SwatchJson[]>`case when products.options = '[]' then '[]' else (
  with colors as (
    select option.place, color, number
    from jsonb_array_elements(products.options) with ordinality as option (facts, place),
      jsonb_array_elements_text(facts -> 'values') with ordinality as values (color, number)
    where option.place = (
      select min(place) from jsonb_array_elements(products.options) with ordinality as option (facts, place)
      where lower(trim(facts ->> 'name')) = any (${COLOR_NAMES}::text[])) and number <= ${SWATCHES_MAX}
  ), swatches as (
    select distinct on (number) number, json_build_object('value', color, 'id', variants.id, 'isAvailable', ${isAvailable},
      'priceCents', price_cents, 'oldPriceCents', old_price_cents, 'priorPriceCents', prior_price_cents,
      'content', variants.content::text, 'image', image) as swatch
    from colors join variants on variants.option_values[colors.place] = color left join stock on stock.variant_id = variants.id
    where variants.product_id = products.id and variants.archived_at is null
    order by number, ${isAvailable} desc, price_cents, position, variants.id
  )
  select coalesce(json_agg(swatch order by number), '[]') from swatches) end`

/** A summary of a product's active variants. */
export const variantSummary = sql<VariantSummary>`(
  select json_build_object('isInStock', coalesce(bool_or(${isAvailable}), false),
    'quantity', case when count(*) = count(available) then coalesce(sum(available), 0) end, 'swatches', ${swatches})
  from variants left join stock on stock.variant_id = variants.id
  where variants.product_id = products.id and variants.archived_at is null)`
