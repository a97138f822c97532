import { data } from 'react-router'
import { trackedQuery } from '../orders/queries.ts'
import { readTracking, TrackingPage } from '../orders/tracking-page.tsx'
import type { LoadedRoute, RouteTools } from './prefetch.ts'

export function route({ api, queryClient, isServer }: RouteTools): LoadedRoute {
  return {
    Component: TrackingPage,
    async loader({ request }) {
      const { proof, isAsked } = readTracking(new URL(request.url).searchParams)
      if (!isServer || !isAsked) return null
      const tracked = proof && (await queryClient.fetchQuery(trackedQuery(api, proof)))
      // The page must not be cached, because the order is private.
      return data(null, { status: tracked?.status ?? 400, headers: { 'cache-control': 'no-store' } })
    },
  }
}
