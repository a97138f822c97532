import { QUANTITY_MAX } from '#contract/cart/rules.ts'
import { t } from '#contract/language/language.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation } from '../platform/use-query.ts'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import {
  type CartTools,
  cartQuery,
  IN_ORDER,
  isLatest,
  pendingQuantities,
  type QuantityChange,
  readCart,
  refreshCart,
  saveCart,
  useCartTools,
} from './queries.ts'

/**
 * Changes an item's quantity by one step. The change is shown immediately. Requests are sent one at a time, and only
 * the last of several quick clicks is sent.
 */
export function useStepQuantity(): (itemId: number, step: number) => void {
  const tools = useCartTools()
  const { mutate } = useMutation({
    ...IN_ORDER,
    mutationKey: keys.cartQuantity,
    mutationFn: (change: QuantityChange) => sendQuantity(tools, change),
    onError: () =>
      showErrorToast('Failed to update item', 'There was an error updating the item in your cart.'),
  })
  return (itemId, step) => {
    // Read from the cache instead of the page, because a quick second click comes before the first one is rendered.
    const known = knownQuantity(tools, itemId)
    const quantity = Math.min(Math.max(known + step, 1), QUANTITY_MAX)
    if (quantity === known) return
    const before = pendingQuantities(tools.queryClient, itemId)[0]?.before ?? known
    mutate({ itemId, quantity, before })
    showQuantity(tools, itemId, quantity)
  }
}

async function sendQuantity(tools: CartTools, change: QuantityChange) {
  const { itemId, quantity, before } = change
  if (!isLatest(tools.queryClient, change)) return
  try {
    const response = readCart(await tools.api.callForText('PATCH /api/cart/:itemId', { itemId, quantity }))
    if (response.kind === 'list') await saveCart(tools, response.items)
    else await refreshCart(tools)
  } catch (error) {
    // A later click may succeed. If it fails, it reports the error.
    if (!isLatest(tools.queryClient, change)) return
    showQuantity(tools, itemId, before)
    await refreshCart(tools, change)
    throw error
  }
}

/** Spec section 4, Toasts: removal and clear. */
const SHORTLY = { duration: 2000 }

type Removed = 'removed' | 'not refreshed' | 'unconfirmed'

export function useRemoveItem() {
  const tools = useCartTools()
  return useMutation({
    ...IN_ORDER,
    mutationFn: (itemId: number) => removeItem(tools, itemId),
    onSuccess: (outcome) => {
      if (outcome === 'removed') showToast(t('Item removed'), undefined, SHORTLY)
      else if (outcome === 'not refreshed')
        showToast(t('Item removed'), t("Item has been removed, but we couldn't refresh the cart."), SHORTLY)
      else
        showToast(
          t('Item likely removed'),
          t("Item may have been removed, but we couldn't confirm."),
          SHORTLY,
        )
    },
    onError: async () => {
      showToast(t('Failed to remove item'), undefined, { ...SHORTLY, isDestructive: true })
      await refreshCart(tools)
    },
  })
}

/** Removes an item. Refetches the cart if the response isn't a list (spec section 7). @throws ApiError */
export async function removeItem(tools: CartTools, itemId: number): Promise<Removed> {
  const response = readCart(await tools.api.callForText('DELETE /api/cart/:itemId', { itemId }))
  if (response.kind === 'list') {
    await saveCart(tools, response.items)
    return 'removed'
  }
  const isRefreshed = await refreshCart(tools)
  if (response.kind === 'unreadable') return 'unconfirmed'
  if (!isRefreshed) dropItem(tools, itemId)
  return isRefreshed ? 'removed' : 'not refreshed'
}

export function useClearCart() {
  const tools = useCartTools()
  return useMutation({
    ...IN_ORDER,
    mutationFn: async () => {
      await tools.api.callForText('DELETE /api/cart')
      await saveCart(tools, [])
    },
    onSuccess: () => showToast(t('Cart cleared'), undefined, SHORTLY),
    onError: async () => {
      showToast(t('Failed to clear cart'), undefined, { ...SHORTLY, isDestructive: true })
      // Some items may already have been removed on the server.
      await refreshCart(tools)
    },
  })
}

function knownQuantity({ api, queryClient }: CartTools, itemId: number): number {
  const items = queryClient.getQueryData(cartQuery(api).queryKey)
  return items?.find(({ id }) => id === itemId)?.quantity ?? 1
}

/** Shows a quantity before the server has confirmed it. */
function showQuantity({ api, queryClient }: CartTools, itemId: number, quantity: number) {
  queryClient.setQueryData(cartQuery(api).queryKey, (items) =>
    items?.map((item) => (item.id === itemId ? { ...item, quantity } : item)),
  )
}

/** Hides an item when the remaining ones can't be fetched. */
function dropItem({ api, queryClient }: CartTools, itemId: number) {
  queryClient.setQueryData(cartQuery(api).queryKey, (items) => items?.filter(({ id }) => id !== itemId))
}
