import type { ReactNode } from 'react'

/** A button that adds to the cart: by `onAdd`, or as a plain form where no script runs (yet). */
export function AddForm({
  productId,
  quantity,
  onAdd,
  className,
  children,
}: {
  productId: number
  quantity: number
  onAdd(): void
  className: string
  children: ReactNode
}) {
  return (
    <form
      method="post"
      action="/cart/items"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd()
      }}
    >
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="quantity" value={quantity} />
      {children}
    </form>
  )
}
