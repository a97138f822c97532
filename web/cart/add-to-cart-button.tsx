import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalog/api.ts'
import { t } from '#contract/language/language.ts'
import { productAddress } from '../platform/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { type AddPlace, useAddToCart } from './add-to-cart.ts'

/**
 * The button on a product card. Adds the product or its variant to the cart, or opens the product's page if its
 * variants can only be chosen there.
 */
export function CardButton({
  product,
  variantId,
  formId,
  isInStock,
  place,
}: {
  product: Pick<Product, 'id' | 'slug' | 'options'>
  variantId?: number | undefined
  /** The form that the card's swatches belong to. */
  formId?: string
  isInStock: boolean
  place?: AddPlace
}) {
  if (product.options.length === 0 || variantId !== undefined)
    return (
      <AddToCartButton
        productId={product.id}
        variantId={variantId}
        formId={formId}
        isInStock={isInStock}
        place={place}
      />
    )
  return (
    <ButtonLink look="line" className="w-full" to={productAddress(product)}>
      {t('Choose options')}
    </ButtonLink>
  )
}

/** Adds one unit of a product to the cart. Busy for one second (spec section 4). */
function AddToCartButton({
  productId,
  variantId,
  formId,
  isInStock,
  place = 'shop',
}: {
  productId: number
  variantId: number | undefined
  formId: string | undefined
  isInStock: boolean
  place?: AddPlace | undefined
}) {
  const { mutate } = useAddToCart(place)
  const [isBusy, startBusy] = useForASecond()
  const add = () => {
    if (isBusy) return
    startBusy()
    // Wait until the ring is painted: the first request of a page costs as much as painting it.
    setTimeout(mutate, 0, { productId, variantId, quantity: 1 })
  }
  return (
    <AddForm
      productId={productId}
      formId={formId}
      quantity={1}
      isInStock={isInStock}
      isBusy={isBusy}
      onAdd={add}
      look="line"
    >
      Add to Cart {isBusy && <BusyRing />}
    </AddForm>
  )
}

/** Adds the chosen quantity to the cart, then confirms it for a second (spec section 2, product detail). */
export function AddProductButton({
  productId,
  variantId,
  quantity,
  isInStock,
}: {
  productId: number
  variantId?: number | undefined
  quantity: number
  isInStock: boolean
}) {
  const { mutate } = useAddToCart('shop')
  // Set synchronously, unlike the mutation's own state, because the second click of a double click must not add again.
  const [isPending, setPending] = useState(false)
  const [isAdded, showAdded] = useForASecond()
  const add = () => {
    if (isPending) return
    setPending(true)
    mutate(
      { productId, variantId, quantity },
      {
        onSuccess: (kind) => kind !== 'unreadable' && showAdded(),
        onSettled: () => setPending(false),
      },
    )
  }
  return (
    <AddForm
      productId={productId}
      variantId={variantId}
      quantity={quantity}
      isInStock={isInStock}
      isBusy={isPending}
      onAdd={add}
      look="primary"
    >
      {isAdded ? <CheckIcon className="size-4" /> : isPending && <BusyRing />}
      {isAdded ? t('Added to Cart') : t('Add to Cart')}
    </AddForm>
  )
}

/** A button that adds to the cart: with `onAdd`, or as a plain form without JavaScript. */
function AddForm({
  productId,
  variantId,
  formId,
  quantity,
  isInStock,
  isBusy,
  onAdd,
  look,
  children,
}: {
  productId: number
  /** Not for a form with swatches, which send the variant themselves. */
  variantId?: number | undefined
  formId?: string | undefined
  quantity: number
  isInStock: boolean
  isBusy: boolean
  onAdd(): void
  look: 'primary' | 'line'
  children: ReactNode
}) {
  return (
    // A card has several buttons and only one form, which is no landmark.
    <form
      id={formId}
      role="none"
      method="post"
      action="/cart/items"
      className="grow"
      onSubmit={(event) => {
        event.preventDefault()
        onAdd()
      }}
    >
      <input type="hidden" name="productId" value={productId} />
      {variantId !== undefined && <input type="hidden" name="variantId" value={variantId} />}
      <input type="hidden" name="quantity" value={quantity} />
      {/* Not disabled while busy, since it would lose the focus that the cart returns to it. */}
      <Button
        type="submit"
        look={look}
        className="w-full"
        disabled={!isInStock}
        aria-busy={isBusy}
        aria-disabled={isBusy || undefined}
      >
        {children}
      </Button>
    </form>
  )
}

/** Spins while a button is busy. */
function BusyRing() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  )
}

/** Spec section 9: how long an add button is busy, and how long it shows 'Added to Cart'. */
const SECOND_MS = 1000

/** True for one second after each start. */
function useForASecond(): [isOn: boolean, start: () => void] {
  const [isOn, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = useCallback(() => {
    setOn(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOn(false), SECOND_MS)
  }, [])
  return [isOn, start]
}
