import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Assets } from './document.tsx'

/** The data that the browser continues from. It is part of the page. */
export type PageState = {
  assets: Assets
  /** The responses that the page was rendered from, by their keys. */
  queries: [key: QueryKey, data: unknown][]
  /** When the server rendered the page, in milliseconds since 1970. */
  madeAt: number
  /** The loader's data. */
  data: unknown
  hasFailed: boolean
}

/**
 * Fills the cache with the page's data, as old as the response. The response cache drops a page when its content changes,
 * so the data is as fresh as the response, regardless of clocks and of when it was rendered. A page from the browser's
 * own cache keeps its date.
 */
export function takeQueries(queryClient: QueryClient, { queries, madeAt }: PageState) {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const updatedAt = navigation?.transferSize
    ? Date.now() - (performance.now() - navigation.responseStart)
    : madeAt
  for (const [key, data] of queries) queryClient.setQueryData(key, data, { updatedAt })
}
