import { useMutation } from '@tanstack/react-query'
import { useCartPanel } from '../cart/cart-host.tsx'
import { type CartItem, type CartTools, IN_ORDER, keepCart, useCartTools } from '../cart/queries.ts'
import { type Api, ApiError } from '../platform/api.ts'
import { showToast } from '../ui/toast-store.ts'
import type { Order } from './queries.ts'

/** What of an order could not be put into the cart, each with the reason; the id says of which order. */
export type AddedAgain = { orderId: string; added: number; missing: string[] }

/** Puts what is still sold of an order into the cart, and says what is not. */
export function useOrderAgain() {
  const tools = useCartTools()
  const { open } = useCartPanel()
  return useMutation({
    ...IN_ORDER,
    mutationFn: (order: Order) => addAll(tools, order),
    onSuccess: ({ added, missing }) => {
      const left = `Not added: ${missing.join(', ')}.`
      if (added === 0) return showToast('Nothing was added', left, { isDestructive: true })
      if (missing.length > 0) showToast('Not everything was added', left)
      else showToast('Added to cart', 'Everything from this order is in your cart.', { duration: 2000 })
      open()
    },
    onError: () =>
      showToast('Failed to add to cart', 'Could not add the item to your cart. Please try again.', {
        isDestructive: true,
      }),
  })
}

async function addAll(tools: CartTools, { id, items }: Order): Promise<AddedAgain> {
  let cart: CartItem[] | null = null
  const missing: string[] = []
  let added = 0
  try {
    for (const { productId, quantity, product } of items) {
      const answer = await add(tools.api, { productId, quantity })
      if (typeof answer === 'string') missing.push(`${product.name} (${answer})`)
      else {
        cart = answer
        added += 1
      }
    }
  } finally {
    if (cart) await keepCart(tools, cart)
  }
  return { orderId: id, added, missing }
}

/** @returns the cart, or why this product is not in it */
async function add(api: Api, item: { productId: number; quantity: number }): Promise<CartItem[] | string> {
  try {
    return await api.call('POST /api/cart', item)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_found') return 'no longer sold'
    if (error.code === 'out_of_stock') return 'out of stock'
    if (error.code === 'cart_full' || error.code === 'invalid_input') return error.serverMessage ?? 'refused'
    throw error
  }
}
