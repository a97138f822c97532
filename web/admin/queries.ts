import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api, InputOf, Name, ResponseOf } from '../platform/api.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'

/** Admin data is refetched each time it is opened, because other admins change it, too. */
const ALWAYS_NEW = { staleTime: 0 }

export type ProductListQuery = InputOf<'GET /api/admin/products'>
export type CategoryListQuery = InputOf<'GET /api/admin/categories'>
export type AdminCategory = ResponseOf<'GET /api/admin/categories/:id'>
type AuditListQuery = InputOf<'GET /api/admin/audit'>

/** One page of a list. The previous page stays visible while another one loads. */
export function pagedQuery<N extends Name>(api: Api, queryKey: unknown[], name: N, query: InputOf<N>) {
  return queryOptions({
    queryKey,
    queryFn: () => api.callPaged(name, query),
    placeholderData: keepPreviousData,
    ...ALWAYS_NEW,
  })
}

export const countsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('counts'),
    queryFn: () => api.call('GET /api/admin/counts'),
    ...ALWAYS_NEW,
  })

export const goingLiveQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('going-live'),
    queryFn: () => api.call('GET /api/admin/going-live'),
    ...ALWAYS_NEW,
  })

export const testOrdersQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('test-orders'),
    queryFn: () => api.call('GET /api/admin/test-orders'),
    ...ALWAYS_NEW,
  })

export const tasksQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('tasks'),
    queryFn: () => api.call('GET /api/admin/tasks'),
    ...ALWAYS_NEW,
  })

export const productsQuery = (api: Api, query: ProductListQuery) =>
  pagedQuery(api, keys.admin('products', query), 'GET /api/admin/products', query)

/** Never from the cache, because the form needs the current version. */
export const productQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keys.admin('product', id),
    queryFn: () => api.call('GET /api/admin/products/:id', { id }),
    gcTime: 0,
    ...ALWAYS_NEW,
  })

export const syncedFieldsQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keys.admin('synced-fields', id),
    queryFn: () => api.call('GET /api/admin/products/:id/synced-fields', { id }),
    ...ALWAYS_NEW,
  })

export const categoriesQuery = (api: Api, query: CategoryListQuery) =>
  pagedQuery(api, keys.admin('categories', query), 'GET /api/admin/categories', query)

export const categoryQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keys.admin('category', id),
    queryFn: () => api.call('GET /api/admin/categories/:id', { id }),
    gcTime: 0,
    ...ALWAYS_NEW,
  })

/** Two thousand icons, fetched once. */
export const iconsQuery = (api: Api) =>
  queryOptions({ queryKey: keys.admin('icons'), queryFn: () => api.call('GET /api/admin/icons') })

export const auditQuery = (api: Api, query: AuditListQuery) =>
  pagedQuery(api, keys.admin('audit', query), 'GET /api/admin/audit', query)

export const auditFacetsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('audit', 'facets'),
    queryFn: () => api.call('GET /api/admin/audit/facets'),
    ...ALWAYS_NEW,
  })

/** Refetches all catalog data of both the shop and the admin. */
export async function refetchCatalog(queryClient: QueryClient): Promise<void> {
  const shown = belongsTo(
    keys.admin(),
    keys.products(),
    keys.product(),
    keys.categories,
    keys.suggestions(),
    keys.cart,
    keys.favorites,
  )
  // An open form keeps the version it started from.
  const isInForm = belongsTo(keys.admin('product'), keys.admin('category'))
  await queryClient.invalidateQueries({ predicate: (query) => shown(query) && !isInForm(query) })
}

export type Dashboard = ResponseOf<'GET /api/admin/dashboard'>

/** The previous period stays visible while another one loads. */
export const dashboardQuery = (api: Api, days: number) =>
  queryOptions({
    queryKey: keys.admin('dashboard', days),
    queryFn: () => api.call('GET /api/admin/dashboard', { days }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const mailQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('mail'),
    queryFn: () => api.call('GET /api/admin/mail'),
    staleTime: 0,
  })

export const taxProviderQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('tax-provider'),
    queryFn: () => api.call('GET /api/admin/tax-provider'),
    staleTime: 0,
  })

export const paymentProviderQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('payment-provider'),
    queryFn: () => api.call('GET /api/admin/payment-provider'),
    staleTime: 0,
  })
