import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AnswerOf, type Api, ApiError, type InputOf, reasonOf, useApi } from '../platform/api.ts'
import { belongsTo, keys } from '../platform/query-keys.ts'
import { showToast } from '../ui/toast-store.ts'

export type Order = AnswerOf<'GET /api/orders'>[number]
export type TrackedOrder = AnswerOf<'GET /api/orders/track'>
/** What an order shows to whoever may see it at all. */
export type OrderFacts = Omit<TrackedOrder, 'shipsTo'>
/** Id and e-mail address of an order: whoever knows both may do what its buyer may. */
export type Proof = InputOf<'POST /api/orders/:orderId/cancel'>

/** Orders move on while nobody looks: each visit asks again. */
export const ordersQuery = (api: Api) =>
  queryOptions({ queryKey: keys.orders, queryFn: () => api.call('GET /api/orders'), staleTime: 0 })

/** The order that was asked for, or why it is not shown, with the status of the page. */
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
        const refusal = error instanceof ApiError ? error : null
        const problem = refusal?.serverMessage ?? 'Failed to find order'
        return { order: null, problem, status: refusal?.status ?? 500 }
      }
    },
  })

/** After something has happened to an order: all that shows it asks again. */
export function useFreshOrders(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ predicate: belongsTo(keys.orders, keys.trackedOrder()) })
}

/** Cancels an order while it is processing. A refusal says that what is shown is old, too. */
export function useCancelOrder() {
  const api = useApi()
  const refresh = useFreshOrders()
  return useMutation({
    mutationFn: (proof: Proof) => api.call('POST /api/orders/:orderId/cancel', proof),
    onSuccess: () =>
      showToast('Order cancelled', 'Your money goes back to your card. We will email you the details.'),
    onError: (error) => {
      showToast('Order not cancelled', reasonOf(error, 'Please try again.'), { isDestructive: true })
    },
    onSettled: refresh,
  })
}

/** Has a link mailed that adds the guest orders of one's own address. */
export function useRequestGuestOrders() {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /api/auth/guest-orders-link'),
    onSuccess: ({ message }) => showToast('Email sent', message),
    onError: (error) =>
      showToast('Email not sent', reasonOf(error, 'Please try again.'), { isDestructive: true }),
  })
}

/** Adds a guest order to one's own account, by what the tracking page knows. */
export function useClaimOrder() {
  const api = useApi()
  const refresh = useFreshOrders()
  return useMutation({
    mutationFn: (proof: Proof) => api.call('POST /api/orders/:orderId/claim', proof),
    onSuccess: () => showToast('Order added', 'You find it among your orders now.'),
    onError: (error) =>
      showToast('Order not added', reasonOf(error, 'Please try again.'), { isDestructive: true }),
    onSettled: refresh,
  })
}
