import { ORDER_PREFIX } from '#contract/orders/rules.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'

/** Returns the placeholder of a field for an order ID. */
export function useOrderIdExample(): string {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return `${shop?.orderPrefix ?? ORDER_PREFIX}-XXXX-XXXX`
}
