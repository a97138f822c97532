import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Api, ApiError, type InputOf } from '../platform/api.ts'
import type { Filters } from './filters.ts'

const PRODUCTS_FRESH_MS = 30_000

export const listCategoriesQuery = (api: Api) =>
  queryOptions({ queryKey: ['categories'], queryFn: () => api.call('GET /api/categories') })

/** One page of the products that match; fresh for 30 s (spec section 7). */
export const listProductsQuery = (api: Api, filters: Filters) =>
  queryOptions({
    queryKey: ['products', filters],
    // What the address says goes to the server as it is; nonsense gets its 400.
    queryFn: () =>
      api.callPaged('GET /api/products', { page: '1', ...filters } as InputOf<'GET /api/products'>),
    staleTime: PRODUCTS_FRESH_MS,
    placeholderData: keepPreviousData,
  })

export const featuredProductsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['products', 'featured'],
    queryFn: () => api.call('GET /api/products', { featured: 'true', page: 1, pageSize: 4 }),
    staleTime: PRODUCTS_FRESH_MS,
  })

/** Null when there is no such product. */
export const productQuery = (api: Api, slugOrId: string) =>
  queryOptions({
    queryKey: ['product', slugOrId],
    queryFn: async () => {
      try {
        return await api.call('GET /api/products/:slugOrId', { slugOrId })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: PRODUCTS_FRESH_MS,
  })
