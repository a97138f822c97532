import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/returns/api.ts'
import { requestReturn as requestReturnEndpoint } from '#contract/returns/api.ts'
import { RETURN_MESSAGES } from '#contract/returns/rules.ts'
import { notFound } from '../errors.ts'
import { trackOrder } from '../orders/track.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import { readAmounts } from '../settings/amounts.ts'
import { readCurrency } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'
import { acceptReturn, declineReturn, previewReturn, requestReturn } from './returns.ts'

export function returnRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, requestReturnEndpoint, async ({ orderId, email, ...input }, request, reply) => {
    reply.header('cache-control', 'no-store')
    const prove = () => trackOrder(db, { orderId, email }, addressKey(request.ip), 'return')
    await requestReturn(db, config, (await prove()).id, input)
    return prove()
  })
}

export function returnAdminRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.listReturns, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await queries.countReturns(db, query))
    return queries.listReturns(db, query)
  })

  mount(app, contract.acceptReturn, async ({ id, refund, restock }, request) => {
    const { refund: refundCents } = readAmounts({ refund }, await readCurrency(db))
    await acceptReturn(db, config, id, signedInUser(request), { refundCents, restock })
    return returnNow(id)
  })

  mount(app, contract.previewReturn, async ({ id, refund }) => {
    const { refund: cents } = readAmounts({ refund }, await readCurrency(db))
    return previewReturn(db, id, cents)
  })

  mount(app, contract.declineReturn, async ({ id, reason }, request) => {
    await declineReturn(db, config, id, signedInUser(request), reason)
    return returnNow(id)
  })

  async function returnNow(id: number) {
    const settled = await queries.findListedReturn(db, id)
    if (!settled) throw notFound(RETURN_MESSAGES.notFound)
    return settled
  }
}
