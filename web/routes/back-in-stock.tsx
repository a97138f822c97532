import { BackInStockPage, ConfirmPage, UnsubscribePage } from '../back-in-stock/back-in-stock-pages.tsx'
import { productQuery } from '../catalog/queries.ts'
import { missingVariant, variantQuery } from '../catalog/variant-choice.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: BackInStockPage,
    async loader({ parameters }) {
      const query = productQuery(tools.api, parameters.get('product') ?? '')
      if (!parameters.get('product')) return null
      await prefetchAll(tools, [query])
      const product = tools.isServer && tools.queryClient.getQueryData(query.queryKey)
      const missing = product ? missingVariant(product, parameters) : null
      if (product && missing !== null) await prefetchAll(tools, [variantQuery(tools.api, product, missing)])
      return null
    },
  }
}

export const confirm = (): LoadedRoute => ({ Component: ConfirmPage })
export const unsubscribe = (): LoadedRoute => ({ Component: UnsubscribePage })
