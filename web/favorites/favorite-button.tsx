import { useUser } from '../accounts/queries.ts'
import { HeartIcon } from '../ui/icons.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useAddFavorite, useFavorites, useRemoveFavorite } from './queries.ts'

/** A heart: filled when the product is a favourite, disabled while that changes (spec section 4). */
export function FavoriteButton({ productId, productName }: { productId: number; productName: string }) {
  const { user } = useUser()
  const { data: favorites = [] } = useFavorites()
  const add = useAddFavorite()
  const remove = useRemoveFavorite()
  const isFavorite = user !== null && favorites.some((favorite) => favorite.productId === productId)

  const toggle = () => {
    if (!user) {
      showToast('Authentication required', 'Please sign in to add items to favorites', {
        isDestructive: true,
      })
    } else if (isFavorite) remove.mutate(productId)
    else add.mutate(productId)
  }
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={isFavorite ? `Remove ${productName} from favorites` : `Add ${productName} to favorites`}
      disabled={add.isPending || remove.isPending}
      onClick={toggle}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-surface/80 transition-colors hover:text-sale disabled:opacity-60 ${isFavorite ? 'text-sale [&_path]:fill-current' : ''}`}
    >
      <HeartIcon />
    </button>
  )
}
