import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Api, type InputOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation } from '../platform/use-query.ts'
import { showToast } from '../ui/toast-store.ts'
import { makePasskey } from './passkey.ts'
import { type ProofInput, proofFrom, type Safety } from './proof-dialog.tsx'
import { sessionsQuery, userQuery } from './queries.ts'

export const safetyQuery = (api: Api) =>
  queryOptions({ queryKey: keys.safety, queryFn: () => api.call('GET /api/auth/safety') })

export function useAddPasskey() {
  return useSafetyChange(async (api, { name, password }: { name: string; password?: string }) => {
    const options = await api.call('POST /api/auth/passkeys/begin', { password })
    const credential = await makePasskey(options)
    return api.call('POST /api/auth/passkeys', { name: name.trim() || undefined, credential })
  }, 'Passkey added')
}

export function useRenamePasskey() {
  return useSafetyChange(
    (api, input: InputOf<'PATCH /api/auth/passkeys/:id'>) => api.call('PATCH /api/auth/passkeys/:id', input),
    'Passkey renamed',
  )
}

export function useRemovePasskey() {
  return useSafetyChange(
    (api, input: InputOf<'POST /api/auth/passkeys/:id/remove'>) =>
      api.call('POST /api/auth/passkeys/:id/remove', input),
    'Passkey removed',
  )
}

export function useRemoveGoogle() {
  return useSafetyChange(
    async (api, proof: ProofInput) => api.call('POST /api/auth/google/remove', await proofFrom(api, proof)),
    'Google sign-in removed',
  )
}

export function useEndSecondFactor() {
  return useSafetyChange(async (api, input: InputOf<'POST /api/auth/second-factor/off'>) => {
    await api.call('POST /api/auth/second-factor/off', input)
    return api.call('GET /api/auth/safety')
  }, 'Authenticator app turned off')
}

/** Sets up an authenticator app in two steps. The last one updates the cached account. */
export function useSetUpSecondFactor() {
  const api = useApi()
  const queryClient = useQueryClient()
  const begin = useMutation({
    mutationFn: (input: InputOf<'POST /api/auth/second-factor'>) =>
      api.call('POST /api/auth/second-factor', input),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => api.call('POST /api/auth/second-factor/confirm', { code }),
    onSuccess: () =>
      Promise.all(
        [safetyQuery(api), sessionsQuery(api), userQuery(api)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return { begin, confirm }
}

/** Changes account security. The dialog shows a rejection. */
function useSafetyChange<I>(change: (api: Api, input: I) => Promise<Safety>, done: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => change(api, input),
    onSuccess: (safety) => {
      queryClient.setQueryData(safetyQuery(api).queryKey, safety)
      showToast(done)
      // The account may have a second factor that the shop requires, or no longer.
      return queryClient.invalidateQueries(userQuery(api))
    },
  })
}
