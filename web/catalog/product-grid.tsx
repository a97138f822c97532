import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { LoadingText } from '../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductCardSkeleton } from './product-card-skeleton.tsx'
import type { ProductSummary } from './queries.ts'

/** Cards in columns; placeholders in their shape while loading, a way on after an error. */
export function ProductGrid({
  products,
  placeholders,
  columns,
  sizes,
  isError,
  isDimmed = false,
  onRetry,
}: {
  products: ProductSummary[] | undefined
  placeholders: number
  columns: string
  /** How wide a card's image is drawn, as the `sizes` of an image. */
  sizes: string
  isError: boolean
  /** True while these are the old results and new ones are on their way. */
  isDimmed?: boolean
  onRetry(): void
}) {
  if (isError) {
    return (
      <Notice role="alert">
        <p className="text-lg">Network response was not ok</p>
        <Button look="outline" className="mt-6" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    )
  }
  return (
    <>
      {!products && <LoadingText />}
      <ul
        aria-busy={isDimmed || undefined}
        className={`mt-6 grid gap-3 transition-opacity duration-200 md:gap-6 ${columns} ${isDimmed ? 'opacity-50' : ''}`}
      >
        {products?.map((product) => (
          <li key={product.id} className="flex">
            <ProductCard product={product} sizes={sizes} />
          </li>
        ))}
        {!products &&
          Array.from({ length: placeholders }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move
            <li key={place}>
              <ProductCardSkeleton />
            </li>
          ))}
      </ul>
    </>
  )
}
