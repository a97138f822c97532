import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../platform/api.ts'

export const mailQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'mail'],
    queryFn: () => api.call('GET /api/admin/mail'),
    staleTime: 0,
  })

export const paymentProviderQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'payment-provider'],
    queryFn: () => api.call('GET /api/admin/payment-provider'),
    staleTime: 0,
  })
