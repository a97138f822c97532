import { Fragment, useEffect, useRef } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { Link } from '../platform/router/link.tsx'
import { useIsReturn, useParameters } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { ShopName, shopInfoQuery, TAGLINE, useLook } from '../settings/shop-info.tsx'
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
  isFiltered,
  PRODUCTS_ANCHOR,
} from './filters.ts'
import { ProductGrid } from './product-grid.tsx'
import {
  FEATURED_MAX,
  featuredProductsQuery,
  listCategoriesQuery,
  listProductsQuery,
  useOfferedCategories,
} from './queries.ts'

/** The shop's front. Once anything is filtered, sorted, or turned to another page, the products come first. */
export function HomePage() {
  const parameters = useParameters()
  const filters = filtersFromUrl(parameters)
  const isListed = isFiltered(filters)
  useScrollToMovedList(isListed)
  const { groups = GROUPS } = useLook()?.home ?? {}
  const isFirst = !isListed && groups[0]?.names[0] === 'hero'
  const sections = {
    hero: <Hero key="hero" isFirst={isFirst} />,
    categories: <CategoryTiles key="categories" filters={filters} />,
    featured: <FeaturedProducts key="featured" />,
    products: <AllProducts key="products" filters={filters} />,
  }
  const { data: products } = useQuery(listProductsQuery(useApi(), filters))
  const place = (group: Group) => placeOf(products?.total !== 0, group)
  const ordered = isListed ? groups.toSorted((one, other) => place(one) - place(other)) : groups
  return (
    <>
      <HomeHead filters={filters} />
      {!isListed && !isFirst && (
        <h1 className="sr-only">
          <ShopName />
        </h1>
      )}
      {ordered.map(({ names, scheme }) => {
        const [key = ''] = names
        const sectionsInGroup = names.map((name) => sections[name])
        const content = key === 'hero' ? sectionsInGroup : <div className={CONTENT}>{sectionsInGroup}</div>
        if (!scheme) return <Fragment key={key}>{content}</Fragment>
        return (
          <div key={key} className={`in-${scheme} ${key === 'hero' ? '' : 'band'}`}>
            {content}
          </div>
        )
      })}
    </>
  )
}

type Group = NonNullable<NonNullable<ReturnType<typeof useLook>>['home']>['groups'][number]
/** The products come first, and without any, the banner last, so that the categories follow the search. */
const placeOf = (hasProducts: boolean, { names: [name] }: Group) => {
  if (name === 'products') return 0
  return name === 'hero' && !hasProducts ? 2 : 1
}
/** The sections of a fresh install. */
const GROUPS: Group[] = [{ names: ['hero'] }, { names: ['categories', 'featured'] }, { names: ['products'] }]

/** The list moves to the top of the page, or back below the banner, while its reader looks at it. */
function useScrollToMovedList(isListed: boolean) {
  const wasListed = useRef(isListed)
  // Back and Forward restore the earlier position themselves.
  const isReturn = useIsReturn()
  useEffect(() => {
    if (wasListed.current === isListed) return
    wasListed.current = isListed
    if (!isReturn) document.getElementById(PRODUCTS_ANCHOR)?.scrollIntoView({ behavior: 'instant' })
  }, [isListed, isReturn])
}

const CONTENT = 'mx-auto w-full max-w-page px-4 md:px-8'

/** The banner: the wide photograph, with the text over its empty left side (spec section 2). */
function Hero({ isFirst }: { isFirst: boolean }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const { title, text, button, link } = shop?.look?.home ?? {}
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <section className={`hero relative isolate overflow-hidden bg-hero ${isFirst ? '' : 'mt-apart'}`}>
      {shop?.hero && (
        <Picture
          {...shop.hero}
          sizes="(min-width: 768px) 100vw, 134vw"
          priority={isFirst}
          className="hero-picture"
        />
      )}
      <div className="hero-words mx-auto flex max-w-page flex-col items-start justify-center px-4 py-10 md:px-8 lg:py-24">
        <Title className="max-w-[11ch] type-display text-hero-ink">
          {title ?? t('Elevate Your Workspace')}
        </Title>
        <p className="mt-6 max-w-[38ch] text-hero-ink text-lg">
          {text ?? t('Walnut, wool felt, and brushed aluminum for the desk where you spend your days.')}
        </p>
        <ButtonLink className="hero-button mt-8" to={link ?? addressOf({}, PRODUCTS_ANCHOR)}>
          {button ?? t('Shop Now')}
        </ButtonLink>
      </div>
    </section>
  )
}

const TILE_PLACEHOLDERS = [1, 2, 3, 4, 5]
/** On a phone, a strip that shows a part of the third tile. */
const TILES =
  'max-md:-mx-4 max-md:flex max-md:snap-x max-md:scroll-px-4 max-md:overflow-x-auto max-md:px-4 grid gap-3 md:grid-cols-5 md:gap-6'
const TILE = 'max-md:w-[40vw] max-md:shrink-0 max-md:snap-start'
const TILE_PICTURE = 'grid aspect-3/4 w-full place-items-center overflow-hidden rounded-card'

/** A row of categories. A click sets the category filter and goes to / (spec section 2). */
function CategoryTiles({ filters }: { filters: Filters }) {
  const { categories, isPending } = useOfferedCategories()
  if (categories?.length === 0) return null
  return (
    <section aria-labelledby={CATEGORIES_ANCHOR} className="mt-near">
      <h2 id={CATEGORIES_ANCHOR} className="scroll-mt-36 type-title md:scroll-mt-24">
        {t('Shop by Category')}
      </h2>
      {isPending && <LoadingText />}
      <ul className={`mt-6 ${TILES}`}>
        {isPending &&
          TILE_PLACEHOLDERS.map((place) => (
            <li key={place} className={TILE}>
              <Skeleton className={TILE_PICTURE} />
              <Skeleton className="mt-3 h-6 w-3/5" />
            </li>
          ))}
        {categories?.map(({ id, name, icon, image }) => (
          <li key={id} className={TILE}>
            <Link
              to={addressOf({ ...filters, categoryId: String(id), page: undefined }, PRODUCTS_ANCHOR)}
              className="group block hover:underline hover:underline-offset-4"
            >
              <span className={`bg-hairline text-muted ${TILE_PICTURE}`}>
                {image ? (
                  <Picture
                    url={image}
                    alt=""
                    width={null}
                    height={null}
                    sizes="(min-width: 768px) 320px, 54vw"
                    className="photo size-full object-cover"
                  />
                ) : (
                  <CategoryIcon icon={icon} className="size-8" />
                )}
              </span>
              <span className="mt-3 block">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first featured products. While they load, shows the same number of placeholders (spec section 2). */
function FeaturedProducts() {
  const { data: products, isError, refetch } = useQuery(featuredProductsQuery(useApi()))
  if (products?.length === 0) return null
  return (
    <section aria-labelledby="featured" className="mt-apart">
      <div className="flex items-end justify-between gap-4">
        <h2 id="featured" className="type-heading">
          {t('Featured Products')}
        </h2>
        {/* Clears the filters and scrolls to all products. */}
        <Link
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent"
          to={addressOf({}, PRODUCTS_ANCHOR)}
        >
          {t('View All')}
        </Link>
      </div>
      <ProductGrid
        products={products}
        placeholders={FEATURED_MAX}
        columns="grid-cols-2 lg:grid-cols-3"
        hasLead
        isError={isError}
        onRetry={() => void refetch()}
        sizes="(min-width: 1024px) 400px, 50vw"
      />
    </section>
  )
}

/** Title and structured data of the home page, of a category, or of one of its pages. */
function HomeHead({ filters }: { filters: Filters }) {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: categories = [] } = useQuery(listCategoriesQuery(api))
  const { data: products } = useQuery(listProductsQuery(api, filters))
  const category = categories.find(({ id }) => String(id) === filters.categoryId)
  const name = shop?.name ?? 'Plinth'
  const { tagline, logo } = shop?.look ?? {}
  const page = filters.page && filters.page !== '1' ? `, page ${filters.page}` : ''
  const title = category
    ? `${category.name}${page} – ${name}`
    : `${name} – ${tagline?.replace(/\.$/, '') ?? 'premium desk accessories'}${page}`
  return (
    <Head
      title={filters.search ? `“${filters.search}” – ${name}` : title}
      description={category?.description ?? tagline ?? TAGLINE}
      canonical={shop && `${shop.publicUrl}${canonicalAddress(filters)}`}
      image={shop && `${shop.publicUrl}${shop.hero.url}`}
      jsonLd={shop && shopFacts(shop.publicUrl, name, logo?.url)}
      // Search engines skip pages past the last one, and unknown categories.
      isPrivate={Boolean(filters.search || (filters.categoryId && !category) || products?.items.length === 0)}
    />
  )
}

/** Structured data about the shop (schema.org Organization, and WebSite with its search). */
function shopFacts(publicUrl: string, name: string, logo = '/icon.svg'): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: publicUrl,
      logo: publicUrl + logo,
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
