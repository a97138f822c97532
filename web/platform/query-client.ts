import { QueryClient } from '@tanstack/react-query'

/** Never stale, no retries, no refetch on focus or interval (spec section 7), unless a query overrides it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  })
}
