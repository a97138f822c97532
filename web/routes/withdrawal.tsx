import { trackedQuery } from '../orders/queries.ts'
import { useApi } from '../platform/api.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { useQuery } from '../platform/use-query.ts'
import { readStatement, WithdrawalPage } from '../returns/withdrawal-page.tsx'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { loadNotFound, NotFoundPage } from './not-found.tsx'
import type { RouteTools } from './prefetch.ts'

/** /withdrawal exists only in shops that ship to the EU. */
export function route(tools: RouteTools): LoadedRoute {
  const { api, queryClient } = tools
  return {
    Component: EuPage,
    async loader() {
      const { shipsToEu } = await queryClient.fetchQuery(shopInfoQuery(api))
      if (!shipsToEu) return loadNotFound(tools)
      const statement = readStatement(queryClient)
      const tracked = statement && (await queryClient.fetchQuery(trackedQuery(api, statement)))
      return { status: tracked?.status ?? 200 }
    },
  }
}

function EuPage() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return shop?.shipsToEu ? <WithdrawalPage /> : <NotFoundPage />
}
