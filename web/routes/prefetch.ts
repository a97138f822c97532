import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { type Api, ApiError } from '../platform/api.ts'

/** What the file of an address gives, once it is loaded. */
export type LoadedRoute = Pick<RouteObject, 'Component' | 'loader'>

/** What the loaders of the addresses work with. */
export type RouteTools = { api: Api; queryClient: QueryClient; isServer: boolean }

/**
 * Asks for what a page shows. The server waits for it; the browser does not, so that the page's skeleton shows at once.
 * @returns the status of the page: 200, or that of the first query that failed
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

/** Of an answer that was refused, also where a query says it in its own words. */
function statusOf(error: Error): number {
  if (error instanceof ApiError) return error.status
  return error.cause instanceof Error ? statusOf(error.cause) : 500
}

/** Queries of any shape in one list; only their key matters here. */
type Query = { queryKey: QueryKey; queryFn?: unknown }
