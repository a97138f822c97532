import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/favorites/api.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { addFavorite, removeFavorite } from './favorites.ts'
import { listFavorites } from './queries.ts'

export function favoriteRoutes(app: FastifyInstance, { db }: Shop) {
  const favoritesOf = async (userId: number) =>
    listFavorites(db, userId, (await readSettings(db)).shippingRateCents)

  mount(app, contract.listFavorites, async (_input, request) => favoritesOf(signedInUser(request).id))

  mount(app, contract.addFavorite, async ({ productId }, request) => {
    const { id } = signedInUser(request)
    await addFavorite(db, id, productId)
    return favoritesOf(id)
  })

  mount(app, contract.removeFavorite, async ({ productId }, request) => {
    const { id } = signedInUser(request)
    await removeFavorite(db, id, productId)
    return favoritesOf(id)
  })
}
