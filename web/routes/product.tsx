import { ProductPage } from '../catalog/product-page.tsx'
import { productQuery, relatedProductsQuery } from '../catalog/queries.ts'
import { productShippingQuery, shippingDetailsQuery } from '../catalog/shipping-queries.ts'
import { missingVariant, variantQuery } from '../catalog/variant-choice.ts'
import { productAddress } from '../platform/paths.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { listReviewsQuery } from '../reviews/queries.ts'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: ProductPage,
    async loader({ params, parameters }) {
      const slugOrId = params.slugOrId ?? ''
      const query = productQuery(tools.api, slugOrId)
      const status = await prefetchAll(tools, [query])
      if (!tools.isServer) return null
      const product = tools.queryClient.getQueryData(query.queryKey)
      if (!product) return { status: product === null ? 404 : status }
      const isRenamed = product.slug && product.slug !== slugOrId && String(product.id) !== slugOrId
      if (isRenamed) return { redirect: productAddress(product), status: 301 }
      const missing = missingVariant(product, parameters)
      await prefetchAll(tools, [
        listReviewsQuery(tools.api, product.id),
        relatedProductsQuery(tools.api, product.categoryId),
        productShippingQuery(tools.api, product),
        shippingDetailsQuery(tools.api, product),
        ...(missing === null ? [] : [variantQuery(tools.api, product, missing)]),
      ])
      return { status }
    },
  }
}
