import { CartPage } from '../cart/cart-page.tsx'
import { cartQuery } from '../cart/queries.ts'
import { quoteQuery } from '../cart/quote.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: CartPage,
    async loader() {
      if (tools.isServer) await prefetchAll(tools, [cartQuery(tools.api), quoteQuery(tools.api, {})])
      return null
    },
  }
}
