import { BackInStockPage, ConfirmPage, UnsubscribePage } from '../back-in-stock/back-in-stock-pages.tsx'
import { productQuery } from '../catalog/queries.ts'
import { type LoadedRoute, prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: BackInStockPage,
    async loader({ request }) {
      const product = new URL(request.url).searchParams.get('product')
      if (product) await prefetchAll(tools, [productQuery(tools.api, product)])
      return null
    },
  }
}

export const confirm = (): LoadedRoute => ({ Component: ConfirmPage })
export const unsubscribe = (): LoadedRoute => ({ Component: UnsubscribePage })
