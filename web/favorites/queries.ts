import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { userQuery, useUser } from '../accounts/queries.ts'
import { type AnswerOf, type Api, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-keys.ts'
import { showToast } from '../ui/toast-store.ts'

export type Favorite = AnswerOf<'GET /api/favorites'>[number]

/** Fills the heart while the server adds the product; the list itself doesn't show it yet. */
type PendingFavorite = { productId: number; product: null }

const favoritesQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.favorites,
    queryFn: (): Promise<(Favorite | PendingFavorite)[]> => api.call('GET /api/favorites'),
  })

/** The favourites of who is signed in; only asked for when a user exists (spec section 6). */
export function useFavorites() {
  const { user } = useUser()
  return useQuery({ ...favoritesQuery(useApi()), enabled: user !== null })
}

/** Where the heart stands: signed out, a card and the product page say it in their own words (spec section 8). */
export type FavoritePlace = 'card' | 'page'

class NotSignedIn extends Error {}

/**
 * Adds a product; the heart fills at once and empties again when it fails. A click that comes before it is known who is
 * here waits for that.
 */
export function useAddFavorite(place: FavoritePlace) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = favoritesQuery(api)
  return useMutation({
    mutationFn: (productId: number) => api.call('POST /api/favorites', { productId }),
    onMutate: async (productId) => {
      const user = await queryClient.ensureQueryData(userQuery(api))
      if (!user) throw new NotSignedIn()
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, [...(before ?? []), { productId, product: null }])
      return before
    },
    onSuccess: (favorites) => {
      queryClient.setQueryData(queryKey, favorites)
      showToast('Added to favorites')
    },
    onError: async (error, _productId, before) => {
      if (error instanceof NotSignedIn) return askToSignIn(place)
      queryClient.setQueryData(queryKey, before ?? [])
      showToast('Failed to add to favorites', 'Could not add the item to your favorites. Please try again.', {
        isDestructive: true,
      })
      // The list was not here yet when its question was taken back for the optimistic one.
      if (!before) await queryClient.invalidateQueries({ queryKey })
    },
  })
}

function askToSignIn(place: FavoritePlace) {
  if (place === 'card') showToast('Please Login to Save', 'Sign in to add items to your favorites')
  else
    showToast('Authentication required', 'Please sign in to add items to favorites', { isDestructive: true })
}

/** Removes a product; a failure brings it back and asks the server for the list (spec section 8). */
export function useRemoveFavorite() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = favoritesQuery(api)
  return useMutation({
    mutationFn: (productId: number) => api.call('DELETE /api/favorites/:productId', { productId }),
    onMutate: async (productId) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(
        queryKey,
        before?.filter((favorite) => favorite.productId !== productId),
      )
      return before
    },
    onSuccess: () => showToast('Removed from favorites'),
    onError: async (_error, _productId, before) => {
      queryClient.setQueryData(queryKey, before ?? [])
      showToast('Failed to remove', 'Could not remove the item from favorites. Please try again.', {
        isDestructive: true,
      })
      await queryClient.invalidateQueries({ queryKey })
    },
  })
}
