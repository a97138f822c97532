import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { t } from '#contract/language/language.ts'
import { REPLY_MAX } from '#contract/reviews/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ChangeDialog, showRejectionToast } from '../../admin/changes.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { ListTabs } from '../../admin/list-tabs.tsx'
import { useMay } from '../../admin/permissions.tsx'
import { pagedQuery } from '../../admin/queries.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { belongsTo, keys } from '../../platform/query-cache.ts'
import { Link } from '../../platform/router/link.tsx'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { Trans } from '../../ui/trans.tsx'
import { ReviewActions, ReviewCard } from '../review-card.tsx'

const MODERATE = 'POST /api/admin/reviews/:id/publish'
const FILTERS = ['search', 'rating', 'held', 'unanswered'] as const

/** All reviews, newest first, with editing, deleting, and replies. */
export function ReviewsTab() {
  const api = useApi()
  const { read, page, filter } = useAdminAddress()
  const filters = Object.fromEntries(FILTERS.map((name) => [name, read(name)]))
  const list = useQuery(allReviewsQuery(api, { ...filters, page } as ReviewListQuery))
  const { data: held } = useQuery(allReviewsQuery(api, { held: 'true', pageSize: 1 }))
  const { data: unanswered } = useQuery(allReviewsQuery(api, { unanswered: 'true', pageSize: 1 }))
  const isHeld = Boolean(read('held'))
  const isUnanswered = Boolean(read('unanswered'))
  return (
    <>
      <h1 className="type-title">{t('Reviews')}</h1>
      <ListTabs
        label={t('Reviews by what they need')}
        tabs={[
          { label: t('All'), filter: { held: null, unanswered: null }, isCurrent: !isHeld && !isUnanswered },
          {
            label: t('Held back'),
            filter: { held: 'true', unanswered: null },
            isCurrent: isHeld,
            count: held?.total,
          },
          {
            label: t('Without a reply'),
            filter: { held: null, unanswered: 'true' },
            isCurrent: isUnanswered,
            count: unanswered?.total,
          },
        ]}
      />
      <section aria-label={t('Reviews')} className="mt-5 grid max-w-2xl grid-cols-[1fr_8rem] items-end gap-3">
        <SearchField label={t('Search by text, product, or author')} />
        <Select label={t('Stars')} {...filter('rating')}>
          <option value="">{t('Any')}</option>
          {[5, 4, 3, 2, 1].map((stars) => (
            <option key={stars} value={stars}>
              {stars} {stars === 1 ? 'star' : 'stars'}
            </option>
          ))}
        </Select>
      </section>
      <ListFrame
        plural="reviews"
        singular="review"
        list={list}
        filters={FILTERS}
        pageSize={ADMIN_PAGE_SIZE}
        empty={t('No reviews yet.')}
      >
        {(reviews) => (
          <ul className="divide-y divide-hairline border-hairline border-t">
            {reviews.map((review) => (
              <AdminReview key={review.id} review={review} />
            ))}
          </ul>
        )}
      </ListFrame>
    </>
  )
}

/** A review next to its product, as shoppers see it, and the admin's actions. */
function AdminReview({ review }: { review: ListedReview }) {
  const { product, productId, reply, title } = review
  const publish = usePublishReview()
  const may = useMay()
  const [isAnswering, setAnswering] = useState(false)
  return (
    <li className="grid gap-x-10 gap-y-3 py-5 md:grid-cols-[14rem_minmax(0,1fr)]">
      <h2 className="font-normal text-base">
        <Link
          className="flex items-center gap-3 underline-offset-4 hover:underline md:items-start"
          to={`/product/${product.slug ?? productId}`}
        >
          <span className="size-14 shrink-0 overflow-hidden rounded-field bg-hairline">
            {product.image && (
              <Picture
                url={product.image}
                alt=""
                width={null}
                height={null}
                sizes="56px"
                className="photo size-full object-cover"
              />
            )}
          </span>
          <span className="wrap-anywhere min-w-0">{product.name}</span>
        </Link>
      </h2>
      <div className="min-w-0">
        <ReviewCard review={review} actions={may(MODERATE) && <ReviewActions review={review} />} />
        {review.isHeld && (
          <p className="mt-3 warning text-sm">
            <Trans
              text="<strong>Held back:</strong> many reviews from unverified accounts came from one network."
              parts={{ strong: <strong /> }}
            />
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-3">
          {review.isHeld && may(MODERATE) && (
            <Button
              aria-label={t('Publish “{title}”', { title })}
              isBusy={publish.isPending}
              onClick={() => publish.mutate(review.id)}
            >
              {t('Publish')}
            </Button>
          )}
          {may(MODERATE) && (
            <Button
              look="outline"
              aria-label={`${reply ? 'Edit reply to' : 'Reply to'} “${title}”`}
              onClick={() => setAnswering(true)}
            >
              {reply ? t('Edit reply') : t('Reply')}
            </Button>
          )}
        </div>
      </div>
      {isAnswering && <AnswerDialog review={review} onClose={() => setAnswering(false)} />}
    </li>
  )
}

function AnswerDialog({ review, onClose }: { review: ListedReview; onClose(): void }) {
  const [text, setText] = useState(review.reply?.text ?? '')
  const response = useReply(review.id)
  return (
    <ChangeDialog
      title={t('Reply to “{title}”', { title: review.title })}
      submit={t('Publish reply')}
      change={response}
      onSubmit={() => response.mutate(text, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label={t('Reply')}
        hint={t('Shown publicly under the review. Leave empty to remove it.')}
        rows={5}
        maxLength={REPLY_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </ChangeDialog>
  )
}

type ReviewListQuery = InputOf<'GET /api/admin/reviews'>
type ListedReview = ResponseOf<'GET /api/admin/reviews'>[number]

/** The key shares the prefix of all reviews, so editing or deleting one also refreshes this list. */
const allReviewsQuery = (api: Api, query: ReviewListQuery) =>
  pagedQuery(api, keys.reviews('all', query), 'GET /api/admin/reviews', query)

function usePublishReview() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call('POST /api/admin/reviews/:id/publish', { id }),
    onSuccess: () => {
      showToast(t('Review published'))
      return queryClient.invalidateQueries({ predicate: belongsTo(keys.reviews(), keys.products()) })
    },
    onError: showRejectionToast,
  })
}

/** Sets the shop's reply to a review. An empty reply removes it. */
function useReply(id: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api.call('PATCH /api/admin/reviews/:id/reply', { id, text }),
    onSuccess: ({ reply }) => {
      showToast(reply ? t('Reply published') : t('Reply removed'))
      return queryClient.invalidateQueries({ queryKey: keys.reviews() })
    },
    onError: showRejectionToast,
  })
}
