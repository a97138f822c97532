import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../platform/api.ts'

export const shopInfoQuery = (api: Api) =>
  queryOptions({ queryKey: ['shop'], queryFn: () => api.call('GET /api/shop') })
