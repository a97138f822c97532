import { Skeleton } from '../ui/skeleton.tsx'

/** A card in its final shape, still empty. */
export function ProductCardSkeleton() {
  return (
    <div data-testid="product-placeholder" className="rounded-card border border-hairline bg-surface">
      <Skeleton className="aspect-square w-full rounded-b-none" />
      <div className="space-y-2.5 p-3 md:p-4">
        {/* Most names take two lines on a phone. */}
        <Skeleton className="h-5 w-4/5 max-md:h-11" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  )
}
