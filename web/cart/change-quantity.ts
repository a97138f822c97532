import { useMutation } from '@tanstack/react-query'
import { showToast } from '../ui/toast-store.ts'
import { readCart } from './answers.ts'
import { isLatest, pendingQuantities, QUANTITY_KEY, type QuantityChange } from './pending-quantities.ts'
import { type CartTools, IN_ORDER, keepCart, refreshCart, showQuantity, useCartTools } from './queries.ts'

/** Sets the quantity of a line: shown at once, one request at a time, and of quick clicks the last one counts. */
export function useChangeQuantity(): (itemId: number, shown: number, quantity: number) => void {
  const tools = useCartTools()
  const { mutate } = useMutation({
    ...IN_ORDER,
    mutationKey: QUANTITY_KEY,
    mutationFn: (change: QuantityChange) => sendQuantity(tools, change),
    onError: () =>
      showToast('Failed to update item', 'There was an error updating the item in your cart.', {
        isDestructive: true,
      }),
  })
  return (itemId, shown, quantity) => {
    const before = pendingQuantities(tools.queryClient, itemId)[0]?.before ?? shown
    mutate({ itemId, quantity, before })
    showQuantity(tools, itemId, quantity)
  }
}

async function sendQuantity(tools: CartTools, change: QuantityChange) {
  const { itemId, quantity, before } = change
  if (!isLatest(tools.queryClient, change)) return
  try {
    const answer = readCart(await tools.api.callForText('PATCH /api/cart/:itemId', { itemId, quantity }))
    if (answer.kind === 'list') await keepCart(tools, answer.items)
    else await refreshCart(tools)
  } catch (error) {
    // A later click may do better, and is told about then.
    if (!isLatest(tools.queryClient, change)) return
    showQuantity(tools, itemId, before)
    await refreshCart(tools, change)
    throw error
  }
}
