import { trackedQuery } from '../orders/queries.ts'
import { readTracking, TrackingPage } from '../orders/tracking-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import type { RouteTools } from './prefetch.ts'

export function route({ api, queryClient, isServer }: RouteTools): LoadedRoute {
  return {
    Component: TrackingPage,
    async loader({ parameters }) {
      const { proof, isAsked } = readTracking(parameters)
      if (!isServer || !isAsked) return null
      const tracked = proof && (await queryClient.fetchQuery(trackedQuery(api, proof)))
      // The page must not be cached, because the order is private.
      return { status: tracked?.status ?? 400, headers: { 'cache-control': 'no-store' } }
    },
  }
}
