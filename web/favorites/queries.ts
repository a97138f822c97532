import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { userQuery, useUser } from '../accounts/queries.ts'
import { type Api, type ResponseOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { showErrorToast, showToast } from '../ui/toast-store.ts'

export type Favorite = ResponseOf<'GET /api/favorites'>[number]

/** Fills the heart while the server adds the product; the list itself doesn't show it yet. */
type PendingFavorite = { productId: number; product: null }

const favoritesQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.favorites,
    queryFn: (): Promise<(Favorite | PendingFavorite)[]> => api.call('GET /api/favorites'),
  })

/** The signed-in user's favorites. Fetched only if there is a user (spec section 6). */
export function useFavorites() {
  const { user } = useUser()
  return useQuery({ ...favoritesQuery(useApi()), enabled: user !== null })
}

/** Location of the heart. Cards and the product page have different messages for signed-out visitors (spec section 8). */
export type FavoritePlace = 'card' | 'page'

class NotSignedIn extends Error {}

/**
 * Adds a product. The heart fills immediately and empties again on failure. A click before the user is loaded waits
 * until then.
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
      showToast(t('Added to favorites'))
    },
    onError: async (error, _productId, before) => {
      if (error instanceof NotSignedIn) return promptSignIn(place)
      queryClient.setQueryData(queryKey, before ?? [])
      showErrorToast(
        'Failed to add to favorites',
        'Could not add the item to your favorites. Please try again.',
      )
      // The list wasn't loaded yet when the optimistic update cancelled its request.
      if (!before) await queryClient.invalidateQueries({ queryKey })
    },
  })
}

function promptSignIn(place: FavoritePlace) {
  if (place === 'card') showToast(t('Please Login to Save'), t('Sign in to add items to your favorites'))
  else showErrorToast('Authentication required', 'Please sign in to add items to favorites')
}

/** Removes a product. A failure restores it and refetches the list (spec section 8). */
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
    onSuccess: () => showToast(t('Removed from favorites')),
    onError: async (_error, _productId, before) => {
      queryClient.setQueryData(queryKey, before ?? [])
      showErrorToast('Failed to remove', 'Could not remove the item from favorites. Please try again.')
      await queryClient.invalidateQueries({ queryKey })
    },
  })
}
