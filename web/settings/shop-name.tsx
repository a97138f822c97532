import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from './queries.ts'

/** What the owner calls the shop. */
export function useShopName(): string {
  return useQuery(shopInfoQuery(useApi())).data?.name ?? 'Plinth'
}

export function ShopName() {
  return useShopName()
}
