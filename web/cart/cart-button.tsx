import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { CART } from '../platform/addresses.ts'
import { BagIcon } from '../ui/icons.tsx'
import { useCartPanel } from './cart-panel-state.tsx'
import { useCart } from './queries.ts'

/** Opens the cart, and says how many are in it; without script the way to the plain cart page. */
export function CartButton() {
  const { count } = useCart()
  const { open } = useCartPanel()
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
  return (
    <Link
      to={CART}
      aria-haspopup="dialog"
      aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      onClick={show}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-hairline"
    >
      <BagIcon />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center font-medium text-paper text-xs leading-5 tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
