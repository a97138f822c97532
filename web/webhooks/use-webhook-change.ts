import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { showToast } from '../ui/toast-store.ts'
import { forgetWebhooks } from './queries.ts'

/** A change of webhooks, after which everything about them is asked for again. */
export function useWebhookChange<I, A>(
  ask: (api: Api, input: I) => Promise<A>,
  title: string,
  onDone?: (answer: A) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => ask(api, input),
    onSuccess: (answer) => {
      showToast(title)
      onDone?.(answer)
      return forgetWebhooks(queryClient)
    },
  })
}
