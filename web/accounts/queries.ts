import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf, type Api, ApiError } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { clearToken, readToken } from '../platform/auth-token.ts'

export type User = NonNullable<AnswerOf<'GET /api/auth/user'>>

/** Who is signed in; null for a visitor. No token means signed out; a 401 clears it (spec section 4). */
export const userQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/auth/user'],
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
  queryOptions({ queryKey: ['sessions'], queryFn: () => api.call('GET /api/auth/sessions') })
