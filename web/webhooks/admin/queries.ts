import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { WebhookTopic } from '#contract/webhooks/rules.ts'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation } from '../../platform/use-query.ts'
import { showToast } from '../../ui/toast-store.ts'

export type Webhook = ResponseOf<'GET /api/admin/webhooks'>[number]
export type Delivery = ResponseOf<'GET /api/admin/webhook-deliveries'>[number]
export type DeliveryFilter = InputOf<'GET /api/admin/webhook-deliveries'>

/** Poll interval while deliveries are pending. */
const ASK_AGAIN_MS = 3000

export const webhooksQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('webhooks', 'list'),
    queryFn: () => api.call('GET /api/admin/webhooks'),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) ? ASK_AGAIN_MS : false),
  })

export const deliveriesQuery = (api: Api, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: keys.admin('webhooks', 'deliveries', filter),
    queryFn: () => api.callPaged('GET /api/admin/webhook-deliveries', filter),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'waiting') ? ASK_AGAIN_MS : false,
  })

export const deliveryQuery = (api: Api, id: number, version: string) =>
  queryOptions({
    queryKey: keys.admin('webhooks', 'delivery', id, version),
    queryFn: () => api.call('GET /api/admin/webhook-deliveries/:id', { id }),
    staleTime: 0,
  })

/** Refetches everything about webhooks. */
const refetchWebhooks = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: keys.admin('webhooks') })

/** Changes webhooks, then refetches everything about them. */
export function useWebhookChange<I, A>(
  send: (api: Api, input: I) => Promise<A>,
  title: string,
  onDone?: (response: A) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: (response) => {
      showToast(title)
      onDone?.(response)
      return refetchWebhooks(queryClient)
    },
  })
}

export const TOPIC_LABELS: Record<WebhookTopic | 'test', string> = {
  'order.placed': 'Order placed',
  'order.paid': 'Order paid',
  'order.shipped': 'Order shipped',
  'order.refunded': 'Order refunded',
  'product.changed': 'Product changed',
  test: 'Test',
}

export const STATE_LABELS = { waiting: 'Pending', delivered: 'Delivered', failed: 'Failed' } as const
