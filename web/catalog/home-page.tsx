import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { shopInfoQuery } from '../settings/queries.ts'
import { addressOf, filtersFromUrl } from './filters.ts'
import { ProductCard } from './product-card.tsx'
import { listProductsQuery } from './queries.ts'

export function HomePage() {
  const api = useApi()
  const [parameters] = useSearchParams()
  const filters = filtersFromUrl(parameters)
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: products, isError } = useQuery(listProductsQuery(api, filters))
  const pages = Math.ceil((products?.total ?? 0) / (shop?.pageSize ?? 6))
  return (
    <>
      <Head
        title="Plinth – premium desk accessories"
        description="Premium desk accessories designed for productivity and style."
      />
      <h1 className="text-5xl">Elevate Your Workspace</h1>
      <h2 className="mt-12 text-3xl">All Products</h2>
      {isError && <p role="alert">Network response was not ok</p>}
      <ul className="mt-6 grid grid-cols-2 gap-4 md:grid-cols-3">
        {products?.items.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      <nav aria-label="Pages" className="mt-8 flex gap-3">
        {Array.from({ length: pages }, (_, index) => String(index + 1)).map((page) => (
          <Link key={page} className="underline" to={addressOf({ ...filters, page })}>
            {page}
          </Link>
        ))}
      </nav>
    </>
  )
}
