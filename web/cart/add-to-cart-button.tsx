import { Button } from '../ui/button.tsx'
import { BagIcon } from '../ui/icons.tsx'
import { AddForm } from './add-form.tsx'
import { type AddPlace, useAddToCart } from './add-to-cart.ts'
import { BusyRing } from './busy-ring.tsx'
import { useForASecond } from './use-for-a-second.ts'

/** Adds one of a product to the cart; busy for a second (spec section 4). */
export function AddToCartButton({
  productId,
  isInStock,
  place = 'shop',
}: {
  productId: number
  isInStock: boolean
  place?: AddPlace
}) {
  const { mutate } = useAddToCart(place)
  const [isBusy, startBusy] = useForASecond()
  const add = () => {
    if (isBusy) return
    startBusy()
    // Once the ring is painted: the first request of a page costs as much as drawing it.
    setTimeout(mutate, 0, { productId, quantity: 1 })
  }
  return (
    <AddForm productId={productId} quantity={1} onAdd={add} className="w-full">
      {/* Not disabled while busy: it would lose the focus that the cart gives back to it. */}
      <Button
        type="submit"
        look="outline"
        className="w-full whitespace-nowrap px-2!"
        disabled={!isInStock}
        aria-busy={isBusy}
        aria-disabled={isBusy || undefined}
      >
        {isBusy ? <BusyRing /> : <BagIcon className="size-4 max-sm:hidden" />} Add to Cart
      </Button>
    </AddForm>
  )
}
