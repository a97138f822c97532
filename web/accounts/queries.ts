import { queryOptions } from '@tanstack/react-query'
import { clearCheckout } from '../checkout/clear-checkout.ts'
import { type Api, ApiError, type ResponseOf, reasonOf, useApi } from '../platform/api.ts'
import { clearToken, readToken } from '../platform/auth-token.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { saveToastForReload } from '../ui/toast-store.ts'

export type User = NonNullable<ResponseOf<'GET /api/auth/user'>>

/**
 * The signed-in user, or null for a visitor. Without a token the user is signed out; a 401 clears the token (spec
 * section 4).
 */
export const userQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.user,
    queryFn: async (): Promise<User | null> => {
      if (!readToken()) return null
      try {
        return await api.call('GET /api/auth/user')
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        clearToken()
        return null
      }
    },
  })

/** Returns the user. `isChecking` is true until the user is known, which is never the case on the server. */
export function useUser(): { user: User | null; isChecking: boolean } {
  const { data, isPending } = useQuery(userQuery(useApi()))
  return { user: data ?? null, isChecking: isPending }
}

export const sessionsQuery = (api: Api) =>
  queryOptions({ queryKey: keys.sessions, queryFn: () => api.call('GET /api/auth/sessions') })

/** Signs out, even if the server fails, then reloads the page at `address` (spec section 4). */
export function useLogout(address: () => string = () => window.location.href) {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /api/auth/logout'),
    onSuccess: () => saveToastForReload('Logged out', 'You have been logged out successfully'),
    onError: (error) =>
      saveToastForReload('Logout issue', reasonOf(error, 'You’re signed out on this device.')),
    onSettled: () => {
      clearToken()
      // The next person on this computer must not see the previous user's address.
      clearCheckout()
      window.location.assign(address())
    },
  })
}
