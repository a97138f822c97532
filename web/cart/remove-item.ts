import { useMutation } from '@tanstack/react-query'
import { showToast } from '../ui/toast-store.ts'
import { readCart } from './answers.ts'
import { type CartTools, dropItem, IN_ORDER, keepCart, refreshCart, useCartTools } from './queries.ts'

/** Spec section 4, Toasts: removal and clear. */
const SHORTLY = { duration: 2000 }

type Removed = 'removed' | 'not refreshed' | 'unconfirmed'

export function useRemoveItem() {
  const tools = useCartTools()
  return useMutation({
    ...IN_ORDER,
    mutationFn: (itemId: number) => removeItem(tools, itemId),
    onSuccess: (outcome) => {
      if (outcome === 'removed') showToast('Item removed', undefined, SHORTLY)
      else if (outcome === 'not refreshed')
        showToast('Item removed', "Item has been removed, but we couldn't refresh the cart.", SHORTLY)
      else showToast('Item likely removed', "Item may have been removed, but we couldn't confirm.", SHORTLY)
    },
    onError: async () => {
      showToast('Failed to remove item', undefined, { ...SHORTLY, isDestructive: true })
      await refreshCart(tools)
    },
  })
}

/** An answer that is no list is followed by a look at the cart (spec section 7). @throws ApiError */
export async function removeItem(tools: CartTools, itemId: number): Promise<Removed> {
  const answer = readCart(await tools.api.callForText('DELETE /api/cart/:itemId', { itemId }))
  if (answer.kind === 'list') {
    await keepCart(tools, answer.items)
    return 'removed'
  }
  const isRefreshed = await refreshCart(tools)
  if (answer.kind === 'unreadable') return 'unconfirmed'
  if (!isRefreshed) dropItem(tools, itemId)
  return isRefreshed ? 'removed' : 'not refreshed'
}

export function useClearCart() {
  const tools = useCartTools()
  return useMutation({
    ...IN_ORDER,
    mutationFn: async () => {
      await tools.api.callForText('DELETE /api/cart')
      await keepCart(tools, [])
    },
    onSuccess: () => showToast('Cart cleared', undefined, SHORTLY),
    onError: async () => {
      showToast('Failed to clear cart', undefined, { ...SHORTLY, isDestructive: true })
      // What was bought has left the cart on the server already.
      await refreshCart(tools)
    },
  })
}
