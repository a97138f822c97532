import { Link } from 'react-router'
import { CART } from '../platform/addresses.ts'
import { BagIcon } from '../ui/icons.tsx'

export function CartButton() {
  return (
    <Link
      to={CART}
      aria-label="Cart"
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-hairline"
    >
      <BagIcon />
    </Link>
  )
}
