import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { forgetCheckout } from '../checkout/forget.ts'
import { type AnswerOf, type Api, ApiError, reasonOf, useApi } from '../platform/api.ts'
import { clearToken, readToken } from '../platform/auth-token.ts'
import { keys } from '../platform/query-keys.ts'
import { keepToastForReload } from '../ui/toast-store.ts'

export type User = NonNullable<AnswerOf<'GET /api/auth/user'>>

/** Who is signed in; null for a visitor. No token means signed out; a 401 clears it (spec section 4). */
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

/** `isChecking` until it is known who is here; the server never knows. */
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
    onSuccess: () => keepToastForReload('Logged out', 'You have been logged out successfully'),
    onError: (error) =>
      keepToastForReload('Logout issue', reasonOf(error, 'You are signed out on this device.')),
    onSettled: () => {
      clearToken()
      // The next person on this computer must not see the last one's address.
      forgetCheckout()
      window.location.assign(address())
    },
  })
}
