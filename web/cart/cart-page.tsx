import { useEffect, useId } from 'react'
import { CART_MESSAGES, QUANTITY_MAX } from '#contract/cart/rules.ts'
import { t } from '#contract/language/language.ts'
import { useFormats } from '../platform/formats.ts'
import { Head } from '../platform/head.tsx'
import { CHECKOUT, HOME } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { Link } from '../platform/router/link.tsx'
import { useNavigate, useParameters } from '../platform/router/use-router.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { AgentCart } from './agent-cart.tsx'
import { useCartPanel } from './cart-host.tsx'
import { CartTotals } from './cart-totals.tsx'
import {
  ItemNote,
  ItemPicture,
  ItemVariant,
  itemTotal,
  itemUrl,
  nameOfItem,
  shortageOf,
} from './item-parts.tsx'
import { type CartItem, useCart, useCartTools } from './queries.ts'
import { useCartQuote } from './quote.ts'

/** /cart: opens the cart panel over the home page, or shows this plain page without JavaScript (contract section 0). */
export function CartPage() {
  const parameters = useParameters()
  const code = parameters.get('take')
  return code === null ? <OwnCart problem={parameters.get('problem')} /> : <AgentCart code={code} />
}

function OwnCart({ problem }: { problem: string | null }) {
  useOpenPanelInstead()
  const { items, count } = useCart()
  const quote = useCartQuote(items)
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-8">
      <Head page="Your Cart" isPrivate />
      <h1 className="type-heading">{t('Your Cart ({count})', { count })}</h1>
      {problem && (
        <p role="alert" className="mt-6 warning">
          {PROBLEMS.get(problem) ?? t('There was an error updating the item in your cart.')}
        </p>
      )}
      {items.length === 0 ? (
        <p className="mt-8 text-lg">{t('Your cart is empty')}</p>
      ) : (
        <>
          <ul className="mt-8 divide-y divide-hairline border-hairline border-y">
            {items.map((item) => (
              <CartPageItem key={item.id} item={item} />
            ))}
          </ul>
          <div className="mt-6">
            <CartTotals items={items} quote={quote} />
          </div>
          <ButtonLink className="mt-6 w-full" to={CHECKOUT}>
            {t('Proceed to Checkout')}
          </ButtonLink>
        </>
      )}
      <ButtonLink look="outline" className="mt-3 w-full" to={HOME}>
        {t('Continue Shopping')}
      </ButtonLink>
    </div>
  )
}

/** Reasons for rejecting a form on this page, keyed by the code in the URL. */
const PROBLEMS = new Map<string, string>([
  ['out_of_stock', CART_MESSAGES.outOfStock],
  ['not_found', CART_MESSAGES.itemNotFound],
  ['cart_full', CART_MESSAGES.full],
  ['invalid_input', CART_MESSAGES.quantity],
])

/** Opens the panel instead. The server rendered the page for no particular visitor; only the browser has the cart. */
function useOpenPanelInstead() {
  const { open } = useCartPanel()
  const navigate = useNavigate()
  const tools = useCartTools()
  useEffect(() => {
    void tools.queryClient.invalidateQueries({ queryKey: keys.cart })
    open()
    void navigate(HOME, { replace: true })
  }, [tools, open, navigate])
}

/** One product on the plain cart page, with forms for changes. */
function CartPageItem({ item }: { item: CartItem }) {
  const { formatCents } = useFormats()
  const { id, product, quantity, isAvailable } = item
  const field = useId()
  const left = shortageOf(item)
  return (
    <li className="flex gap-4 py-5">
      <ItemPicture item={item} />
      <div className="min-w-0 grow">
        <div className="flex justify-between gap-4">
          <h2 className="text-base">
            {isAvailable ? <Link to={itemUrl(item)}>{product.name}</Link> : product.name}
          </h2>
          <p className="font-medium tabular-nums">{formatCents(itemTotal(item))}</p>
        </div>
        <ItemVariant item={item} />
        <ItemNote item={item} />
        {left !== null && (
          <form method="post" action={`/cart/items/${id}`}>
            <input type="hidden" name="quantity" value={left} />
            <Button type="submit" look="quiet" className="px-0! underline underline-offset-4">
              {t('Set to {left}', { left })}
            </Button>
          </form>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <form method="post" action={`/cart/items/${id}`} className="flex items-center gap-2">
            <label htmlFor={field} className="sr-only">
              {t('Quantity of {item}', { item: nameOfItem(item) })}
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
              {t('Update')}
            </Button>
          </form>
          <form method="post" action={`/cart/items/${id}/remove`}>
            <Button
              type="submit"
              look="quiet"
              className="px-3!"
              aria-label={t('Remove {item} from cart', { item: nameOfItem(item) })}
            >
              {t('Remove')}
            </Button>
          </form>
        </div>
      </div>
    </li>
  )
}
