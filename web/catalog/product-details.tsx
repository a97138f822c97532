import { useState } from 'react'
import type { Product, ProductSafety } from '#contract/catalog/api.ts'
import { t } from '#contract/language/language.ts'
import { centsOf, percentOff } from '#contract/money.ts'
import { BackInStock } from '../back-in-stock/back-in-stock.tsx'
import { AddProductButton } from '../cart/add-to-cart-button.tsx'
import { FavoriteButton, WithFavorites } from '../favorites/favorite-button.tsx'
import { useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { useQuery } from '../platform/use-query.ts'
import { ReviewSummary, ReviewsSection } from '../reviews/reviews-section.tsx'
import { PriceNote } from '../settings/shop-info.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingText, Skeleton } from '../ui/feedback.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { Trans } from '../ui/trans.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { BuyBar } from './buy-bar.tsx'
import { Gallery } from './gallery.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProductHead } from './product-head.tsx'
import { RELATED_MAX, relatedProductsQuery } from './queries.ts'
import { ShippingFacts, useShipping } from './shipping-facts.tsx'
import { SkuLine } from './sku-line.tsx'
import { swatchOf } from './swatch-color.ts'
import { useChosenVariant } from './variant-choice.ts'
import { VariantPicker } from './variant-picker.tsx'

export function ProductDetails({ product }: { product: Product }) {
  const { formatMoney } = useFormats()
  const [quantity, setQuantity] = useState(1)
  const shipping = useShipping(product)
  const { choices, choice, variant, choose, isError, refetch } = useChosenVariant(product)
  // Null while the chosen variant is loading. Until then, its image and quantity aren't known either.
  const offer = choice ? variant : product
  const [image, setImage] = useState(variant?.image)
  if (variant && variant.image !== image) setImage(variant.image)
  const inStock = offer?.inStock ?? choice?.inStock ?? false
  const stockQuantity = offer?.stockQuantity ?? null
  return (
    <>
      <ProductHead product={product} />
      <Breadcrumbs name={product.name} />
      <article className="mt-1 flex flex-col gap-4 md:mt-4 md:grid md:grid-cols-[7fr_5fr] md:gap-12 lg:gap-16">
        <Gallery key={image} images={imagesOf(product, image)} name={product.name} first={image} />
        <div className="max-md:contents">
          <div>
            <div className="flex items-start justify-between gap-4">
              <h1 className={product.name.length > LONG_NAME ? 'type-title' : 'type-heading'}>
                {product.name}
              </h1>
              <WithFavorites>
                <FavoriteButton productId={product.id} productName={product.name} place="page" />
              </WithFavorites>
            </div>
            <div className="mt-2 flex flex-wrap items-center gap-3 text-lg">
              {offer && <OfferPrice offer={offer} />}
              {!offer && (isError ? <PriceError onRetry={() => void refetch()} /> : <PriceSkeleton />)}
            </div>
            <PriceNote
              className="mt-1"
              isShippingFree={shipping ? shipping.isFree === true : centsOf(product.shippingCost) === 0}
            />
            <StockNote
              inStock={inStock}
              stockQuantity={stockQuantity}
              soldOut={choice ? 'Sold out' : 'Out of stock'}
            />
            <ReviewSummary productId={product.id} />
            {choice ? (
              <VariantPicker
                product={product}
                choices={choices}
                variant={variant}
                chosen={choice}
                onChoose={choose}
              />
            ) : (
              <>
                <Colors colors={product.colors} />
                <SkuLine sku={product.sku} className="mt-5" />
              </>
            )}
            <BuyBar>
              <span className="pinned-price" data-price={offer && formatMoney(offer.price)} />
              <Stepper value={quantity} onChange={setQuantity} name={product.name} />
              <AddProductButton
                productId={product.id}
                variantId={choice?.id}
                quantity={quantity}
                isInStock={inStock}
              />
            </BuyBar>
            {!inStock && (
              <BackInStock key={choice?.id} product={product} variantId={choice?.id ?? product.id} />
            )}
          </div>
          <div className="max-md:order-2">
            <h2 className="sr-only">{t('Description')}</h2>
            <RichText html={product.description} />
            <ShippingFacts product={product} shipping={shipping} />
            {product.safety && <Safety safety={product.safety} />}
          </div>
        </div>
      </article>
      <Detail images={product.images} />
      <ReviewsSection productId={product.id} />
      <RelatedProducts product={product} />
    </>
  )
}

/**
 * Returns the images of the chosen variant: its own and those that follow it until another variant's. All of them if the
 * variants have none.
 */
function imagesOf({ images, variants }: Product, chosen: string | null | undefined) {
  const start = images.findIndex(({ url }) => url === chosen)
  if (start < 0) return images
  const firsts = new Set(variants.map(({ image }) => image))
  const following = images.slice(start + 1)
  const next = following.findIndex(({ url }) => firsts.has(url))
  return images.slice(start, next < 0 ? undefined : start + 1 + next)
}

/** The second picture as a wide strip. It is in the gallery, too, so it says nothing to screen readers. */
function Detail({ images: [, detail, ...others] }: { images: Product['images'] }) {
  if (!detail || others.length === 0) return null
  return (
    <Picture
      {...detail}
      alt=""
      sizes="(min-width: 1280px) 1216px, 100vw"
      className="photo mt-near aspect-3/2 w-full rounded-card object-cover md:aspect-21/9"
    />
  )
}

function OfferPrice({
  offer: { price, oldPrice, priorPrice, unitPrice },
}: {
  offer: Pick<Product, 'price' | 'oldPrice' | 'priorPrice' | 'unitPrice'>
}) {
  const off = oldPrice ? percentOff(oldPrice, price) : 0
  return (
    <>
      <Price price={price} oldPrice={oldPrice} priorPrice={priorPrice} unitPrice={unitPrice} />
      {off > 0 && (
        <span className="rounded-full bg-success px-3 py-0.5 font-medium text-paper text-sm">
          {t('{off}% OFF', { off })}
        </span>
      )}
    </>
  )
}

/** Manufacturer and warnings (Regulation (EU) 2023/988, article 19). */
function Safety({ safety: { warnings, ...manufacturer } }: { safety: ProductSafety }) {
  return (
    <section className="wrap-anywhere mt-10 whitespace-pre-line">
      <h2 className="text-base">{t('Product safety')}</h2>
      <p className="mt-3 text-muted">{Object.values(manufacturer).join('\n')}</p>
      <p className="mt-3 text-muted">{warnings}</p>
    </section>
  )
}

function PriceSkeleton() {
  return (
    <>
      <LoadingText />
      <Skeleton className="h-8 w-28" />
    </>
  )
}

function PriceError({ onRetry }: { onRetry(): void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-base">
      <Trans
        text="Network response was not ok<button>Try again</button>"
        parts={{ button: <Button look="outline" onClick={onRetry} /> }}
      />
    </p>
  )
}

function Colors({ colors }: { colors: string[] }) {
  if (colors.length === 0) return null
  return (
    <section className="mt-5">
      <h2 className="text-sm">{t('Colors')}</h2>
      <ul className="mt-2 flex flex-wrap gap-4">
        {colors.map((color) => (
          <li key={color} className="flex items-center gap-2 text-muted text-sm capitalize">
            <span
              data-color={color}
              className="size-7 rounded-full border border-control"
              style={{ background: swatchOf(color) }}
            />
            {color}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A longer name is set smaller, so that the price stays on a phone's first screen. */
const LONG_NAME = 60

/** At or below this quantity, the page shows how many units are left. */
const LOW_STOCK = 5

/** 'In stock', 'Only N left', or 'Out of stock'. */
function StockNote({
  inStock,
  stockQuantity,
  soldOut,
}: Pick<Product, 'inStock' | 'stockQuantity'> & { soldOut: string }) {
  const isLow = inStock && stockQuantity !== null && stockQuantity <= LOW_STOCK
  const text = !inStock ? soldOut : isLow ? `Only ${stockQuantity} left` : 'In stock'
  return (
    <p className={`mt-2 text-sm ${!inStock || isLow ? 'font-medium' : 'text-success'}`} data-stock={inStock}>
      {text}
    </p>
  )
}

/**
 * Up to four other products of the category, in two columns on small screens and four on larger ones (spec section 2).
 * One or two span several of the four.
 */
function RelatedProducts({ product }: { product: Product }) {
  const { data, isError, refetch } = useQuery(relatedProductsQuery(useApi(), product.categoryId))
  const others = data?.filter(({ id }) => id !== product.id).slice(0, RELATED_MAX)
  if (others?.length === 0) return null
  return (
    <section aria-labelledby="related" className="mt-near">
      <h2 id="related" className="type-title">
        {t('Related Products')}
      </h2>
      <ProductGrid
        products={others}
        placeholders={RELATED_MAX}
        columns="grid-cols-2 lg:grid-cols-4"
        areWide={others?.length === 2}
        hasLead={others?.length === 1}
        sizes={others?.length === 2 ? '(min-width: 1024px) 600px, 50vw' : '(min-width: 1024px) 300px, 50vw'}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </section>
  )
}
