import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { Quote, QuoteLine } from '#contract/quote.ts'
import { CART } from '../platform/addresses.ts'

/** What is not as the shopper saw it, line by line with old and new. */
export function CartChanges({ quote }: { quote: Quote }) {
  const notice = useRef<HTMLElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const changes = quote.lines.flatMap((line) => changesOf(line).map((text) => ({ line, text })))
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-label="Changes to your cart"
      className="mb-6 rounded-card border border-sale bg-surface p-4"
    >
      <h2 className="text-xl">Your cart has changed</h2>
      {changes.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {changes.map(({ line, text }) => (
            <li key={`${line.productId}-${text}`}>{text}</li>
          ))}
        </ul>
      )}
      {quote.lines.some(({ left }) => left !== null) ? (
        <p className="mt-2">
          Please change{' '}
          <Link className="underline underline-offset-4" to={CART}>
            your cart
          </Link>{' '}
          before you continue. What you have typed here stays.
        </p>
      ) : (
        <p className="mt-2">
          The total is now <strong className="tabular-nums">{formatMoney(quote.total)}</strong>. Please look
          at it before you continue.
        </p>
      )}
    </section>
  )
}

function changesOf(line: QuoteLine): string[] {
  const { name, price, quantity, seenPrice, seenQuantity, left } = line
  if (price === null) return ['A product is no longer in your cart.']
  const changes: string[] = []
  if (left === 0) changes.push(`${name} cannot be bought at the moment.`)
  else if (left !== null) changes.push(`${name}: you want ${quantity}, only ${left} left.`)
  if (seenPrice === null) changes.push(`${name} was added.`)
  else if (seenPrice !== price)
    changes.push(`${name}: the price was ${formatMoney(seenPrice)} and is now ${formatMoney(price)}.`)
  if (seenQuantity !== null && seenQuantity !== quantity)
    changes.push(`${name}: you had ${seenQuantity} and now have ${quantity}.`)
  return changes
}
