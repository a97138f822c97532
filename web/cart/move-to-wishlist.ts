import { useMutation } from '@tanstack/react-query'
import { userQuery } from '../accounts/queries.ts'
import { favoritesQuery } from '../favorites/queries.ts'
import { ApiError } from '../platform/api.ts'
import { readToken } from '../platform/auth-token.ts'
import { showToast } from '../ui/toast-store.ts'
import type { CartItem } from './answers.ts'
import { type CartTools, IN_ORDER, refreshCart, useCartTools } from './queries.ts'
import { removeItem } from './remove-item.ts'

/** The steps of spec section 4, in its order; the line is busy while this is pending. */
export function useMoveToWishlist() {
  const tools = useCartTools()
  return useMutation({
    ...IN_ORDER,
    mutationFn: async (item: CartItem) => {
      if (!readToken()) return false
      await addToFavorites(tools, item.productId)
      await removeFromCart(tools, item.id)
      await Promise.all(
        [favoritesQuery(tools.api), userQuery(tools.api)].map(({ queryKey }) =>
          tools.queryClient.invalidateQueries({ queryKey }),
        ),
      )
      return true
    },
    onSuccess: (isMoved) => {
      if (!isMoved) showToast('Please Login to Save', 'Sign in to add items to your favorites')
      else
        showToast(
          'Item moved to wishlist',
          'The item has been moved to your favorites. Check the Favorites page to view it.',
        )
    },
    onError: async () => {
      showToast('Failed to move item', 'There was an error adding the item to your favorites', {
        isDestructive: true,
      })
      await refreshCart(tools)
    },
  })
}

/** A product that is gone counts as added; any other failure does not keep the line in the cart. */
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
