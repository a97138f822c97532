import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingText, Skeleton } from '../ui/feedback.tsx'
import { CategoryIcon } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { AllProducts } from './all-products.tsx'
import {
  addressOf,
  CATEGORIES_ANCHOR,
  canonicalAddress,
  type Filters,
  filtersFromUrl,
  PRODUCTS_ANCHOR,
} from './filters.ts'
import { ProductGrid } from './product-grid.tsx'
import { FEATURED_MAX, featuredProductsQuery, listCategoriesQuery } from './queries.ts'

export function HomePage() {
  const [parameters] = useSearchParams()
  const filters = filtersFromUrl(parameters)
  return (
    <>
      <HomeHead filters={filters} />
      <Hero />
      <div className="mx-auto w-full max-w-[1280px] px-4 md:px-8">
        <CategoryTiles filters={filters} />
        <FeaturedProducts />
        <AllProducts filters={filters} />
      </div>
    </>
  )
}

/** The banner: the wide photograph, with the text over its empty left side (spec section 2). */
function Hero() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return (
    <section className="hero relative isolate overflow-hidden bg-hero">
      {shop?.hero && (
        <Picture {...shop.hero} sizes="(min-width: 768px) 100vw, 134vw" priority className="hero-picture" />
      )}
      <div className="hero-words mx-auto flex max-w-[1280px] flex-col items-start justify-center px-4 py-10 md:px-8 lg:py-24">
        <h1 className="max-w-[11ch] text-5xl text-hero-ink leading-[1.05] md:text-7xl">
          Elevate Your Workspace
        </h1>
        <p className="mt-5 max-w-[38ch] text-hero-ink text-lg">
          Walnut, wool felt, and brushed aluminum for the desk where you spend your days.
        </p>
        <ButtonLink className="hero-button mt-8" to={addressOf({}, PRODUCTS_ANCHOR)}>
          Shop Now
        </ButtonLink>
      </div>
    </section>
  )
}

const TILE_PLACEHOLDERS = [1, 2, 3, 4, 5]
const TILES_GRID = 'category-tiles grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-5 md:gap-4'
const TILE = 'h-28 rounded-card md:h-36'

/** A row of categories. A click sets the category filter and goes to / (spec section 2). */
function CategoryTiles({ filters }: { filters: Filters }) {
  const { data: categories, isPending } = useQuery(listCategoriesQuery(useApi()))
  return (
    <section aria-labelledby={CATEGORIES_ANCHOR} className="mt-14 md:mt-24">
      <h2 id={CATEGORIES_ANCHOR} className="scroll-mt-36 text-3xl md:scroll-mt-24">
        Shop by Category
      </h2>
      {isPending && <LoadingText />}
      <ul className={`mt-6 ${TILES_GRID}`}>
        {isPending &&
          TILE_PLACEHOLDERS.map((place) => (
            <li key={place}>
              <Skeleton className={TILE} />
            </li>
          ))}
        {categories?.map(({ id, name, icon }) => (
          <li key={id}>
            <Link
              to={addressOf({ ...filters, categoryId: String(id), page: undefined }, PRODUCTS_ANCHOR)}
              className={`flex flex-col items-center justify-center gap-3 border border-hairline bg-surface px-2 text-center transition-colors duration-200 hover:border-accent hover:text-accent ${TILE}`}
            >
              <CategoryIcon icon={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const FEATURED_COLUMNS = 'grid-cols-2 lg:grid-cols-4'

/** The first featured products. While they load, shows the same number of placeholders (spec section 2). */
function FeaturedProducts() {
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
        columns={FEATURED_COLUMNS}
        isError={isError}
        onRetry={() => void refetch()}
        sizes="(min-width: 1024px) 300px, 50vw"
      />
    </section>
  )
}

const TAGLINE = 'Premium desk accessories designed for productivity and style.'

/** Title and structured data of the home page, of a category, or of one of its pages. */
function HomeHead({ filters }: { filters: Filters }) {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: categories = [] } = useQuery(listCategoriesQuery(api))
  const category = categories.find(({ id }) => String(id) === filters.categoryId)
  const name = shop?.name ?? 'Plinth'
  const page = filters.page && filters.page !== '1' ? `, page ${filters.page}` : ''
  const title = category ? `${category.name}${page} – ${name}` : `${name} – premium desk accessories${page}`
  return (
    <Head
      title={filters.search ? `“${filters.search}” – ${name}` : title}
      description={category?.description ?? TAGLINE}
      canonical={shop && `${shop.publicUrl}${canonicalAddress(filters)}`}
      image={shop && `${shop.publicUrl}${shop.hero.url}`}
      jsonLd={shop && shopFacts(shop.publicUrl, name)}
      isPrivate={filters.search !== undefined}
    />
  )
}

/** Structured data about the shop (schema.org Organization, and WebSite with its search). */
function shopFacts(publicUrl: string, name: string): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: publicUrl,
      logo: `${publicUrl}/icon.svg`,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url: publicUrl,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/?search={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
