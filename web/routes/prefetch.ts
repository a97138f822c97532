import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { listCategoriesQuery } from '../catalog/queries.ts'
import { type Api, ApiError } from '../platform/api.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'

/** Dependencies of the route loaders. */
export type RouteTools = { api: Api; queryClient: QueryClient; isServer: boolean }

/**
 * Prefetches a page's data. The server waits for it; the browser doesn't, so the page's skeleton shows immediately.
 * @returns the status of the page: 200, or the status of the first failed query
 */
export async function prefetchAll({ queryClient, isServer }: RouteTools, queries: Query[]): Promise<number> {
  const prefetching = Promise.all(
    queries.map((query) => queryClient.prefetchQuery(query as FetchQueryOptions)),
  )
  if (!isServer) return 200
  await prefetching
  for (const { queryKey } of queries) {
    const error = queryClient.getQueryState(queryKey)?.error
    if (error) return statusOf(error)
  }
  return 200
}

/** Returns the status of a rejected response, even if a query threw its own error. */
function statusOf(error: Error): number {
  if (error instanceof ApiError) return error.status
  return error.cause instanceof Error ? statusOf(error.cause) : 500
}

/** A query of any shape, because only its key matters here. */
type Query = { queryKey: QueryKey; queryFn?: unknown }

/** Prefetches what every page needs: the shop's name and mode, and the categories of the menu. */
export function prefetchShared(tools: RouteTools): Promise<number> {
  return prefetchAll(tools, [shopInfoQuery(tools.api), listCategoriesQuery(tools.api)])
}
