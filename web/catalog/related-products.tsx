import { useQuery } from '@tanstack/react-query'
import type { Product } from '#contract/catalog/api.ts'
import { RELATED_MAX } from '#contract/catalog/home-rules.ts'
import { useApi } from '../platform/api-context.ts'
import { ProductGrid } from './product-grid.tsx'
import { relatedProductsQuery } from './queries.ts'

/** Up to 4 other products of the category; 2 columns on small screens, 4 on larger ones (spec section 2). */
export function RelatedProducts({ product }: { product: Product }) {
  const { data, isError, refetch } = useQuery(relatedProductsQuery(useApi(), product.categoryId))
  const others = data?.filter(({ id }) => id !== product.id).slice(0, RELATED_MAX)
  if (others?.length === 0) return null
  return (
    <section aria-labelledby="related" className="mt-14 md:mt-24">
      <h2 id="related" className="text-3xl">
        Related Products
      </h2>
      <ProductGrid
        products={others}
        placeholders={RELATED_MAX}
        columns="grid-cols-2 lg:grid-cols-4"
        sizes="(min-width: 1024px) 300px, 50vw"
        isError={isError}
        onRetry={() => void refetch()}
      />
    </section>
  )
}
