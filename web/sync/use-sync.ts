import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { forgetCatalogue } from '../admin/queries.ts'
import { ApiError } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { callForEvents } from '../platform/api-lines.ts'
import { showToast } from '../ui/toast-store.ts'
import { runsQuery, type SyncRun } from './queries.ts'

/** Until the run that was asked for stands in the list, it is looked for so often. */
const LOOK_EVERY_MS = 500

/** The runs so far, the one that runs as far as it is, and ways to begin one. */
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
    onSettled: () => Promise.all([refresh(), forgetCatalogue(queryClient)]),
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
    onSettled: () => Promise.all([refresh(), forgetCatalogue(queryClient)]),
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

/** Hears how far a run is and puts it into the list, for as long as the card is there. */
function useFollow(id: number | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (id === null) return
    const left = new AbortController()
    const hear = (run: SyncRun) => {
      if (left.signal.aborted) return
      queryClient.setQueryData(
        runsQuery(api).queryKey,
        (list) => list && { ...list, items: list.items.map((one) => (one.id === run.id ? run : one)) },
      )
      if (run.state !== 'running') void forgetCatalogue(queryClient)
    }
    callForEvents(api, 'GET /api/admin/sync-runs/:id/events', { id }, hear, left.signal)
      // The way to the shop broke off: the list says what became of the run.
      .catch(() => (left.signal.aborted ? undefined : queryClient.invalidateQueries(runsQuery(api))))
    return () => left.abort()
  }, [api, queryClient, id])
}

/** Spec section 8. */
function sayFailed(message: string | null) {
  showToast(SYNC_MESSAGES.failed, message || SYNC_MESSAGES.fallback, { isDestructive: true })
}
