import { queryOptions } from '@tanstack/react-query'
import type { Product } from '#contract/catalog/api.ts'
import type { Api } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { SERVER_ONLY } from '../platform/server-only.ts'

/** The shipping cost of a product. @param place omitted for the shop's country */
export const productShippingQuery = (
  api: Api,
  { id, slug }: Pick<Product, 'id' | 'slug'>,
  place?: { country: string; state: string; zipCode: string },
) =>
  queryOptions({
    queryKey: [...keys.product(), id, ...(place ? [place] : [])],
    queryFn: () =>
      api.call('GET /api/products/:slugOrId/shipping', { slugOrId: slug ?? String(id), ...place }),
  })

/** Structured data for crawlers, so browsers don't get it. */
export const shippingDetailsQuery = (api: Api, { id, slug }: Pick<Product, 'id' | 'slug'>) =>
  queryOptions({
    queryKey: [...keys.shop, 'shipping-details', id],
    queryFn: () => api.call('GET /api/products/:slugOrId/shipping-details', { slugOrId: slug ?? String(id) }),
    enabled: import.meta.env.SSR,
    meta: SERVER_ONLY,
  })
