import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api, InputOf } from '../platform/api.ts'

/** What an admin looks at is asked for anew whenever it is opened: others change it too. */
const ALWAYS_NEW = { staleTime: 0 }

export type ProductListQuery = InputOf<'GET /api/admin/products'>
export type CategoryListQuery = InputOf<'GET /api/admin/categories'>
export type AdminCategory = AnswerOf<'GET /api/admin/categories/:id'>
type AuditListQuery = InputOf<'GET /api/admin/audit'>

export const countsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'counts'],
    queryFn: () => api.call('GET /api/admin/counts'),
    ...ALWAYS_NEW,
  })

export const productsQuery = (api: Api, query: ProductListQuery) =>
  queryOptions({
    queryKey: ['admin', 'products', query],
    queryFn: () => api.callPaged('GET /api/admin/products', query),
    placeholderData: keepPreviousData,
    ...ALWAYS_NEW,
  })

/** Never from the cache: the form needs the current version. */
export const productQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['admin', 'product', id],
    queryFn: () => api.call('GET /api/admin/products/:id', { id }),
    gcTime: 0,
    ...ALWAYS_NEW,
  })

export const syncedFieldsQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['admin', 'synced-fields', id],
    queryFn: () => api.call('GET /api/admin/products/:id/synced-fields', { id }),
    ...ALWAYS_NEW,
  })

export const categoriesQuery = (api: Api, query: CategoryListQuery) =>
  queryOptions({
    queryKey: ['admin', 'categories', query],
    queryFn: () => api.callPaged('GET /api/admin/categories', query),
    placeholderData: keepPreviousData,
    ...ALWAYS_NEW,
  })

export const categoryQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['admin', 'category', id],
    queryFn: () => api.call('GET /api/admin/categories/:id', { id }),
    gcTime: 0,
    ...ALWAYS_NEW,
  })

/** Two thousand icons, once. */
export const iconsQuery = (api: Api) =>
  queryOptions({ queryKey: ['admin', 'icons'], queryFn: () => api.call('GET /api/admin/icons') })

export const auditQuery = (api: Api, query: AuditListQuery) =>
  queryOptions({
    queryKey: ['admin', 'audit', query],
    queryFn: () => api.callPaged('GET /api/admin/audit', query),
    placeholderData: keepPreviousData,
    ...ALWAYS_NEW,
  })

export const auditFacetsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'audit', 'facets'],
    queryFn: () => api.call('GET /api/admin/audit/facets'),
    ...ALWAYS_NEW,
  })

/** What the catalogue's pages have kept is asked for again, the shop's and the admin's own. */
export async function forgetCatalogue(queryClient: QueryClient): Promise<void> {
  const keys = ['admin', 'products', 'product', 'categories', 'suggestions', 'cart', '/api/favorites']
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      keys.includes(String(queryKey[0])) && queryKey[1] !== 'product' && queryKey[1] !== 'category',
  })
}

export type Dashboard = AnswerOf<'GET /api/admin/dashboard'>

/** The previous period stays visible while another one loads. */
export const dashboardQuery = (api: Api, days: number) =>
  queryOptions({
    queryKey: ['admin', 'dashboard', days],
    queryFn: () => api.call('GET /api/admin/dashboard', { days }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const mailQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'mail'],
    queryFn: () => api.call('GET /api/admin/mail'),
    staleTime: 0,
  })

export const paymentProviderQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'payment-provider'],
    queryFn: () => api.call('GET /api/admin/payment-provider'),
    staleTime: 0,
  })
