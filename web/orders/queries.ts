import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { type Api, ApiError, type InputOf, type ResponseOf, reasonOf, useApi } from '../platform/api.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'
import { useMutation } from '../platform/use-query.ts'
import { showErrorToast, showToast } from '../ui/toast-store.ts'

export type Order = ResponseOf<'GET /api/orders'>[number]
export type TrackedOrder = ResponseOf<'GET /api/orders/track'>
/** The parts of an order that are visible to anyone who may see the order. */
export type OrderFacts = Omit<TrackedOrder, 'shipsTo'>
/** ID and email address of an order. Together they authorize everything its customer may do. */
export type Proof = InputOf<'POST /api/orders/:orderId/cancel'>

/** Orders change at any time, so each visit refetches them. */
export const ordersQuery = (api: Api) =>
  queryOptions({ queryKey: keys.orders, queryFn: () => api.call('GET /api/orders'), staleTime: 0 })

/** The requested order, or why it isn't shown, with the page's HTTP status. */
export type Tracked =
  | { order: TrackedOrder; problem: null; status: 200 }
  | { order: null; problem: string; status: number }

export const trackedQuery = (api: Api, proof: Proof) =>
  queryOptions({
    queryKey: keys.trackedOrder(proof.orderId, proof.email),
    queryFn: async (): Promise<Tracked> => {
      try {
        return { order: await api.call('GET /api/orders/track', proof), problem: null, status: 200 }
      } catch (error) {
        const rejection = error instanceof ApiError ? error : null
        const problem = rejection?.serverMessage ?? 'Failed to find order'
        return { order: null, problem, status: rejection?.status ?? 500 }
      }
    },
  })

/** Refetches everything that shows orders, after one has changed. */
export function useFreshOrders(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ predicate: belongsTo(keys.orders, keys.trackedOrder()) })
}

/** Cancels an order while it is processing. A rejection also means that the page is outdated. */
export function useCancelOrder() {
  const api = useApi()
  const refresh = useFreshOrders()
  return useMutation({
    mutationFn: (proof: Proof) => api.call('POST /api/orders/:orderId/cancel', proof),
    onSuccess: () =>
      showToast(t('Order cancelled'), t('We’re refunding your card and will email you the details.')),
    onError: (error) => {
      showErrorToast('Order not cancelled', reasonOf(error, 'Please try again.'))
    },
    onSettled: refresh,
  })
}

/** Requests an email with a link that adds the guest orders placed with the user's email address. */
export function useRequestGuestOrders() {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /api/auth/guest-orders-link'),
    onSuccess: ({ message }) => showToast(t('Email sent'), message),
    onError: (error) => showErrorToast('Email not sent', reasonOf(error, 'Please try again.')),
  })
}

/** Adds a guest order to the user's account, with the data from the tracking page. */
export function useClaimOrder() {
  const api = useApi()
  const refresh = useFreshOrders()
  return useMutation({
    mutationFn: (proof: Proof) => api.call('POST /api/orders/:orderId/claim', proof),
    onSuccess: () => showToast(t('Order added'), t('It’s now in your orders.')),
    onError: (error) => showErrorToast('Order not added', reasonOf(error, 'Please try again.')),
    onSettled: refresh,
  })
}
