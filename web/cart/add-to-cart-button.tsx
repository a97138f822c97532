import { Button } from '../ui/button.tsx'
import { BagIcon } from '../ui/icons.tsx'

/** Adds one of a product to the cart. */
export function AddToCartButton({ isInStock }: { productId: number; isInStock: boolean }) {
  return (
    <Button look="outline" className="w-full whitespace-nowrap px-2" disabled={!isInStock}>
      <BagIcon className="size-4 max-sm:hidden" /> Add to Cart
    </Button>
  )
}
