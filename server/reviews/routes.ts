import type { FastifyInstance } from 'fastify'
import * as adminContract from '#contract/reviews/api.ts'
import * as contract from '#contract/reviews/api.ts'
import { REVIEW_MESSAGES } from '#contract/reviews/rules.ts'
import { notFound } from '../errors.ts'
import { productTag, tagResponse } from '../platform/http/cache-tags.ts'
import { type RequestUser, signedInUser } from '../platform/http/guards.ts'
import { countAttempt, type Limit, siteKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import * as adminQueries from './admin-queries.ts'
import * as queries from './queries.ts'
import { editReview, moderates, publishReview, removeReview, replyToReview, writeReview } from './reviews.ts'

/** Reviews written, edited, and deleted per customer. */
const CHANGES: Limit = { name: 'review-changes', points: 100, seconds: 15 * 60 }

export function reviewRoutes(app: FastifyInstance, { db, reads }: Shop) {
  mount(app, contract.listReviews, async ({ productId }, request, reply) => {
    tagResponse(reply, [productTag(productId)])
    return reads(request, (db) => queries.listReviews(db, productId))
  })

  mount(app, contract.writeReview, async ({ productId, ...text }, request) =>
    inLimit(signedInUser(request), ({ id }) =>
      writeReview(db, id, { productId, text, network: siteKey(request.ip) }),
    ),
  )

  mount(app, contract.editReview, async ({ id, ...changes }, request) =>
    inLimit(signedInUser(request), (user) => editReview(db, user, id, changes)),
  )

  mount(app, contract.deleteReview, async ({ id }, request) => {
    await inLimit(signedInUser(request), (user) => removeReview(db, user, id))
    return { success: true as const }
  })

  /** Pages show reviews, so each change drops cached ones. @throws ShopError 429 */
  async function inLimit<T>(user: RequestUser, write: (user: RequestUser) => Promise<T>): Promise<T> {
    if (!moderates(user)) await countAttempt(db, CHANGES, String(user.id))
    return write(user)
  }
}

export function reviewAdminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, adminContract.listAllReviews, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await adminQueries.countAllReviews(db, query))
    return adminQueries.listAllReviews(db, query)
  })

  mount(app, adminContract.replyToReview, async ({ id, text }, request) => {
    await replyToReview(db, signedInUser(request), id, text)
    return listed(id)
  })

  mount(app, adminContract.publishReview, async ({ id }, request) => {
    await publishReview(db, signedInUser(request).id, id)
    return listed(id)
  })

  async function listed(id: number) {
    const review = await adminQueries.findListedReview(db, id)
    if (!review) throw notFound(REVIEW_MESSAGES.notFound)
    return review
  }
}
