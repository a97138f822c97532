import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { t } from '#contract/language/language.ts'
import { useUser } from '../accounts/queries.ts'
import { HeartIcon } from '../ui/icons.tsx'
import { type FavoritePlace, useAddFavorite, useFavorites, useRemoveFavorite } from './queries.ts'

const NONE: ReadonlySet<number> = new Set()
const FavoritesContext = createContext(NONE)

/** Looks up the user's favorites once for all hearts in it. */
export function WithFavorites({ children }: { children: ReactNode }) {
  const { user } = useUser()
  const { data: favorites } = useFavorites()
  const products = useMemo(
    () => (user && favorites ? new Set(favorites.map(({ productId }) => productId)) : NONE),
    [user, favorites],
  )
  return <FavoritesContext value={products}>{children}</FavoritesContext>
}

/** A heart. Filled if the product is a favorite, and disabled while that changes (spec section 4). Needs WithFavorites around it. */
export function FavoriteButton({
  productId,
  productName,
  place,
}: {
  productId: number
  productName: string
  place: FavoritePlace
}) {
  const isFavorite = useContext(FavoritesContext).has(productId)
  const add = useAddFavorite(place)
  const remove = useRemoveFavorite()
  const isBusy = add.isPending || remove.isPending
  const toggle = () => {
    if (!isBusy) (isFavorite ? remove : add).mutate(productId)
  }
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={
        isFavorite
          ? t('Remove {productName} from favorites', { productName })
          : t('Add {productName} to favorites', { productName })
      }
      // Not `disabled`, which would lose the keyboard focus.
      aria-disabled={isBusy}
      onClick={toggle}
      className={`script-only inline-flex size-11 shrink-0 items-center justify-center rounded-full aria-disabled:opacity-60 ${place === 'card' ? 'on-photo' : 'hover:text-accent'} ${isFavorite ? '[&_path]:fill-current' : ''}`}
    >
      <HeartIcon />
    </button>
  )
}
