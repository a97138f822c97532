import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { Shop } from '../../web/layout/shop.tsx'
import {
  type ApiCall,
  ApiProvider,
  type ApiResponse,
  createApi,
  type Transport,
} from '../../web/platform/api.ts'
import { readToken } from '../../web/platform/auth-token.ts'
import { createQueryClient } from '../../web/platform/query-cache.ts'
import { openPage as openShopPage } from '../../web/platform/router/open-page.ts'
import { createRouter } from '../../web/platform/router/router.ts'
import { RouterProvider } from '../../web/platform/router/router-provider.tsx'
import { prefetchShared } from '../../web/routes/prefetch.ts'
import { matchPage } from '../../web/routes/routes.tsx'
import { shopInfoQuery } from '../../web/settings/shop-info.tsx'
import { createMemoryHistory } from './memory-history.ts'
import type { Visitor } from './visitor.ts'

/** Opens a URL as a visitor, or as the user whose token is in local storage. */
export function openPageOf(visitor: Visitor, address: string) {
  return openPage((call) => {
    visitor.token = readToken()
    return visitor.transport(call)
  }, address)
}

/**
 * Opens a URL of the shop as a browser would. `transport` sends its API calls to the server. The shop's settings arrive
 * first, because a rendered page contains them. Otherwise, amounts would have no currency at first on a busy machine.
 */
export function openPage(transport: Transport, address: string) {
  const api = createApi(async (call) => {
    if (call.url !== '/api/shop') await settings
    return transport(call)
  })
  const queryClient = createQueryClient()
  const settings = queryClient.prefetchQuery(shopInfoQuery(api))
  const tools = { api, queryClient, isServer: false }
  void prefetchShared(tools)
  const router = createRouter(
    createMemoryHistory(address),
    (location) => openShopPage(matchPage(location.pathname), tools, location),
    null,
  )
  const view = render(
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router}>
          <Shop />
        </RouterProvider>
      </QueryClientProvider>
    </ApiProvider>,
  )
  /** Returns the current path and query. */
  const addressNow = () => `${router.state().location.pathname}${router.state().location.search}`
  return { ...view, router, queryClient, addressNow }
}

/** Returns a visitor's transport on which the calls selected by `breaks` fail, with 500 unless `response` overrides it. */
export function failing(
  visitor: Visitor,
  breaks: (call: ApiCall) => boolean,
  response: Partial<ApiResponse> = {},
): Transport {
  return async (call) =>
    breaks(call)
      ? { status: 500, statusText: 'Internal Server Error', headers: {}, text: '', ...response }
      : visitor.transport(call)
}
