import { data } from 'react-router'
import { filtersFromUrl } from '../catalog/filters.ts'
import { HomePage } from '../catalog/home-page.tsx'
import { featuredProductsQuery, listProductsQuery } from '../catalog/queries.ts'
import { type LoadedRoute, prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: HomePage,
    async loader({ request }) {
      const filters = filtersFromUrl(new URL(request.url).searchParams)
      const status = await prefetchAll(tools, [
        featuredProductsQuery(tools.api),
        listProductsQuery(tools.api, filters),
      ])
      return data(null, { status })
    },
  }
}
