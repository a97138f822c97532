import { useMutation } from '@tanstack/react-query'
import { QUANTITY_MAX } from '#contract/cart/rules.ts'
import { showToast } from '../ui/toast-store.ts'
import { readCart } from './answers.ts'
import { isLatest, pendingQuantities, QUANTITY_KEY, type QuantityChange } from './pending-quantities.ts'
import {
  type CartTools,
  IN_ORDER,
  keepCart,
  knownQuantity,
  refreshCart,
  showQuantity,
  useCartTools,
} from './queries.ts'

/** Steps the quantity of a line: shown at once, one request at a time, and of quick clicks the last value counts. */
export function useStepQuantity(): (itemId: number, step: number) => void {
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
  return (itemId, step) => {
    // From what is known, not from what is drawn: a quick click comes before the one ahead of it is drawn.
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
