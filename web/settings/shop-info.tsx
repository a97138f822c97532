import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Api, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-keys.ts'

export const shopInfoQuery = (api: Api) =>
  queryOptions({ queryKey: keys.shop, queryFn: () => api.call('GET /api/shop') })

/** Returns the shop's name. */
export function useShopName(): string {
  return useQuery(shopInfoQuery(useApi())).data?.name ?? 'Plinth'
}

export function ShopName() {
  return useShopName()
}
