import { useEffect, useRef } from 'react'
import { variantIdOf } from '#contract/catalog/variants.ts'
import type { CheckedCart, CheckedItem } from '#contract/checkout/api.ts'
import type { CartItem } from '../cart/queries.ts'
import { type Formats, useFormats } from '../platform/formats.ts'
import { CART } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { Trans } from '../ui/trans.tsx'

/** Differences from what the shopper saw, item by item, with old and new values. */
export function CartChanges({ quote, items }: { quote: CheckedCart; items: CartItem[] }) {
  const { formatMoney } = useFormats()
  const notice = useRef<HTMLElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const changes = quote.lines.flatMap((line) => changesOf(line, formatMoney).map((text) => ({ line, text })))
  const isShort = quote.lines.some(({ left }) => left !== null)
  // Even an unchanged cart may exceed what is available.
  const hasChanged = quote.lines.some(
    ({ price, quantity, seenPrice, seenQuantity }) => price !== seenPrice || quantity !== seenQuantity,
  )
  // The shopper may have reduced the quantities in the meantime.
  if (isShort && !hasChanged && quote.lines.every((line) => isEnough(line, items))) return null
  const title = isShort && !hasChanged ? 'Some items aren’t available' : 'Your cart has changed'
  return (
    <section ref={notice} tabIndex={-1} aria-label={title} className="mb-6 warning">
      <h2 className="text-lg">{title}</h2>
      {changes.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {changes.map(({ line, text }) => (
            <li key={`${line.variantId ?? line.productId}-${text}`}>{text}</li>
          ))}
        </ul>
      )}
      {isShort ? (
        <p className="mt-2">
          <Trans
            text="Update <link>your cart</link> to continue. Your details are saved."
            parts={{ link: <Link className="underline underline-offset-4" to={CART} /> }}
          />
        </p>
      ) : (
        <p className="mt-2">
          <Trans
            text={'The total is now <strong>{total}</strong>. Please review it before you continue.'}
            values={{ total: formatMoney(quote.total) }}
            parts={{ strong: <strong className="tabular-nums" /> }}
          />
        </p>
      )}
    </section>
  )
}

function isEnough({ productId, variantId = productId, left }: CheckedItem, items: CartItem[]): boolean {
  return left === null || items.every((item) => variantIdOf(item) !== variantId || item.quantity <= left)
}

function changesOf(line: CheckedItem, formatMoney: Formats['formatMoney']): string[] {
  const { name, price, quantity, seenPrice, seenQuantity, left } = line
  if (price === null) return ['A product is no longer in your cart.']
  const changes: string[] = []
  if (left === 0) changes.push(`${name} is currently unavailable.`)
  else if (left !== null) changes.push(`${name}: Only ${left} available. You have ${quantity} in your cart.`)
  if (seenQuantity === null) changes.push(`${name} was added.`)
  else if (seenPrice === null) changes.push(`${name}: The price is now ${formatMoney(price)}.`)
  else if (seenPrice !== price)
    changes.push(`${name}: The price changed from ${formatMoney(seenPrice)} to ${formatMoney(price)}.`)
  if (seenQuantity !== null && seenQuantity !== quantity)
    changes.push(`${name}: The quantity changed from ${seenQuantity} to ${quantity}.`)
  return changes
}
