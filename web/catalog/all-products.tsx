import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useNavigate } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/feedback.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { FilterPanel } from './filter-panel.tsx'
import {
  addressOf,
  CATEGORIES_ANCHOR,
  capitalize,
  chipsOf,
  clearAll,
  type Filters,
  isFiltered,
  PRODUCTS_ANCHOR,
  SORT_LABELS,
} from './filters.ts'
import { ProductGrid } from './product-grid.tsx'
import { listCategoriesQuery, listFactsQuery, listProductsQuery, suggestionsQuery } from './queries.ts'

const COLUMNS = 'grid-cols-2 lg:grid-cols-3'
const PLACEHOLDERS = 6

/** Filters, chips, sorting, grid, and pages (spec section 2). */
export function AllProducts({ filters }: { filters: Filters }) {
  const { locale } = useFormats()
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: products, isError, isPlaceholderData, refetch } = useQuery(listProductsQuery(api, filters))
  const pages = Math.ceil((products?.total ?? 0) / (shop?.pageSize ?? PLACEHOLDERS))
  return (
    <section
      aria-labelledby="all-products"
      id={PRODUCTS_ANCHOR}
      className={`scroll-mt-36 md:scroll-mt-24 ${isFiltered(filters) ? 'pt-8 md:pt-16' : 'mt-apart'}`}
    >
      {isFiltered(filters) && <ListTitle filters={filters} isFound={Boolean(products?.total)} />}
      <h2 id="all-products" className={isFiltered(filters) ? 'mt-8 text-lg' : 'type-heading'}>
        {t('All Products')}
      </h2>
      <div className="mt-6 lg:grid lg:grid-cols-[220px_1fr] lg:gap-16">
        <FilterPanel filters={filters} />
        <div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-muted">
              {products && countText(products.total, locale)}
            </p>
            <SortSelect filters={filters} />
          </div>
          <FilterChips filters={filters} />
          {products?.total === 0 && !isError ? (
            <NoResults filters={filters} />
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

/** The title of a filtered list: its search, category, or shortcut. */
function ListTitle({ filters, isFound }: { filters: Filters; isFound: boolean }) {
  const { search, categoryId, onSale, sort, color } = filters
  const { data: categories } = useQuery(listCategoriesQuery(useApi()))
  const category = categories?.find(({ id }) => String(id) === categoryId)
  const shortcut = onSale === 'true' ? 'Deals' : sort === 'newest' ? 'New Arrivals' : undefined
  return (
    <>
      <h1 className="wrap-anywhere type-heading">
        {search
          ? t('Results for “{search}”', { search })
          : (category?.name ?? shortcut ?? (color ? capitalize(color) : 'Products'))}
      </h1>
      {search && isFound && <SearchNote filters={filters} />}
      {category && !search && <p className="mt-4 max-w-prose text-lg text-muted">{category.description}</p>}
    </>
  )
}

/** How the search was understood, if not as typed. */
function SearchNote({ filters }: { filters: Filters }) {
  const { data: facts } = useQuery(listFactsQuery(useApi(), filters))
  return (
    <div className="wrap-anywhere text-lg text-muted *:mt-4">
      {facts?.corrected && <p>{t('Showing results for “{corrected}”', { corrected: facts.corrected })}</p>}
      {facts?.isPartial && <p>{t('No products match every word. These match some of them.')}</p>}
    </div>
  )
}

function countText(total: number, locale: string): string {
  return total === 1 ? '1 product' : `${total.toLocaleString(locale)} products`
}

/** The sort dropdown, with relevance as the default. A plain form without JavaScript. */
function SortSelect({ filters }: { filters: Filters }) {
  const navigate = useNavigate()
  const { sort: _, page: __, ...others } = filters
  return (
    <form role="none" action={HOME} className="flex items-center gap-2">
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort" className="text-muted text-sm">
        {t('Sort by')}
      </label>
      <select
        id="sort"
        name="sort"
        value={filters.sort ?? 'relevance'}
        onChange={({ target }) => {
          const sort = target.value === 'relevance' ? undefined : target.value
          void navigate(addressOf({ ...others, sort }), { preventScrollReset: true })
        }}
        className="min-h-11 rounded-field border border-control bg-surface px-3"
      >
        {SORT_LABELS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="min-h-11 rounded-field border border-control px-3">
          {t('Sort')}
        </button>
      </noscript>
    </form>
  )
}

/** The active filters, each with a link that removes it, and 'Clear All'. */
function FilterChips({ filters }: { filters: Filters }) {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const chips = chipsOf(filters, categories, useFormats().formatTyped)
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('Active filters')} className="mt-4 flex flex-wrap items-center gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={addressOf(without)}
            preventScrollReset
            aria-label={t('Remove filter {label}', { label })}
            className="wrap-anywhere inline-flex min-h-9 tap items-center gap-1.5 rounded-full border border-control bg-surface py-1 pr-2.5 pl-3.5 text-sm hover:border-ink"
          >
            {label} <CloseIcon className="size-3.5" />
          </Link>
        </li>
      ))}
      {/* 'Clear All' keeps the search (spec section 4), so it would do nothing if there is nothing else to clear. */}
      {(chips.length > 1 || !filters.search) && (
        <li>
          <Link
            to={addressOf(clearAll(filters))}
            preventScrollReset
            className="inline-flex min-h-9 tap items-center px-2 text-sm underline underline-offset-4 hover:text-accent"
          >
            {t('Clear All')}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The empty result (spec section 2). After a search, it offers the closest spelling, or the categories. */
function NoResults({ filters }: { filters: Filters }) {
  return (
    <Notice>
      <p className="text-lg">{t('No products found matching your criteria')}</p>
      {filters.search && <NearestSpelling search={filters.search} />}
      <ButtonLink look="outline" className="mt-6" to={addressOf({}, PRODUCTS_ANCHOR)}>
        {t('Clear Filters')}
      </ButtonLink>
    </Notice>
  )
}

function NearestSpelling({ search }: { search: string }) {
  const { data: suggestions } = useQuery(suggestionsQuery(useApi(), search))
  const nearest = suggestions?.didYouMean
  return (
    <p className="mt-2">
      {nearest ? t('Did you mean ') : t('Check the spelling or ')}
      <Link
        className="underline underline-offset-4"
        to={nearest ? addressOf({ search: nearest }, PRODUCTS_ANCHOR) : addressOf({}, CATEGORIES_ANCHOR)}
      >
        {nearest || t('browse by category')}
      </Link>
      {nearest ? '?' : '.'}
    </p>
  )
}
