import { useId } from 'react'
import { Link } from 'react-router'
import { QUANTITY_MAX } from '#contract/cart/rules.ts'
import { formatCents } from '#contract/money.ts'
import { lineTotal, pricedLine } from '#contract/pricing/quote.ts'
import { Button } from '../ui/button.tsx'
import { NoPicture, Picture } from '../ui/picture.tsx'
import type { CartItem } from './answers.ts'
import { lineAddress } from './line-address.ts'
import { LineNote, shortageOf } from './line-note.tsx'

/** One product on the plain cart page: what changes it are forms. */
export function CartPageLine({ item }: { item: CartItem }) {
  const { id, product, quantity, isAvailable } = item
  const [image] = product.images
  const field = useId()
  const left = shortageOf(item)
  return (
    <li className="flex gap-4 py-5">
      <div className="size-20 shrink-0 overflow-hidden rounded-card bg-hairline sm:size-24">
        {image ? (
          <Picture {...image} sizes="96px" className="size-full object-cover" />
        ) : (
          <NoPicture className="size-full" />
        )}
      </div>
      <div className="min-w-0 grow">
        <div className="flex justify-between gap-4">
          <h2 className="font-medium font-sans text-base tracking-normal">
            {isAvailable ? <Link to={lineAddress(product)}>{product.name}</Link> : product.name}
          </h2>
          <p className="font-medium tabular-nums">{formatCents(lineTotal(pricedLine(item)))}</p>
        </div>
        <LineNote item={item} />
        {left !== null && (
          <form method="post" action={`/cart/items/${id}`}>
            <input type="hidden" name="quantity" value={left} />
            <Button type="submit" look="quiet" className="px-0! underline underline-offset-4">
              Set to {left}
            </Button>
          </form>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <form method="post" action={`/cart/items/${id}`} className="flex items-center gap-2">
            <label htmlFor={field} className="sr-only">
              Quantity of {product.name}
            </label>
            <input
              id={field}
              type="number"
              name="quantity"
              min={1}
              max={QUANTITY_MAX}
              required
              defaultValue={quantity}
              className="min-h-11 w-16 rounded-field border border-control bg-surface px-3"
            />
            <Button type="submit" look="outline" className="px-3!">
              Update
            </Button>
          </form>
          <form method="post" action={`/cart/items/${id}/remove`}>
            <Button
              type="submit"
              look="quiet"
              className="px-3!"
              aria-label={`Remove ${product.name} from cart`}
            >
              Remove
            </Button>
          </form>
        </div>
      </div>
    </li>
  )
}
