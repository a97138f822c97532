import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation } from '../../platform/use-query.ts'
import { shopInfoQuery } from '../../settings/shop-info.tsx'
import { showErrorToast, showToast } from '../../ui/toast-store.ts'

export type AdminPage = ResponseOf<'GET /api/admin/pages/:name'>
export type ListedPage = ResponseOf<'GET /api/admin/pages'>[number]

export const pagesQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('pages'),
    queryFn: () => api.call('GET /api/admin/pages'),
    staleTime: 0,
  })

/** Never from the cache, because the form needs the current version. */
export const pageQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: keys.admin('page', name),
    queryFn: () => api.call('GET /api/admin/pages/:name', { name }),
    staleTime: 0,
    gcTime: 0,
  })

export const versionsQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: keys.admin('page', name, 'versions'),
    queryFn: () => api.call('GET /api/admin/pages/:name/versions', { name }),
    staleTime: 0,
  })

export const versionQuery = (api: Api, name: string, version: number) =>
  queryOptions({
    queryKey: keys.admin('page', name, 'versions', version),
    queryFn: () => api.call('GET /api/admin/pages/:name/versions/:version', { name, version }),
  })

export const useSavePage = () =>
  usePageChange('Page saved', (api, input: InputOf<'PUT /api/admin/pages/:name'>) =>
    api.call('PUT /api/admin/pages/:name', input),
  )
export const useRestorePage = () =>
  usePageChange('Original text restored', (api, input: InputOf<'POST /api/admin/pages/:name/original'>) =>
    api.call('POST /api/admin/pages/:name/original', input),
  )
export const useDeletePage = () =>
  usePageChange('Page deleted', (api, input: InputOf<'DELETE /api/admin/pages/:name'>) =>
    api.call('DELETE /api/admin/pages/:name', input),
  )

/** Changes a page, and refetches what shows pages: the lists, the store's menus, and the page itself. */
function usePageChange<I, A>(done: string, send: (api: Api, input: I) => Promise<A>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: () => {
      showToast(done)
      return Promise.all([
        queryClient.invalidateQueries(shopInfoQuery(api)),
        queryClient.invalidateQueries({ queryKey: keys.page() }),
        queryClient.invalidateQueries({ queryKey: keys.admin() }),
      ])
    },
    onError: () => showErrorToast('Error', 'Failed to save the page. Please try again.'),
  })
}
