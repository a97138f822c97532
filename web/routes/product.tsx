import { data, redirect } from 'react-router'
import { ProductPage } from '../catalog/product-page.tsx'
import { productQuery, relatedProductsQuery } from '../catalog/queries.ts'
import { productShippingQuery, shippingDetailsQuery } from '../catalog/shipping-queries.ts'
import { missingVariant, variantQuery } from '../catalog/variant-choice.ts'
import { productAddress } from '../platform/paths.ts'
import { listReviewsQuery } from '../reviews/queries.ts'
import { type LoadedRoute, prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: ProductPage,
    async loader({ params, request }) {
      const slugOrId = params.slugOrId ?? ''
      const query = productQuery(tools.api, slugOrId)
      const status = await prefetchAll(tools, [query])
      if (!tools.isServer) return null
      const product = tools.queryClient.getQueryData(query.queryKey)
      if (!product) return data(null, { status: product === null ? 404 : status })
      const isRenamed = product.slug && product.slug !== slugOrId && String(product.id) !== slugOrId
      if (isRenamed) return redirect(productAddress(product), 301)
      const missing = missingVariant(product, new URL(request.url).searchParams)
      await prefetchAll(tools, [
        listReviewsQuery(tools.api, product.id),
        relatedProductsQuery(tools.api, product.categoryId),
        productShippingQuery(tools.api, product),
        shippingDetailsQuery(tools.api, product),
        ...(missing === null ? [] : [variantQuery(tools.api, product, missing)]),
      ])
      return data(null, { status })
    },
  }
}
