import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type Api, ApiError } from '../platform/api.ts'

export type Review = AnswerOf<'GET /api/reviews/product/:productId'>[number]

export const listReviewsQuery = (api: Api, productId: number) =>
  queryOptions({
    queryKey: ['reviews', productId],
    queryFn: async () => {
      try {
        return await api.call('GET /api/reviews/product/:productId', { productId })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        throw new Error(`Failed to fetch reviews: ${error.status} ${error.statusText}`, { cause: error })
      }
    },
  })
