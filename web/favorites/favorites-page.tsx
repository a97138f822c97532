import { useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { AccountLayout } from '../accounts/account-layout.tsx'
import { CardButton } from '../cart/add-to-cart-button.tsx'
import { useCardVariant } from '../catalog/card-variant.ts'
import { ProductCardSkeleton } from '../catalog/product-grid.tsx'
import { CardSwatches } from '../catalog/swatches.tsx'
import { Head } from '../platform/head.tsx'
import { HOME, productAddress } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { LoadingText, Notice, Skeleton } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { TrashIcon } from '../ui/page-icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { type Favorite, useFavorites, useRemoveFavorite } from './queries.ts'

const PLACEHOLDERS = [1, 2, 3, 4]

/** /favorites (spec section 2): search, cards with remove and 'Add to Cart', empty state. */
export function FavoritesPage() {
  const [search, setSearch] = useState('')
  const { data: favorites, isPending, isError, refetch } = useFavorites()
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(favorites?.length ?? 0)
  const wanted = search.trim().toLowerCase()
  const found = (favorites ?? [])
    .filter((favorite) => favorite.product !== null)
    .filter(({ product }) => product.name.toLowerCase().includes(wanted))
  return (
    <AccountLayout>
      <Head page="Favorites" isPrivate />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="type-heading outline-none">
          {t('Favorites')}
        </h1>
        {isPending && <Skeleton className="h-[4.5rem] w-full rounded-field! sm:w-72" />}
        {favorites && favorites.length > 0 && (
          <div className="w-full sm:w-72">
            <Field
              label={t('Search your favorites')}
              type="search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
        )}
      </div>
      {isError && (
        <Notice role="alert">
          <p className="text-lg">{t('Failed to load favorites. Please try again later.')}</p>
          <Button look="outline" className="mt-6" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Notice>
      )}
      {favorites?.length === 0 && (
        <Notice>
          <p className="text-lg">{t('No favorites yet.')}</p>
          <p className="mt-1 text-muted">{t('Tap the heart on a product to save it here.')}</p>
          <ButtonLink className="mt-6" to={HOME}>
            {t('Explore Products')}
          </ButtonLink>
        </Notice>
      )}
      {favorites && favorites.length > 0 && found.length === 0 && (
        <p role="status" className="mt-10 text-muted">
          {t('No favorites match “{trim}”.', { trim: search.trim() })}
        </p>
      )}
      {isPending && <LoadingText>{t('Loading your favorites...')}</LoadingText>}
      <ul className="mt-8 grid grid-cols-2 gap-x-3 gap-y-8 md:gap-x-6 md:gap-y-16 lg:grid-cols-3">
        {isPending &&
          PLACEHOLDERS.map((place) => (
            <li key={place}>
              <ProductCardSkeleton />
            </li>
          ))}
        {found.map((favorite) => (
          <li key={favorite.productId} className="flex">
            <FavoriteCard favorite={favorite} />
          </li>
        ))}
      </ul>
    </AccountLayout>
  )
}

function FavoriteCard({ favorite: { productId, product, isAvailable } }: { favorite: Favorite }) {
  const remove = useRemoveFavorite()
  const { swatches, added, chosen, choose } = useCardVariant(product)
  const formId = useId()
  const image = product.images.find(({ url }) => url === chosen?.image) ?? product.images[0]
  const address = productAddress(product) + (chosen ? `?variant=${chosen.variantId}` : '')
  return (
    <article className="relative flex w-full flex-col">
      <div className="aspect-square overflow-hidden rounded-card bg-hairline">
        {image && (
          <Picture
            {...image}
            sizes="(min-width: 1024px) 300px, 50vw"
            className="photo size-full object-cover"
          />
        )}
      </div>
      <div className="flex grow flex-col gap-1 pt-3 md:pt-4">
        <h2 className="line-clamp-3 font-normal text-base">
          {isAvailable ? (
            <Link className="after:absolute after:inset-0 after:content-['']" to={address}>
              {product.name}
            </Link>
          ) : (
            product.name
          )}
        </h2>
        {isAvailable ? (
          <Price {...(chosen ?? product)} isOnCard />
        ) : (
          <p className="text-muted text-sm">{t('No longer available')}</p>
        )}
        {isAvailable && product.options.length > 0 && (
          <CardSwatches
            product={product}
            swatches={swatches}
            added={added}
            formId={formId}
            onChoose={choose}
          />
        )}
        <div className="relative z-10 mt-auto flex items-center gap-2 pt-3">
          <CardButton
            product={product}
            formId={formId}
            variantId={added?.variantId}
            isInStock={isAvailable && (chosen?.isAvailable ?? product.inStock)}
            place="list"
          />
          <IconButton
            label={t('Remove {name} from favorites', { name: product.name })}
            disabled={remove.isPending}
            onClick={() => remove.mutate(productId)}
          >
            <TrashIcon />
          </IconButton>
        </div>
      </div>
    </article>
  )
}
