import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Category, ListedProduct, ProductImage } from './api.ts'
import { ProductQuery, Search } from './product-query.ts'

const FilterCounts = z.object({
  /** By ID. Categories without matches are omitted. */
  categories: z.record(z.string(), z.int().positive()),
  /** In the order of the price ranges. */
  prices: z.array(z.int().nonnegative()),
  /** In the order of FILTER_RATINGS. */
  ratings: z.array(z.int().nonnegative()),
  /** In the order of FILTER_COLORS. */
  colors: z.array(z.int().nonnegative()),
})

export const ListFacts = z.object({
  /**
   * How many products would match with each filter option in place of the current one of its group. Null if more than
   * COUNT_MAX products match without the filters.
   */
  counts: FilterCounts.nullable(),
  /** The search with its typos corrected, or null if it has none. */
  corrected: z.string().nullable(),
  /** Whether no product has all of the searched words, so those with some of them are listed. */
  isPartial: z.boolean(),
})
export type ListFacts = z.infer<typeof ListFacts>

export const describeList = endpoint({
  method: 'GET',
  path: '/api/search/filters',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary:
    'Facts about the list of `GET /api/products` with the same filters: the number of matches of each filter option, and how its search was understood.',
  input: ProductQuery,
  response: ListFacts,
})

export const Suggestions = z.object({
  products: z.array(
    ListedProduct.pick({ id: true, name: true, slug: true, price: true, priceFrom: true }).extend({
      image: ProductImage.nullable(),
    }),
  ),
  categories: z.array(Category),
  /** If no product matches, the closest spelling that has matches, or null if there is none. */
  didYouMean: z.string().nullable(),
})
export type Suggestions = z.infer<typeof Suggestions>

export const suggestProducts = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary:
    'Up to six products and three categories for the text typed so far, or the closest spelling if nothing matches.',
  input: z.object({ q: Search.min(1) }),
  response: Suggestions,
})

export const searchEndpoints = [describeList, suggestProducts] as const
