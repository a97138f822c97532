import { z } from 'zod'
import { Product } from '../catalog/api.ts'
import { endpoint } from '../http.ts'
import { RowId } from '../text.ts'

/** So many products one user can have among the favorites. */
export const FAVORITES_MAX = 500

export const Favorite = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  /** False: shown as 'No longer available'. */
  isAvailable: z.boolean(),
  product: Product,
})
export type Favorite = z.infer<typeof Favorite>

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/favorites',
  access: 'signed-in',
  summary: "One's favorites, the newest first.",
  input: z.object({}),
  answer: z.array(Favorite),
})

export const addFavorite = endpoint({
  method: 'POST',
  path: '/api/favorites',
  access: 'signed-in',
  isQuiet: true,
  summary: 'Add a product to the favorites; once more changes nothing. Answers all favorites.',
  input: z.object({ productId: RowId }),
  answer: z.array(Favorite),
})

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/favorites/:productId',
  access: 'signed-in',
  isQuiet: true,
  summary: 'Take a product out of the favorites; once more changes nothing. Answers all favorites.',
  input: z.object({ productId: RowId }),
  answer: z.array(Favorite),
})

export const favoriteEndpoints = [listFavorites, addFavorite, removeFavorite] as const
