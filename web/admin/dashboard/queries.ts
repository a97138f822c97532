import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../platform/api.ts'

export type Dashboard = AnswerOf<'GET /api/admin/dashboard'>

/** While another period is asked for, the last one stays. */
export const dashboardQuery = (api: Api, days: number) =>
  queryOptions({
    queryKey: ['admin', 'dashboard', days],
    queryFn: () => api.call('GET /api/admin/dashboard', { days }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
