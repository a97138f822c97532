import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { showRejectionToast } from '../../admin/changes.tsx'
import { pagedQuery } from '../../admin/queries.ts'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { belongsTo, keys } from '../../platform/query-cache.ts'
import { useMutation } from '../../platform/use-query.ts'
import { showToast } from '../../ui/toast-store.ts'

export type OrderListQuery = InputOf<'GET /api/admin/orders'>
export type ListedOrder = ResponseOf<'GET /api/admin/orders'>[number]
export type AdminOrder = ResponseOf<'GET /api/admin/orders/:orderId'>
export type AdminPayment = NonNullable<AdminOrder['payment']>

export const ordersQuery = (api: Api, query: OrderListQuery) =>
  pagedQuery(api, keys.admin('orders', query), 'GET /api/admin/orders', query)

/** How many orders and returns wait for an admin. */
export const orderCountsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('order-counts'),
    queryFn: () => api.call('GET /api/admin/orders/counts'),
    staleTime: 0,
  })

export const orderQuery = (api: Api, orderId: string) =>
  queryOptions({
    queryKey: keys.admin('order', orderId),
    queryFn: () => api.call('GET /api/admin/orders/:orderId', { orderId }),
    staleTime: 0,
    retry: false,
  })

export const evidenceQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: keys.admin('evidence', id),
    queryFn: () => api.call('GET /api/admin/disputes/:id/evidence', { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

const ABOUT_ORDERS = [
  keys.admin('orders'),
  keys.admin('order'),
  keys.admin('order-counts'),
  keys.admin('returns'),
  keys.admin('evidence'),
  keys.admin('counts'),
  keys.admin('audit'),
  keys.admin('user'),
]

/**
 * Changes an order. If the server rejects the change, shows its message. A rejection also means that the page is
 * outdated, so orders are refetched either way.
 */
export function useOrderChange<I>(done: string, send: (api: Api, input: I) => Promise<unknown>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: () => showToast(done),
    onError: showRejectionToast,
    onSettled: () => queryClient.invalidateQueries({ predicate: belongsTo(...ABOUT_ORDERS) }),
  })
}

/** Ships several orders. The dialog shows the response, because some may fail. */
export function useShipOrders() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<'POST /api/admin/orders/ship'>) =>
      api.call('POST /api/admin/orders/ship', input),
    onSettled: () => queryClient.invalidateQueries({ predicate: belongsTo(...ABOUT_ORDERS) }),
  })
}
