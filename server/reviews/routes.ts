import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/reviews/api.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'
import { editReview, removeReview, writeReview } from './reviews.ts'

export function reviewRoutes(app: FastifyInstance, { db, reads }: Shop) {
  mount(app, contract.listReviews, async ({ productId }, request) =>
    reads(request, (db) => queries.listReviews(db, productId)),
  )

  mount(app, contract.writeReview, async ({ productId, ...text }, request) =>
    writeReview(db, signedInUser(request).id, { productId, text, network: addressKey(request.ip) }),
  )

  mount(app, contract.editReview, async ({ id, ...changes }, request) =>
    editReview(db, signedInUser(request), id, changes),
  )

  mount(app, contract.deleteReview, async ({ id }, request) => {
    await removeReview(db, signedInUser(request), id)
    return { success: true as const }
  })
}
