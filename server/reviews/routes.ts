import type { FastifyInstance } from 'fastify'
import * as adminContract from '#contract/reviews/api.ts'
import * as contract from '#contract/reviews/api.ts'
import { REVIEW_MESSAGES } from '#contract/reviews/rules.ts'
import { notFound } from '../errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { siteKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import * as adminQueries from './admin-queries.ts'
import * as queries from './queries.ts'
import { editReview, publishReview, removeReview, replyToReview, writeReview } from './reviews.ts'

export function reviewRoutes(app: FastifyInstance, { db, reads }: Shop) {
  mount(app, contract.listReviews, async ({ productId }, request) =>
    reads(request, (db) => queries.listReviews(db, productId)),
  )

  mount(app, contract.writeReview, async ({ productId, ...text }, request) =>
    writeReview(db, signedInUser(request).id, { productId, text, network: siteKey(request.ip) }),
  )

  mount(app, contract.editReview, async ({ id, ...changes }, request) =>
    editReview(db, signedInUser(request), id, changes),
  )

  mount(app, contract.deleteReview, async ({ id }, request) => {
    await removeReview(db, signedInUser(request), id)
    return { success: true as const }
  })
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
