import { countItems } from '#contract/cart/rules.ts'
import { t } from '#contract/language/language.ts'
import { CartTotals } from '../cart/cart-totals.tsx'
import { FixableItemNote, ItemVariant, itemTotal, pictureOf } from '../cart/item-parts.tsx'
import type { CartItem } from '../cart/queries.ts'
import type { ShownQuote } from '../cart/quote.ts'
import { useFormats } from '../platform/formats.ts'
import { Picture } from '../ui/picture.tsx'

type Props = { items: CartItem[]; quote: ShownQuote }

/** The items and totals. Next to the form on wide screens; on narrow ones, a bottom line with the total that expands. */
export function OrderSummary({ items, quote }: Props) {
  const { formatMoney } = useFormats()
  const total = quote.isFailed ? undefined : quote.data?.amounts.total
  const count = countItems(items)
  return (
    <div className="border-hairline border-t bg-paper lg:border-t-0 lg:border-l">
      <details className="group lg:hidden">
        <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 px-4">
          <span>
            {t('Order summary ({count})', { count })}
            <span aria-hidden="true" className="ml-2 inline-block transition-transform group-open:rotate-180">
              ⌃
            </span>
          </span>
          <span aria-busy={!quote.isCurrent} className="font-medium text-lg tabular-nums">
            {total && formatMoney(total)}
          </span>
        </summary>
        <div className="max-h-[50vh] overflow-y-auto border-hairline border-t p-4">
          <Items items={items} quote={quote} />
        </div>
      </details>
      <div className="hidden pl-10 lg:block">
        <h2 className="mb-4 type-title">{t('Order summary')}</h2>
        <Items items={items} quote={quote} />
      </div>
    </div>
  )
}

function Items({ items, quote }: Props) {
  return (
    <>
      <ul className="mb-5 space-y-4">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <CartTotals items={items} quote={quote} />
    </>
  )
}

function Item({ item }: { item: CartItem }) {
  const { formatCents, formatMoney } = useFormats()
  const { product, quantity } = item
  const image = pictureOf(item)
  return (
    <li className="flex gap-3">
      {image && (
        <div className="size-20 shrink-0 overflow-hidden rounded-field bg-hairline">
          <Picture {...image} sizes="80px" className="photo size-full object-cover" />
        </div>
      )}
      <div className="min-w-0 grow">
        <p className="wrap-anywhere font-medium">{product.name}</p>
        <ItemVariant item={item} />
        <p className="text-muted text-sm tabular-nums">
          {quantity} × {formatMoney(product.price)}
        </p>
        <FixableItemNote item={item} />
      </div>
      <p className="shrink-0 tabular-nums">{formatCents(itemTotal(item))}</p>
    </li>
  )
}
