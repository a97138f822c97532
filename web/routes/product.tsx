import { data, redirect } from 'react-router'
import { ProductPage } from '../catalog/product-page.tsx'
import { productQuery } from '../catalog/queries.ts'
import { productAddress } from '../platform/addresses.ts'
import { prefetchAll } from './prefetch.ts'
import type { LoadedRoute, RouteTools } from './routes.tsx'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: ProductPage,
    async loader({ params }) {
      const slugOrId = params.slugOrId ?? ''
      const query = productQuery(tools.api, slugOrId)
      const status = await prefetchAll(tools, [query])
      if (!tools.isServer) return null
      const product = tools.queryClient.getQueryData(query.queryKey)
      if (product === null) return data(null, { status: 404 })
      const isRenamed = product?.slug && product.slug !== slugOrId && String(product.id) !== slugOrId
      return isRenamed ? redirect(productAddress(product), 301) : data(null, { status })
    },
  }
}
