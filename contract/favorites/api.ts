import { z } from 'zod'
import { ListedProduct } from '../catalog/api.ts'
import { endpoint } from '../http.ts'
import { RowId } from '../text.ts'

/** Maximum number of favorites per user. */
export const FAVORITES_MAX = 500

export const Favorite = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  /** If false, shown as 'No longer available'. */
  isAvailable: z.boolean(),
  product: ListedProduct,
})
export type Favorite = z.infer<typeof Favorite>

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/favorites',
  access: 'signed-in',
  isCostly: true,
  summary: 'Your favorites, newest first.',
  input: z.object({}),
  response: z.array(Favorite),
})

export const addFavorite = endpoint({
  method: 'POST',
  path: '/api/favorites',
  access: 'signed-in',
  isCostly: true,
  isQuiet: true,
  summary: 'Add a product to the favorites. Repeating the request changes nothing. Returns all favorites.',
  input: z.object({ productId: RowId }),
  response: z.array(Favorite),
})

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/favorites/:productId',
  access: 'signed-in',
  isCostly: true,
  isQuiet: true,
  summary:
    'Remove a product from the favorites. Repeating the request changes nothing. Returns all favorites.',
  input: z.object({ productId: RowId }),
  response: z.array(Favorite),
})

export const favoriteEndpoints = [listFavorites, addFavorite, removeFavorite] as const
