import { useId, useState } from 'react'
import { Link } from 'react-router'
import { QUANTITY_MAX } from '#contract/cart/rules.ts'
import { formatCents, formatMoney } from '#contract/money.ts'
import { lineTotal, pricedLine } from '#contract/pricing/quote.ts'
import { IconButton } from '../ui/button.tsx'
import { HeartIcon } from '../ui/icons.tsx'
import { TrashIcon } from '../ui/page-icons.tsx'
import { NoPicture, Picture } from '../ui/picture.tsx'
import { Stepper } from '../ui/stepper.tsx'
import type { CartItem } from './answers.ts'
import { useStepQuantity } from './change-quantity.ts'
import { lineAddress } from './line-address.ts'
import { FixableLineNote } from './line-note.tsx'
import { useMoveToWishlist } from './move-to-wishlist.ts'
import { useRemoveItem } from './remove-item.ts'

/** One product in the cart (spec section 2); a click beside its buttons opens the product. */
export function CartLine({ item, onLeave }: { item: CartItem; onLeave(): void }) {
  const { product, quantity, isAvailable } = item
  const [image] = product.images
  const name = useId()
  const stepQuantity = useStepQuantity()
  const remove = useRemoveItem()
  const move = useMoveToWishlist()
  const [isBusy, setBusy] = useState(false)
  // A button that is disabled under the finger loses the focus: busy ones only stop listening.
  const once = (act: (done: { onSettled(): void }) => void) => () => {
    if (isBusy) return
    setBusy(true)
    act({ onSettled: () => setBusy(false) })
  }
  return (
    <li aria-busy={isBusy} className="relative flex gap-4 py-4 first:pt-0 aria-busy:opacity-60">
      <div className="size-20 shrink-0 overflow-hidden rounded-card bg-hairline sm:size-24">
        {image ? (
          <Picture {...image} sizes="96px" className="size-full object-cover" />
        ) : (
          <NoPicture className="size-full" />
        )}
      </div>
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-2">
          <div>
            <h3 id={name} className="font-medium font-sans text-base leading-snug tracking-normal">
              {isAvailable ? (
                <Link
                  className="after:absolute after:inset-0 after:content-[''] hover:underline"
                  to={lineAddress(product)}
                  onClick={onLeave}
                >
                  {product.name}
                </Link>
              ) : (
                product.name
              )}
            </h3>
            {quantity > 1 && <p className="text-muted text-sm">{formatMoney(product.price)} each</p>}
            <FixableLineNote item={item} />
          </div>
          <IconButton
            label={`Remove ${product.name} from cart`}
            aria-disabled={isBusy}
            className="-mt-2 -mr-2 relative z-10 aria-disabled:opacity-50"
            onClick={once((done) => remove.mutate(item.id, done))}
          >
            <TrashIcon />
          </IconButton>
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <div className="relative z-10">
            <Stepper
              value={quantity}
              most={QUANTITY_MAX}
              name={product.name}
              onChange={(value) => stepQuantity(item.id, value - quantity)}
            />
          </div>
          <p className="font-medium tabular-nums">{formatCents(lineTotal(pricedLine(item)))}</p>
        </div>
        <button
          type="button"
          aria-disabled={isBusy}
          aria-describedby={name}
          className="relative z-10 mt-1 -mb-2 inline-flex min-h-11 items-center gap-2 rounded-field text-muted text-sm underline-offset-4 hover:text-ink hover:underline"
          onClick={once((done) => move.mutate(item, done))}
        >
          <HeartIcon className="size-4" /> Move to Wishlist
        </button>
      </div>
    </li>
  )
}
