import { filtersFromUrl } from '../catalog/filters.ts'
import { HomePage } from '../catalog/home-page.tsx'
import { featuredProductsQuery, listFactsQuery, listProductsQuery } from '../catalog/queries.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: HomePage,
    async loader({ parameters }) {
      const filters = filtersFromUrl(parameters)
      const status = await prefetchAll(tools, [
        featuredProductsQuery(tools.api),
        listProductsQuery(tools.api, filters),
        listFactsQuery(tools.api, filters),
      ])
      return { status }
    },
  }
}
