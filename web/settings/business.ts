import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'

/** The lines that identify the business. */
export const businessQuery = (api: Api) =>
  queryOptions({ queryKey: [...keys.shop, 'business'], queryFn: () => api.call('GET /api/business') })
