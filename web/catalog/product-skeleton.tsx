import { LoadingText, Skeleton } from '../ui/skeleton.tsx'

/** The product page in its final shape, still empty. */
export function ProductSkeleton() {
  return (
    <div data-testid="product-skeleton">
      <LoadingText />
      <Skeleton className="h-6 w-64" />
      <div className="mt-6 grid gap-8 md:grid-cols-2 md:gap-12">
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
