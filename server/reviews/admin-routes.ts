import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/reviews/admin.ts'
import { REVIEW_MESSAGES } from '#contract/reviews/rules.ts'
import { notFound } from '../errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { tellPages } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import * as queries from './admin-queries.ts'
import { publishReview, replyToReview } from './reviews.ts'

export function reviewAdminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, contract.listAllReviews, async (query, request, reply) => {
    tellPages(request, reply, query, await queries.countAllReviews(db, query))
    return queries.listAllReviews(db, query)
  })

  mount(app, contract.replyToReview, async ({ id, text }, request) => {
    await replyToReview(db, signedInUser(request), id, text)
    return listed(id)
  })

  mount(app, contract.publishReview, async ({ id }, request) => {
    await publishReview(db, signedInUser(request).id, id)
    return listed(id)
  })

  async function listed(id: number) {
    const review = await queries.findListedReview(db, id)
    if (!review) throw notFound(REVIEW_MESSAGES.notFound)
    return review
  }
}
