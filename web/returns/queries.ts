import { useMutation } from '@tanstack/react-query'
import { useFreshOrders } from '../orders/queries.ts'
import { ApiError, type InputOf } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { showToast } from '../ui/toast-store.ts'

/** Asks to return something. A refusal says that what is shown is old, too. */
export function useRequestReturn() {
  const api = useApi()
  const refresh = useFreshOrders()
  return useMutation({
    mutationFn: (asked: InputOf<'POST /api/orders/:orderId/returns'>) =>
      api.call('POST /api/orders/:orderId/returns', asked),
    onSuccess: () => showToast('Return requested', 'We will email you a confirmation and what comes next.'),
    onError: (error) => {
      const reason = error instanceof ApiError ? error.serverMessage : null
      showToast('Return not requested', reason ?? 'Please try again.', { isDestructive: true })
    },
    onSettled: refresh,
  })
}
