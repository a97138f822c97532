import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/favorites/api.ts'
import { FAVORITES_MAX } from '#contract/favorites/api.ts'
import { isInCatalog } from '../catalog/lookup-queries.ts'
import { notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { countFavorites, deleteFavorite, insertFavorite, listFavorites, lockUser } from './queries.ts'

export function favoriteRoutes(app: FastifyInstance, { db }: Shop) {
  const favoritesOf = async (userId: number) => listFavorites(db, userId, await readSettings(db))

  mount(app, contract.listFavorites, async (_input, request) => favoritesOf(signedInUser(request).id))

  mount(app, contract.addFavorite, async ({ productId }, request) => {
    const { id } = signedInUser(request)
    await addFavorite(db, id, productId)
    return favoritesOf(id)
  })

  mount(app, contract.removeFavorite, async ({ productId }, request) => {
    const { id } = signedInUser(request)
    await deleteFavorite(db, id, productId)
    return favoritesOf(id)
  })
}

/** Locks the user, so concurrent requests don't exceed the maximum. @throws ShopError 404 'Product not found', 409 */
async function addFavorite(db: Db, userId: number, productId: number): Promise<void> {
  if (!(await isInCatalog(db, productId))) throw notFound('Product not found')
  await inTransaction(db, async (db) => {
    await lockUser(db, userId)
    if ((await countFavorites(db, userId)) >= FAVORITES_MAX) throw tooManyFavorites()
    await insertFavorite(db, userId, productId)
  })
}

const tooManyFavorites = () =>
  new ShopError(409, 'too_many_favorites', `You already have ${FAVORITES_MAX} favorites. Remove one first.`)
