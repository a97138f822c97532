import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '../../admin/changes.tsx'
import type { AnswerOf, Api, InputOf } from '../../platform/api.ts'
import { useApi } from '../../platform/api-context.ts'
import { showToast } from '../../ui/toast-store.ts'

export type ReviewListQuery = InputOf<'GET /api/admin/reviews'>
export type ListedReview = AnswerOf<'GET /api/admin/reviews'>[number]

/** Under the key of all reviews: editing and deleting one refreshes this list, too. */
export const allReviewsQuery = (api: Api, query: ReviewListQuery) =>
  queryOptions({
    queryKey: ['reviews', 'all', query],
    queryFn: () => api.callPaged('GET /api/admin/reviews', query),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function usePublishReview() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call('POST /api/admin/reviews/:id/publish', { id }),
    onSuccess: () => {
      showToast('Review published')
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['reviews'] }),
        queryClient.invalidateQueries({ queryKey: ['products'] }),
      ])
    },
    onError: (error) => showToast('Error', refusalOf(error) ?? undefined, { isDestructive: true }),
  })
}

/** The shop's answer under a review; an empty one takes it away. */
export function useReply(id: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api.call('PATCH /api/admin/reviews/:id/reply', { id, text }),
    onSuccess: ({ reply }) => {
      showToast(reply ? 'Answer published' : 'Answer removed')
      return queryClient.invalidateQueries({ queryKey: ['reviews'] })
    },
    onError: (error) => showToast('Error', refusalOf(error) ?? undefined, { isDestructive: true }),
  })
}
