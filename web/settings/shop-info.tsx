import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Api, type ResponseOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-keys.ts'

export const shopInfoQuery = (api: Api) =>
  queryOptions({ queryKey: keys.shop, queryFn: () => api.call('GET /api/shop') })

/** Returns whether shipping can cost something other than the first method of the first zone. */
export function hasSeveralRates({ zones = [] }: ResponseOf<'GET /api/shop'>): boolean {
  const deliveries = zones[0]?.methods.filter(({ kind }) => kind !== 'pickup') ?? []
  return zones.length > 1 || deliveries.length > 1
}

/** Returns the shop's name. */
export function useShopName(): string {
  return useQuery(shopInfoQuery(useApi())).data?.name ?? 'Plinth'
}

export function ShopName() {
  return useShopName()
}
