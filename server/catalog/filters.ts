import { expressionBuilder } from 'kysely'
import type { ProductQuery } from '#contract/catalog.ts'
import type { Tables } from '../platform/db/tables.ts'

const where = expressionBuilder<Tables, 'products'>()

/** What a product must be like: bounds are inclusive, a rating is the least one. Archived products match nothing. */
export function conditionsOf(query: ProductQuery) {
  return where.and([where('products.archived_at', 'is', null), ...filtersOf(query)])
}

/** Whether anything is asked of a product but what it is searched for. */
export function isFiltered(query: ProductQuery): boolean {
  return filtersOf(query).length > 0
}

function filtersOf(query: ProductQuery) {
  const { categoryId, minPrice, maxPrice, rating, color, featured, onSale } = query
  return [
    ...(categoryId === undefined ? [] : [where('products.category_id', '=', categoryId)]),
    ...(minPrice === undefined ? [] : [where('products.price_cents', '>=', minPrice)]),
    ...(maxPrice === undefined ? [] : [where('products.price_cents', '<=', maxPrice)]),
    ...(rating === undefined ? [] : [where('products.rating', '>=', String(rating))]),
    ...(color === undefined ? [] : [where('products.colors', '@>', where.val([color]))]),
    ...(featured === undefined ? [] : [where('products.is_featured', '=', featured)]),
    ...(onSale === undefined ? [] : [where('products.is_on_sale', '=', onSale)]),
  ]
}
