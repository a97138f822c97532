import { trackedQuery } from '../orders/queries.ts'
import { useApi } from '../platform/api.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { useQuery } from '../platform/use-query.ts'
import { readWithdrawal, WithdrawalPage } from '../returns/withdrawal-page.tsx'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { loadNotFound, NotFoundPage } from './not-found.tsx'
import type { RouteTools } from './prefetch.ts'

/** /withdrawal exists only in shops that ship to the EU. */
export function route(tools: RouteTools): LoadedRoute {
  const { api, queryClient } = tools
  return {
    Component: EuPage,
    async loader({ parameters }) {
      const { shipsToEu } = await queryClient.fetchQuery(shopInfoQuery(api))
      if (!shipsToEu) return loadNotFound(tools)
      const { proof } = readWithdrawal(parameters)
      const tracked = proof && (await queryClient.fetchQuery(trackedQuery(api, proof)))
      // The page must not be cached, because the order is private.
      return { status: tracked?.status ?? 200, headers: { 'cache-control': 'no-store' } }
    },
  }
}

function EuPage() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return shop?.shipsToEu ? <WithdrawalPage /> : <NotFoundPage />
}
