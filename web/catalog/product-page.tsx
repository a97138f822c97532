import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useApi } from '../platform/api-context.ts'
import { ProductDetails } from './product-details.tsx'
import { ProductNotFound } from './product-not-found.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'
import { productQuery } from './queries.ts'

/** /product/{slugOrId} (spec section 2): the skeleton, then the product, or that there is none. */
export function ProductPage() {
  const { slugOrId = '' } = useParams()
  const { data: product, isPending } = useQuery(productQuery(useApi(), slugOrId))
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 py-6 md:px-8 md:py-10">
      {isPending && <ProductSkeleton />}
      {!isPending && !product && <ProductNotFound />}
      {product && <ProductDetails key={product.id} product={product} />}
    </div>
  )
}
