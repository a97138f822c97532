import { t } from '#contract/language/language.ts'
import { ProductGrid } from '../catalog/product-grid.tsx'
import { FEATURED_MAX, featuredProductsQuery } from '../catalog/queries.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { HOME } from '../platform/paths.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { useQuery } from '../platform/use-query.ts'
import { HeroCrop } from '../settings/hero-crop.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: NotFoundPage,
    loader: () => loadNotFound(tools),
  }
}

export async function loadNotFound(tools: RouteTools) {
  await prefetchAll(tools, [featuredProductsQuery(tools.api)])
  return { status: 404 }
}

/** The text is on the empty wall of the photograph, with a search and products below. */
export function NotFoundPage() {
  return (
    <>
      <section className="relative isolate grid min-h-96 items-center overflow-hidden bg-hero lg:min-h-[32rem]">
        <Head title="404 Page Not Found" />
        <HeroCrop
          position="0% 50%"
          sizes="(min-width: 1024px) 100vw, 200vw"
          className="hero absolute inset-0 -z-10"
        />
        <div className="mx-auto w-full max-w-page px-4 py-16 text-hero-ink md:px-8">
          <h1 className="type-heading">{t('404 Page Not Found')}</h1>
          <p className="mt-4 max-w-xs">{t('Did you forget to add the page to the router?')}</p>
          <ButtonLink className="hero-button mt-8" to={HOME}>
            {t('Return to Homepage')}
          </ButtonLink>
        </div>
      </section>
      <div className="mx-auto w-full max-w-page px-4 md:px-8">
        <form action={HOME} className="mt-near flex max-w-xl items-end gap-3">
          <div className="grow">
            <Field
              label={t('Search the shop')}
              name="search"
              required
              maxLength={200}
              enterKeyHint="search"
            />
          </div>
          <Button type="submit">{t('Search')}</Button>
        </form>
        <Products />
      </div>
    </>
  )
}

function Products() {
  const { data: products, isError, refetch } = useQuery(featuredProductsQuery(useApi()))
  if (products?.length === 0) return null
  return (
    <section aria-labelledby="featured" className="mt-near">
      <h2 id="featured" className="type-title">
        {t('Featured Products')}
      </h2>
      <ProductGrid
        products={products}
        placeholders={FEATURED_MAX}
        columns="grid-cols-2 lg:grid-cols-4"
        sizes="(min-width: 1024px) 300px, 50vw"
        isError={isError}
        onRetry={() => void refetch()}
      />
    </section>
  )
}
