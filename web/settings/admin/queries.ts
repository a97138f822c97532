import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetCatalogue } from '../../admin/queries.ts'
import type { Api, InputOf } from '../../platform/api.ts'
import { useApi } from '../../platform/api-context.ts'
import { showToast } from '../../ui/toast-store.ts'
import { shopInfoQuery } from '../queries.ts'

/** Never from the cache: the form must begin with the version that is there. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: () => api.call('GET /api/admin/settings'),
    staleTime: 0,
    gcTime: 0,
  })

/** What every page shows of the settings is asked for again. */
export function useChangeSettings() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<'PATCH /api/admin/settings'>) => api.call('PATCH /api/admin/settings', input),
    onSuccess: async () => {
      showToast('Settings saved')
      await Promise.all([
        queryClient.invalidateQueries(shopInfoQuery(api)),
        queryClient.invalidateQueries({ queryKey: ['admin'] }),
        forgetCatalogue(queryClient),
      ])
    },
    onError: () =>
      showToast('Error', 'Failed to save the settings. Please try again.', { isDestructive: true }),
  })
}
