import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'
import { Pagination } from '../ui/pagination.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { addressOf, type Filters, PRODUCTS_ANCHOR } from './filters.ts'
import { NothingFound } from './nothing-found.tsx'
import { ProductGrid } from './product-grid.tsx'
import { listProductsQuery } from './queries.ts'
import { SortSelect } from './sort-select.tsx'

const COLUMNS = 'grid-cols-2 lg:grid-cols-3'
const PLACEHOLDERS = 6

/** Filters, chips, sort, grid and pages (spec section 2). */
export function AllProducts({ filters }: { filters: Filters }) {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: products, isError, isPlaceholderData, refetch } = useQuery(listProductsQuery(api, filters))
  const pages = Math.ceil((products?.total ?? 0) / (shop?.pageSize ?? PLACEHOLDERS))
  return (
    <section
      aria-labelledby="all-products"
      id={PRODUCTS_ANCHOR}
      className="mt-14 scroll-mt-36 md:mt-24 md:scroll-mt-24"
    >
      <h2 id="all-products" className="text-3xl">
        All Products
      </h2>
      <div className="mt-6 lg:grid lg:grid-cols-[240px_1fr] lg:gap-10">
        <FilterPanel filters={filters} />
        <div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="wrap-anywhere text-muted">
              {products && countText(products.total, filters.search)}
            </p>
            <SortSelect filters={filters} />
          </div>
          <FilterChips filters={filters} />
          {products?.total === 0 && !isError ? (
            <NothingFound filters={filters} />
          ) : (
            <ProductGrid
              products={products?.items}
              placeholders={PLACEHOLDERS}
              columns={COLUMNS}
              sizes="(min-width: 1280px) 300px, (min-width: 1024px) 30vw, 50vw"
              isError={isError}
              isDimmed={isPlaceholderData}
              onRetry={() => void refetch()}
            />
          )}
          <Pagination
            page={Number(filters.page ?? 1)}
            pages={pages}
            addressOf={(page) =>
              addressOf({ ...filters, page: page === 1 ? undefined : String(page) }, PRODUCTS_ANCHOR)
            }
          />
        </div>
      </div>
    </section>
  )
}

function countText(total: number, search: string | undefined): string {
  const count = total === 1 ? '1 product' : `${total.toLocaleString('en-US')} products`
  return search ? `Results for “${search}”: ${count}` : count
}
