import { Button } from '../ui/button.tsx'
import { BagIcon } from '../ui/icons.tsx'

/** Adds so many of a product to the cart. */
export function AddProductButton({ isInStock }: { productId: number; quantity: number; isInStock: boolean }) {
  return (
    <Button className="grow" disabled={!isInStock}>
      <BagIcon className="size-4" /> Add to Cart
    </Button>
  )
}
