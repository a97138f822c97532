import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { BagIcon, CheckIcon } from '../ui/icons.tsx'
import { AddForm } from './add-form.tsx'
import { useAddToCart } from './add-to-cart.ts'
import { BusyRing } from './busy-ring.tsx'
import { useForASecond } from './use-for-a-second.ts'

/** Adds so many of a product to the cart, then says so for a second (spec section 2, product detail). */
export function AddProductButton({
  productId,
  quantity,
  isInStock,
}: {
  productId: number
  quantity: number
  isInStock: boolean
}) {
  const { mutate } = useAddToCart('shop')
  // At once, unlike the mutation's own state: the second click of a double click must not add again.
  const [isPending, setPending] = useState(false)
  const [isAdded, sayAdded] = useForASecond()
  const add = () => {
    if (isPending) return
    setPending(true)
    mutate(
      { productId, quantity },
      {
        onSuccess: (kind) => kind !== 'unreadable' && sayAdded(),
        onSettled: () => setPending(false),
      },
    )
  }
  return (
    <AddForm productId={productId} quantity={quantity} onAdd={add} className="grow">
      <Button
        type="submit"
        className="w-full"
        disabled={!isInStock}
        aria-busy={isPending}
        aria-disabled={isPending || undefined}
      >
        <Face isPending={isPending} isAdded={isAdded} />
      </Button>
    </AddForm>
  )
}

function Face({ isPending, isAdded }: { isPending: boolean; isAdded: boolean }) {
  if (isAdded)
    return (
      <>
        <CheckIcon className="size-4" /> Added to Cart
      </>
    )
  return <>{isPending ? <BusyRing /> : <BagIcon className="size-4" />} Add to Cart</>
}
