import type { QueryClient } from '@tanstack/react-query'
import type { CartItem } from './answers.ts'

/** A click on a stepper; `before`: what the server said before the first click that it has not answered yet. */
export type QuantityChange = { itemId: number; quantity: number; before: number }

export const QUANTITY_KEY = ['cart', 'quantity']

/** The clicks that the server has not answered yet, oldest first. */
export function pendingQuantities(queryClient: QueryClient, itemId: number): QuantityChange[] {
  return pending(queryClient).filter((change) => change.itemId === itemId)
}

/** Of quick clicks on one line the last one counts; the ones before it need not be sent. */
export function isLatest(queryClient: QueryClient, change: QuantityChange): boolean {
  return pendingQuantities(queryClient, change.itemId).at(-1) === change
}

/** A list of the server with the quantities that are on their way to it, so that no click is lost from sight. */
export function overlayQuantities(
  queryClient: QueryClient,
  items: CartItem[],
  except?: QuantityChange,
): CartItem[] {
  const changes = pending(queryClient).filter((change) => change !== except)
  const wanted = new Map(changes.map(({ itemId, quantity }) => [itemId, quantity]))
  return items.map((item) => ({ ...item, quantity: wanted.get(item.id) ?? item.quantity }))
}

function pending(queryClient: QueryClient): QuantityChange[] {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: QUANTITY_KEY, status: 'pending' })
    .map(({ state }) => state.variables as QuantityChange)
}
