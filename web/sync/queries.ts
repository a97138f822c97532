import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../platform/api.ts'

export type SyncRun = AnswerOf<'GET /api/admin/sync-runs'>[number]
export type SyncConnection = AnswerOf<'GET /api/admin/sync-connection'>

/** How many of the last runs the card shows. */
const SHOWN = 5
const WEBHOOKS_LOOK_EVERY_MS = 2000

export const runsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'sync-runs'],
    queryFn: () => api.callPaged('GET /api/admin/sync-runs', { pageSize: SHOWN }),
    staleTime: 0,
  })

export const changesQuery = (api: Api, id: number, page: number) =>
  queryOptions({
    queryKey: ['admin', 'sync-changes', id, page],
    queryFn: () => api.callPaged('GET /api/admin/sync-runs/:id/changes', { id, page }),
  })

export const connectionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'sync-connection'],
    queryFn: () => api.call('GET /api/admin/sync-connection'),
    staleTime: 0,
    // After a connection was entered, a job asks the platform for webhooks.
    refetchInterval: ({ state: { data } }) =>
      data?.source === 'entered' && data.webhooks === null ? WEBHOOKS_LOOK_EVERY_MS : false,
  })

export const conflictsQuery = (api: Api, state: 'open' | 'kept') =>
  queryOptions({
    queryKey: ['admin', 'sync-conflicts', state],
    queryFn: () => api.callPaged('GET /api/admin/sync-conflicts', { state }),
    staleTime: 0,
  })

export const stockJournalQuery = (api: Api, show: 'open' | 'all') =>
  queryOptions({
    queryKey: ['admin', 'stock-journal', show],
    queryFn: () => api.callPaged('GET /api/admin/stock-journal', { show, pageSize: 20 }),
    staleTime: 0,
  })

export const ownersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'sync-owners'],
    queryFn: () => api.call('GET /api/admin/sync-owners'),
    staleTime: 0,
  })
