import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ListedProduct } from '#contract/catalog/api.ts'
import { type Api, ApiError, type InputOf, type ResponseOf, useApi } from '../platform/api.ts'
import { productAddress } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'
import { cardSwatches } from './card-variant.ts'
import { addressOf, type Filters, PRODUCTS_ANCHOR } from './filters.ts'

/** Numbers of products per section (spec section 9). */
export const FEATURED_MAX = 4
export const RELATED_MAX = 4

export const PRODUCTS_FRESH_MS = 30_000

/** The fields that a card needs. The others would triple the size of the page's state. */
const SUMMARY = [
  'id',
  'name',
  'slug',
  'price',
  'oldPrice',
  'priorPrice',
  'unitPrice',
  'priceFrom',
  'rating',
  'reviewCount',
  'hasReviews',
  'isNew',
  'isOnSale',
  'inStock',
  'options',
] as const satisfies (keyof ListedProduct)[]
export type ProductSummary = Pick<ListedProduct, (typeof SUMMARY)[number] | 'images' | 'swatches'>

export const listCategoriesQuery = (api: Api) =>
  queryOptions({ queryKey: keys.categories, queryFn: () => api.call('GET /api/categories') })

/** The categories that a shopper can choose from: those with products, and the chosen one. */
export function useOfferedCategories(chosen?: string) {
  const { data, isPending } = useQuery(listCategoriesQuery(useApi()))
  return { isPending, categories: data?.filter(({ id, isEmpty }) => !isEmpty || String(id) === chosen) }
}

/** One page of matching products, fresh for 30 s (spec section 7). Keeps the old ones visible while new ones load. */
export const listProductsQuery = (api: Api, filters: Filters) =>
  queryOptions({
    queryKey: keys.products(filters),
    queryFn: async () => {
      // URL parameters are sent unchecked. The server rejects invalid ones with 400.
      const input = { page: '1', ...filters } as InputOf<'GET /api/products'>
      const { items, ...counts } = await api.callPaged('GET /api/products', input)
      return { items: items.map(summaryOf), ...counts }
    },
    staleTime: PRODUCTS_FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** The counts of the filters, and how the search was understood. Neither depends on the order or the page. */
export const listFactsQuery = (api: Api, { sort: _, page: __, ...filters }: Filters) =>
  queryOptions({
    queryKey: keys.products('facts', filters),
    queryFn: () => api.call('GET /api/search/filters', filters as InputOf<'GET /api/search/filters'>),
    staleTime: PRODUCTS_FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** The first featured products (spec section 2). */
export const featuredProductsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.products('featured'),
    queryFn: async () =>
      (await api.call('GET /api/products', { featured: 'true', page: 1, pageSize: FEATURED_MAX })).map(
        summaryOf,
      ),
    staleTime: PRODUCTS_FRESH_MS,
  })

/** The first products of a category. Requests one more than shown, because the product itself is among them. */
export const relatedProductsQuery = (api: Api, categoryId: number) =>
  queryOptions({
    queryKey: keys.products('related', categoryId),
    queryFn: async () =>
      (await api.call('GET /api/products', { categoryId, page: 1, pageSize: RELATED_MAX + 1 })).map(
        summaryOf,
      ),
    staleTime: PRODUCTS_FRESH_MS,
  })

/** Null if there is no such product. Any other failure throws the message of spec section 8. */
export const productQuery = (api: Api, slugOrId: string) =>
  queryOptions({
    queryKey: keys.product(slugOrId),
    queryFn: async () => {
      try {
        return await api.call('GET /api/products/:slugOrId', { slugOrId })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 404) return null
        const { status, statusText } = error
        throw new Error(`Failed to fetch product with slug/ID ${slugOrId}: ${status} ${statusText}`, {
          cause: error,
        })
      }
    },
    staleTime: PRODUCTS_FRESH_MS,
  })

/** Suggestions of the search box, or the closest spelling if nothing matches. */
export const suggestionsQuery = (api: Api, text: string) =>
  queryOptions({
    queryKey: keys.suggestions(text),
    queryFn: () => api.call('GET /api/search/suggestions', { q: text }),
    staleTime: PRODUCTS_FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** Prefetches a product when its card is hovered or focused. */
export function usePrefetchProduct(slugOrId: string): () => void {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => void queryClient.prefetchQuery(productQuery(api, slugOrId))
}

function summaryOf(product: ListedProduct): ProductSummary {
  const swatches = cardSwatches(product)
  const summary = Object.fromEntries(SUMMARY.map((name) => [name, product[name]]))
  return {
    ...(summary as Pick<ListedProduct, (typeof SUMMARY)[number]>),
    // A swatch may choose any of the images. Without one, the card shows two of the first three.
    images: swatches.length > 0 ? product.images : product.images.slice(0, 3),
    swatches,
  }
}

type Suggestions = ResponseOf<'GET /api/search/suggestions'>
type SuggestedProduct = Suggestions['products'][number]
export type Option = { address: string; label: string; product?: SuggestedProduct }

/** Lists products first, then categories, in the order of the arrow keys. */
export function optionsOf({ products, categories }: Suggestions): Option[] {
  return [
    ...products.map((product) => ({ address: productAddress(product), label: product.name, product })),
    ...categories.map(({ id, name }) => ({
      address: addressOf({ categoryId: String(id) }, PRODUCTS_ANCHOR),
      label: name,
    })),
  ]
}
