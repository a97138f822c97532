import { useId, useState } from 'react'
import { QUANTITY_MAX } from '#contract/cart/rules.ts'
import { t } from '#contract/language/language.ts'
import { ApiError } from '../platform/api.ts'
import { readToken } from '../platform/auth-token.ts'
import { useFormats } from '../platform/formats.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'
import { Link } from '../platform/router/link.tsx'
import { useMutation } from '../platform/use-query.ts'
import { IconButton } from '../ui/button.tsx'
import { HeartIcon } from '../ui/icons.tsx'
import { TrashIcon } from '../ui/page-icons.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { removeItem, useRemoveItem, useStepQuantity } from './change-cart.ts'
import { FixableItemNote, ItemPicture, ItemVariant, itemTotal, itemUrl, nameOfItem } from './item-parts.tsx'
import { type CartItem, type CartTools, IN_ORDER, refreshCart, useCartTools } from './queries.ts'

/** One product in the cart (spec section 2). A click outside of its buttons opens the product. */
export function CartItemRow({ item, onLeave }: { item: CartItem; onLeave(): void }) {
  const { formatCents, formatMoney } = useFormats()
  const { product, quantity, isAvailable } = item
  const name = useId()
  const stepQuantity = useStepQuantity()
  const remove = useRemoveItem()
  const move = useMoveToWishlist()
  const [isBusy, setBusy] = useState(false)
  // A disabled button would lose the focus, so busy buttons only ignore clicks.
  const once = (act: (done: { onSettled(): void }) => void) => () => {
    if (isBusy) return
    setBusy(true)
    act({ onSettled: () => setBusy(false) })
  }
  return (
    <li aria-busy={isBusy} className="relative flex gap-4 py-4 first:pt-0 aria-busy:opacity-60">
      <ItemPicture item={item} />
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <h3 id={name} className="text-base leading-snug">
              {isAvailable ? (
                <Link
                  className="after:absolute after:inset-0 after:content-[''] hover:underline"
                  to={itemUrl(item)}
                  onClick={onLeave}
                >
                  {product.name}
                </Link>
              ) : (
                product.name
              )}
            </h3>
            <ItemVariant item={item} />
            {quantity > 1 && (
              <p className="text-muted text-sm">{t('{price} each', { price: formatMoney(product.price) })}</p>
            )}
            <FixableItemNote item={item} />
          </div>
          <IconButton
            label={t('Remove {item} from cart', { item: nameOfItem(item) })}
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
              name={nameOfItem(item)}
              onChange={(value) => stepQuantity(item.id, value - quantity)}
            />
          </div>
          <p className="font-medium tabular-nums">{formatCents(itemTotal(item))}</p>
        </div>
        <button
          type="button"
          aria-disabled={isBusy}
          aria-describedby={name}
          className="relative z-10 mt-1 -mb-2 inline-flex min-h-11 items-center gap-2 rounded-field text-muted text-sm underline-offset-4 hover:text-ink hover:underline"
          onClick={once((done) => move.mutate(item, done))}
        >
          <HeartIcon className="size-4" />
          {t(' Move to Wishlist')}
        </button>
      </div>
    </li>
  )
}

/** Moves an item to the favorites, in the steps of spec section 4. The row is busy while this is pending. */
function useMoveToWishlist() {
  const tools = useCartTools()
  return useMutation({
    ...IN_ORDER,
    mutationFn: async (item: CartItem) => {
      if (!readToken()) return false
      await addToFavorites(tools, item.productId)
      await removeFromCart(tools, item.id)
      await tools.queryClient.invalidateQueries({ predicate: belongsTo(keys.favorites, keys.user) })
      return true
    },
    onSuccess: (isMoved) => {
      if (!isMoved) showToast(t('Please Login to Save'), t('Sign in to add items to your favorites'))
      else
        showToast(
          t('Item moved to wishlist'),
          t('The item has been moved to your favorites. Check the Favorites page to view it.'),
        )
    },
    onError: async () => {
      showErrorToast('Failed to move item', 'There was an error adding the item to your favorites')
      await refreshCart(tools)
    },
  })
}

/** A product that no longer exists counts as added. After any other failure, the item is still removed from the cart. */
async function addToFavorites({ api }: CartTools, productId: number) {
  try {
    await api.callForText('POST /api/favorites', { productId })
  } catch (error) {
    const isGone =
      error instanceof ApiError && error.status === 404 && error.serverMessage === 'Product not found'
    // biome-ignore lint/suspicious/noConsole: spec section 4, 'only logged'
    if (!isGone) console.error('The item could not be added to the favorites', error)
  }
}

async function removeFromCart(tools: CartTools, itemId: number) {
  try {
    await removeItem(tools, itemId)
  } catch (cause) {
    throw new Error('Failed to remove item from cart', { cause })
  }
}
