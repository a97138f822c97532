import { expressionBuilder } from 'kysely'
import type { ProductQuery } from '#contract/catalog.ts'
import type { Tables } from '../platform/db/tables.ts'

/** What a product must be like: bounds are inclusive, a rating is the least one. Archived products match nothing. */
export function conditionsOf(query: ProductQuery) {
  const where = expressionBuilder<Tables, 'products'>()
  const { categoryId, minPrice, maxPrice, rating, color, featured, onSale } = query
  return where.and([
    where('products.archived_at', 'is', null),
    ...(categoryId === undefined ? [] : [where('products.category_id', '=', categoryId)]),
    ...(minPrice === undefined ? [] : [where('products.price_cents', '>=', minPrice)]),
    ...(maxPrice === undefined ? [] : [where('products.price_cents', '<=', maxPrice)]),
    ...(rating === undefined ? [] : [where('products.rating', '>=', String(rating))]),
    ...(color === undefined ? [] : [where('products.colors', '@>', where.val([color]))]),
    ...(featured === undefined ? [] : [where('products.is_featured', '=', featured)]),
    ...(onSale === undefined ? [] : [where('products.is_on_sale', '=', onSale)]),
  ])
}
