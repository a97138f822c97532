import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Api, ApiError, type InputOf } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { showToast } from '../ui/toast-store.ts'
import { listReviewsQuery } from './queries.ts'

type Words = { done: string; thanks: string; failed: string }

export function useWriteReview(productId: number) {
  return useReviewChange(
    productId,
    (api, input: InputOf<'POST /api/reviews'>) => api.call('POST /api/reviews', input),
    { done: 'Review submitted', thanks: 'Thank you for your feedback!', failed: 'Failed to submit review' },
  )
}

export function useEditReview(productId: number) {
  return useReviewChange(
    productId,
    (api, input: InputOf<'PATCH /api/reviews/:id'>) => api.call('PATCH /api/reviews/:id', input),
    {
      done: 'Review updated',
      thanks: 'Your review has been updated successfully',
      failed: 'Failed to update review',
    },
  )
}

export function useDeleteReview(productId: number) {
  return useReviewChange(productId, (api, id: number) => api.call('DELETE /api/reviews/:id', { id }), {
    done: 'Review deleted',
    thanks: 'Your review has been deleted',
    failed: 'Failed to delete review',
  })
}

const HELD =
  'Thank you. Your review will appear once it has been checked, or once you verify your email address.'

/** The key of the admin's list. */
const ALL_REVIEWS = ['reviews', 'all']

/** After each change the list is refreshed (spec section 4), and so is what cards say of the product. */
function useReviewChange<I, A>(productId: number, ask: (api: Api, input: I) => Promise<A>, words: Words) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => ask(api, input),
    onSuccess: async (answer) => {
      const isHeld = typeof answer === 'object' && answer !== null && 'isHeld' in answer && answer.isHeld
      showToast(words.done, isHeld ? HELD : words.thanks)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: listReviewsQuery(api, productId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['products'] }),
        queryClient.invalidateQueries({ queryKey: ALL_REVIEWS }),
      ])
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? error.serverMessage : null
      showToast(words.failed, reason ?? 'Please try again later', { isDestructive: true })
    },
  })
}
