import { FAVORITES_MAX } from '#contract/favorites/api.ts'
import { isInCatalog } from '../catalog/lookup-queries.ts'
import { notFound, ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { countFavorites, deleteFavorite, insertFavorite } from './queries.ts'

/** @throws ShopError 404 'Product not found', 409 when there are too many */
export async function addFavorite(db: Db, userId: number, productId: number): Promise<void> {
  if (!(await isInCatalog(db, productId))) throw notFound('Product not found')
  if ((await countFavorites(db, userId)) >= FAVORITES_MAX) throw tooManyFavorites()
  await insertFavorite(db, userId, productId)
}

/** A product that is not there any more is removed already. */
export async function removeFavorite(db: Db, userId: number, productId: number): Promise<void> {
  await deleteFavorite(db, userId, productId)
}

const tooManyFavorites = () =>
  new ShopError(
    409,
    'too_many_favorites',
    `You have ${FAVORITES_MAX} favorites already. Please remove one first.`,
  )
