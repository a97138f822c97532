import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { HOME } from '../platform/paths.ts'
import { useParameters, useParams } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingText, Skeleton } from '../ui/feedback.tsx'
import { ProductDetails } from './product-details.tsx'
import { productQuery } from './queries.ts'

/** /product/{slugOrId} (spec section 2): a skeleton, then the product or a not-found message. */
export function ProductPage() {
  const { slugOrId = '' } = useParams()
  const variant = useParameters().get('variant')
  const { data: product, isPending } = useQuery(productQuery(useApi(), slugOrId))
  return (
    <div className="mx-auto w-full max-w-page px-4 py-1 md:px-8 md:py-6">
      {isPending && <ProductSkeleton />}
      {!isPending && !product && <ProductNotFound />}
      {product && <ProductDetails key={`${product.id} ${variant}`} product={product} />}
    </div>
  )
}

/** An empty product page in its final shape. */
function ProductSkeleton() {
  return (
    <div data-testid="product-skeleton">
      <LoadingText />
      <Skeleton className="h-6 w-64" />
      <div className="mt-6 grid gap-8 md:grid-cols-[7fr_5fr] md:gap-12 lg:gap-16">
        <Skeleton className="aspect-square w-full" />
        <div className="space-y-5">
          <Skeleton className="h-12 w-4/5" />
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-8 w-32" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      </div>
    </div>
  )
}

/** Shown even if the product couldn't be fetched (spec section 2). */
function ProductNotFound() {
  return (
    <section className="py-24 text-center">
      <Head page="Product Not Found" isPrivate />
      <h1 className="type-heading">{t('Product Not Found')}</h1>
      <p className="mt-4 text-muted">
        {t("Sorry, the product you're looking for doesn't exist or has been removed.")}
      </p>
      <ButtonLink className="mt-8" to={HOME}>
        {t('Return to Homepage')}
      </ButtonLink>
    </section>
  )
}
