import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FEATURED_MAX } from '#contract/catalog/home-rules.ts'
import { useApi } from '../platform/api-context.ts'
import { addressOf, PRODUCTS_ANCHOR } from './filters.ts'
import { ProductGrid } from './product-grid.tsx'
import { featuredProductsQuery } from './queries.ts'

const COLUMNS = 'grid-cols-2 lg:grid-cols-4'

/** The first featured products; as many placeholders while loading (spec section 2). */
export function FeaturedProducts() {
  const { data: products, isError, refetch } = useQuery(featuredProductsQuery(useApi()))
  return (
    <section aria-labelledby="featured" className="mt-14 md:mt-24">
      <div className="flex items-end justify-between gap-4">
        <h2 id="featured" className="text-3xl">
          Featured Products
        </h2>
        {/* Clears the filters and scrolls to all products. */}
        <Link
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent"
          to={addressOf({}, PRODUCTS_ANCHOR)}
        >
          View All
        </Link>
      </div>
      <ProductGrid
        products={products}
        placeholders={FEATURED_MAX}
        columns={COLUMNS}
        isError={isError}
        onRetry={() => void refetch()}
        sizes="(min-width: 1024px) 300px, 50vw"
      />
    </section>
  )
}
