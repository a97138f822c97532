import { useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { CardButton } from '../cart/add-to-cart-button.tsx'
import { FavoriteButton, WithFavorites } from '../favorites/favorite-button.tsx'
import { productAddress } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useIsMoving, useShown } from '../platform/router/use-router.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText, Notice, Skeleton } from '../ui/feedback.tsx'
import { NoPicture, Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { Stars } from '../ui/stars.tsx'
import { useCardVariant } from './card-variant.ts'
import { type ProductSummary, usePrefetchProduct } from './queries.ts'
import { CardSwatches } from './swatches.tsx'

/** A grid of product cards, with placeholders while loading and a retry button after an error. */
export function ProductGrid({
  products,
  placeholders,
  columns,
  sizes,
  isError,
  isDimmed = false,
  hasLead = false,
  areWide = false,
  onRetry,
}: {
  products: ProductSummary[] | undefined
  placeholders: number
  columns: string
  /** The `sizes` attribute of the cards' images. */
  sizes: string
  isError: boolean
  /** True while old results are shown because new ones are loading. */
  isDimmed?: boolean
  /** True if the first product takes a whole row. */
  hasLead?: boolean
  /** True if each product takes two columns of a wide screen. */
  areWide?: boolean
  onRetry(): void
}) {
  if (isError) {
    return (
      <Notice role="alert">
        <p className="text-lg">{t('Network response was not ok')}</p>
        <Button look="outline" className="mt-6" onClick={onRetry}>
          {t('Try again')}
        </Button>
      </Notice>
    )
  }
  return (
    <WithFavorites>
      {!products && <LoadingText />}
      <ul
        aria-busy={isDimmed || undefined}
        className={`mt-6 grid gap-x-3 gap-y-8 md:mt-10 md:gap-x-6 md:gap-y-16 ${columns} ${isDimmed ? 'opacity-50' : ''}`}
      >
        {products?.map((product, place) => {
          const isLead = hasLead && place === 0
          return (
            <li
              key={product.id}
              className={`flex ${isLead ? 'lg:col-span-full' : areWide ? 'lg:col-span-2' : ''}`}
            >
              <ProductCard product={product} isLead={isLead} sizes={isLead ? LEAD_SIZES : sizes} />
            </li>
          )
        })}
        {!products &&
          Array.from({ length: placeholders }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move
            <li key={place}>
              <ProductCardSkeleton />
            </li>
          ))}
      </ul>
    </WithFavorites>
  )
}

const LEAD_SIZES = '(min-width: 1024px) 840px, 50vw'

/** Image, name, price, badge, and two buttons. A click anywhere else opens the product (spec section 2). */
function ProductCard({
  product,
  sizes,
  isLead,
}: {
  product: ProductSummary
  sizes: string
  /** True if the card takes a whole row. On a wide screen, its text is next to the picture. */
  isLead: boolean
}) {
  const badge = product.isNew ? 'New' : product.isOnSale ? 'Sale' : null
  const { swatches, added, chosen, choose } = useCardVariant(product)
  const priced = chosen ?? product
  const formId = useId()
  const address = productAddress(product) + (chosen ? `?variant=${chosen.variantId}` : '')
  const [isChosen, setChosen] = useState(false)
  // Only one image at a time may have the transition name. On a product's page, it belongs to that page's image.
  const isOnProductPage = useShown()?.file === 'product'
  const isMoving = useIsMoving(address) && isChosen && !isOnProductPage
  const prefetch = usePrefetchProduct(product.slug ?? String(product.id))
  return (
    <article
      aria-labelledby={`${formId}n`}
      className={`group relative flex w-full flex-col ${isLead ? 'lg:grid lg:grid-cols-3 lg:items-end lg:gap-6' : ''}`}
    >
      <CardImages
        product={product}
        sizes={sizes}
        isMoving={isMoving}
        isLead={isLead}
        chosen={chosen?.image}
      />
      {badge && (
        <p
          className={`absolute top-3 left-3 rounded-full px-3 py-0.5 font-medium text-sm ${badge === 'New' ? 'bg-night text-night-ink' : 'bg-sale text-paper'}`}
        >
          {badge}
        </p>
      )}
      <div className="flex grow flex-col gap-1 pt-3 md:pt-4">
        <div className={isLead ? '' : 'xl:flex xl:flex-wrap xl:items-baseline xl:justify-between xl:gap-x-3'}>
          <h3
            id={`${formId}n`}
            className={`line-clamp-3 font-normal text-base ${isLead ? 'lg:type-title' : ''}`}
          >
            {/* The link covers the card, so the card is one click target and one tab stop. */}
            <Link
              viewTransition
              className="after:absolute after:inset-0 after:content-['']"
              to={address}
              onClick={() => setChosen(true)}
              onPointerEnter={prefetch}
              onFocus={prefetch}
            >
              {product.name}
            </Link>
          </h3>
          <div className={isLead ? 'lg:mt-1 lg:text-lg' : 'xl:shrink-0'}>
            <Price {...priced} isOnCard />
          </div>
        </div>
        {product.hasReviews && (
          <p className="flex items-center gap-1 text-muted text-sm">
            <Stars rating={Number(product.rating)} /> ({product.reviewCount})
          </p>
        )}
        {product.options.length > 0 && (
          <CardSwatches
            product={product}
            swatches={swatches}
            added={added}
            formId={formId}
            onChoose={choose}
          />
        )}
        {!product.inStock && <p className="text-muted text-sm">{t('Out of stock')}</p>}
        {product.inStock && chosen?.isAvailable === false && (
          <p className="text-muted text-sm">{t('Sold out')}</p>
        )}
        <div className="relative z-10 mt-auto pt-3">
          <CardButton
            product={product}
            formId={formId}
            variantId={added?.variantId}
            isInStock={chosen?.isAvailable ?? product.inStock}
          />
        </div>
      </div>
      <div
        className={`absolute top-1.5 right-1.5 z-10 ${isLead ? 'lg:right-[calc((100%-3rem)/3+1.875rem)]' : ''}`}
      >
        <FavoriteButton productId={product.id} productName={product.name} place="card" />
      </div>
    </article>
  )
}

/** The main image, and on hover the third one if there is one, which isn't loaded on devices without hover. */
function CardImages({
  product,
  chosen,
  sizes,
  isMoving,
  isLead,
}: {
  product: ProductSummary
  /** The image of the variant chosen on the card. */
  chosen: string | undefined
  sizes: string
  /** True while this image transitions to the product page's image. */
  isMoving: boolean
  isLead: boolean
}) {
  const image = product.images.find(({ url }) => url === chosen)
  const main = image ?? product.images[0]
  const hovered = image ? undefined : (product.images[2] ?? product.images[1])
  if (!main) return <NoPicture />
  return (
    <div
      className={`relative aspect-square w-full overflow-hidden rounded-card bg-hairline ${isLead ? 'lg:col-span-2 lg:aspect-3/2' : ''}`}
    >
      <Picture
        {...main}
        sizes={sizes}
        className={`photo size-full object-cover ${isMoving ? 'product-image' : ''}`}
      />
      {hovered && !isLead && (
        <Picture {...hovered} alt="" sizes={sizes} className="photo second-image object-cover" />
      )}
    </div>
  )
}

/** An empty card in its final shape. */
export function ProductCardSkeleton() {
  return (
    <div data-testid="product-placeholder">
      <Skeleton className="aspect-square w-full" />
      <div className="space-y-2.5 pt-3 md:pt-4">
        {/* Most names take two lines on a phone. */}
        <Skeleton className="h-5 w-4/5 max-md:h-11" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  )
}
