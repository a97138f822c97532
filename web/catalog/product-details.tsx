import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalog/api.ts'
import { percentOff } from '#contract/money.ts'
import { AddProductButton } from '../cart/add-to-cart-button.tsx'
import { FavoriteButton } from '../favorites/favorite-button.tsx'
import { HOME, productAddress } from '../platform/addresses.ts'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { ReviewSummary } from '../reviews/review-summary.tsx'
import { ReviewsSection } from '../reviews/reviews-section.tsx'
import { shopInfoQuery } from '../settings/queries.ts'
import { ChevronLeftIcon } from '../ui/page-icons.tsx'
import { Price } from '../ui/price.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { BuyBar } from './buy-bar.tsx'
import { Gallery } from './gallery.tsx'
import { plainText, productFacts } from './product-facts.ts'
import { listCategoriesQuery } from './queries.ts'
import { RelatedProducts } from './related-products.tsx'
import { ShippingFacts } from './shipping-facts.tsx'
import { StockNote } from './stock-note.tsx'
import { swatchOf } from './swatches.ts'

export function ProductDetails({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1)
  const off = product.oldPrice ? percentOff(product.oldPrice, product.price) : 0
  return (
    <>
      <ProductHead product={product} />
      <Breadcrumbs name={product.name} />
      <article className="mt-4 grid grid-cols-1 gap-8 md:grid-cols-2 md:gap-12">
        <Gallery images={product.images} name={product.name} />
        <div>
          <div className="flex items-start justify-between gap-4">
            <h1 className="text-4xl md:text-5xl">{product.name}</h1>
            <FavoriteButton productId={product.id} productName={product.name} place="page" />
          </div>
          <ReviewSummary productId={product.id} />
          <div className="mt-4 flex flex-wrap items-center gap-3 text-2xl">
            <Price {...product} />
            {off > 0 && (
              <span className="rounded-full bg-success px-3 py-0.5 font-medium text-paper text-sm">
                {off}% OFF
              </span>
            )}
          </div>
          <StockNote product={product} />
          <Colors colors={product.colors} />
          <BuyBar>
            <Stepper value={quantity} onChange={setQuantity} name={product.name} />
            <AddProductButton productId={product.id} quantity={quantity} isInStock={product.inStock} />
          </BuyBar>
          <RichText html={product.description} />
          <ShippingFacts product={product} />
        </div>
      </article>
      <ReviewsSection productId={product.id} />
      <RelatedProducts product={product} />
    </>
  )
}

function ProductHead({ product }: { product: Product }) {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: categories = [] } = useQuery(listCategoriesQuery(api))
  const publicUrl = shop?.publicUrl ?? ''
  const category = categories.find(({ id }) => id === product.categoryId)
  return (
    <Head
      title={`${product.name} – ${shop?.name ?? 'Plinth'}`}
      description={plainText(product.description, 160)}
      canonical={`${publicUrl}${productAddress(product)}`}
      image={product.image && new URL(product.image, publicUrl || 'http://localhost').href}
      type="product"
      jsonLd={shop && productFacts(publicUrl, product, category)}
    />
  )
}

function Breadcrumbs({ name }: { name: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6">
      <nav aria-label="Breadcrumbs" className="min-w-0">
        <ol className="flex items-center gap-2 text-muted">
          <li>
            <Link className="inline-flex min-h-8 tap items-center hover:text-ink hover:underline" to={HOME}>
              Home
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li aria-current="page" className="truncate text-ink">
            {name}
          </li>
        </ol>
      </nav>
      <Link
        className="inline-flex min-h-8 tap items-center gap-1 text-muted hover:text-ink hover:underline"
        to={HOME}
      >
        <ChevronLeftIcon className="size-4" /> Back to products
      </Link>
    </div>
  )
}

function Colors({ colors }: { colors: string[] }) {
  if (colors.length === 0) return null
  return (
    <section className="mt-5">
      <h2 className="font-medium font-sans text-sm">Colors</h2>
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
