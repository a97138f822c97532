import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { refetchCatalog } from '../../admin/queries.ts'
import { type Api, ApiError, type ResponseOf, useApi } from '../../platform/api.ts'
import { callForEvents } from '../../platform/api-stream.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { showErrorToast, showToast } from '../../ui/toast-store.ts'

export type SyncRun = ResponseOf<'GET /api/admin/sync-runs'>[number]
export type SyncConnection = ResponseOf<'GET /api/admin/sync-connection'>

/** Number of recent runs on the card. */
const SHOWN = 5
const WEBHOOKS_LOOK_EVERY_MS = 2000

export const runsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('sync-runs'),
    queryFn: () => api.callPaged('GET /api/admin/sync-runs', { pageSize: SHOWN }),
    staleTime: 0,
  })

export const changesQuery = (api: Api, id: number, page: number) =>
  queryOptions({
    queryKey: keys.admin('sync-changes', id, page),
    queryFn: () => api.callPaged('GET /api/admin/sync-runs/:id/changes', { id, page }),
  })

export const connectionQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('sync-connection'),
    queryFn: () => api.call('GET /api/admin/sync-connection'),
    staleTime: 0,
    // After a connection is saved, a job registers webhooks.
    refetchInterval: ({ state: { data } }) =>
      data?.source === 'entered' && data.webhooks === null ? WEBHOOKS_LOOK_EVERY_MS : false,
  })

export const conflictsQuery = (api: Api, state: 'open' | 'kept') =>
  queryOptions({
    queryKey: keys.admin('sync-conflicts', state),
    queryFn: () => api.callPaged('GET /api/admin/sync-conflicts', { state }),
    staleTime: 0,
  })

export const stockJournalQuery = (api: Api, show: 'open' | 'all') =>
  queryOptions({
    queryKey: keys.admin('stock-journal', show),
    queryFn: () => api.callPaged('GET /api/admin/stock-journal', { show, pageSize: 20 }),
    staleTime: 0,
  })

export const ownersQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('sync-owners'),
    queryFn: () => api.call('GET /api/admin/sync-owners'),
    staleTime: 0,
  })

/** Interval of refetching the list until it contains the run that was started. */
const LOOK_EVERY_MS = 500

/** The recent runs, the progress of the active one, and functions that start a run. */
export function useSync() {
  const api = useApi()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: runsQuery(api).queryKey })
  const all = useMutation({
    mutationFn: () => api.call('GET /api/sync-all'),
    onSuccess: ({ success, message }) => {
      if (success) showToast(SYNC_MESSAGES.successful, message)
      else sayFailed(message)
    },
    onError: (error) => sayFailed(error instanceof ApiError ? error.serverMessage : null),
    onSettled: () => Promise.all([refresh(), refetchCatalog(queryClient)]),
  })
  const changed = useMutation({
    mutationFn: async () => {
      const begun = await api.call('POST /api/admin/sync-runs', { kind: 'incremental' })
      await refresh()
      let last: SyncRun = begun
      await callForEvents(api, 'GET /api/admin/sync-runs/:id/events', { id: begun.id }, (run) => {
        last = run
      })
      return last
    },
    onSuccess: ({ state, message }) => {
      if (state === 'done') showToast(SYNC_MESSAGES.successful, message ?? undefined)
      else sayFailed(message)
    },
    onError: (error) => sayFailed(error instanceof ApiError ? error.serverMessage : null),
    onSettled: () => Promise.all([refresh(), refetchCatalog(queryClient)]),
  })
  const runs = useQuery({
    ...runsQuery(api),
    refetchInterval: ({ state }) => (all.isPending && !running(state.data?.items) ? LOOK_EVERY_MS : false),
  })
  const current = running(runs.data?.items) ?? null
  useFollow(current?.id ?? null)
  return {
    runs,
    current,
    isRunning: all.isPending || changed.isPending || current !== null,
    syncAll: () => all.mutate(),
    syncChanged: () => changed.mutate(),
  }
}

const running = (runs: SyncRun[] | undefined) => runs?.find(({ state }) => state === 'running')

/** Follows the progress of a run and updates the list as long as the card is mounted. */
function useFollow(id: number | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (id === null) return
    const left = new AbortController()
    const onRun = (run: SyncRun) => {
      if (left.signal.aborted) return
      queryClient.setQueryData(
        runsQuery(api).queryKey,
        (list) => list && { ...list, items: list.items.map((one) => (one.id === run.id ? run : one)) },
      )
      if (run.state !== 'running') void refetchCatalog(queryClient)
    }
    callForEvents(api, 'GET /api/admin/sync-runs/:id/events', { id }, onRun, left.signal)
      // The connection was lost; the list has the run's result.
      .catch(() => (left.signal.aborted ? undefined : queryClient.invalidateQueries(runsQuery(api))))
    return () => left.abort()
  }, [api, queryClient, id])
}

/** Shows the toast of spec section 8. */
function sayFailed(message: string | null) {
  showErrorToast(SYNC_MESSAGES.failed, message || SYNC_MESSAGES.fallback)
}
