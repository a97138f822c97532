import { useMutation } from '@tanstack/react-query'
import { forgetCheckout } from '../checkout/forget.ts'
import { reasonOf } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { clearToken } from '../platform/auth-token.ts'
import { keepToastForReload } from '../ui/toast-store.ts'

/** Signs out, also when the server fails; then the page is loaded anew, at `address` (spec section 4). */
export function useLogout(address: () => string = () => window.location.href) {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /api/auth/logout'),
    onSuccess: () => keepToastForReload('Logged out', 'You have been logged out successfully'),
    onError: (error) =>
      keepToastForReload('Logout issue', reasonOf(error, 'You are signed out on this device.')),
    onSettled: () => {
      clearToken()
      // Whoever comes next to this machine must not see where the last one lives.
      forgetCheckout()
      window.location.assign(address())
    },
  })
}
