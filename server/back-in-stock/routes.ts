import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/back-in-stock/api.ts'
import { BACK_IN_STOCK_MESSAGES } from '#contract/back-in-stock/rules.ts'
import { LISTS, tagResponse } from '../platform/http/cache-tags.ts'
import { oneClickUnsubscribe, plainForms } from '../platform/http/forms.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { confirm, endRequests, isOfferedAnywhere, requestEmail, unsubscribe } from './back-in-stock.ts'
import { countDemand, listDemand } from './demand-queries.ts'

const outcomePage = (outcome: string) => `/back-in-stock?outcome=${outcome}`

export async function backInStockRoutes(app: FastifyInstance, { db, reads }: Shop) {
  const end = async (token: string | null) =>
    token !== null && (await unsubscribe(db, token))
      ? BACK_IN_STOCK_MESSAGES.unsubscribed
      : BACK_IN_STOCK_MESSAGES.notSubscribed

  mount(app, contract.getBackInStock, async (_input, request, reply) => {
    tagResponse(reply, [LISTS])
    return { isOffered: await reads(request, isOfferedAnywhere) }
  })

  mount(app, contract.requestBackInStock, async (input, request) => ({
    message: await requestEmail(db, input, request.user, addressKey(request.ip)),
  }))

  mount(app, contract.confirmBackInStock, async ({ token }) => {
    await confirm(db, token)
    return { message: BACK_IN_STOCK_MESSAGES.confirmed }
  })

  mount(app, contract.endBackInStock, async ({ token }) => ({ message: await end(token) }))

  await plainForms(app, outcomePage, (form) => {
    form('/back-in-stock', contract.requestBackInStock.input, async (input, request) => {
      await requestEmail(db, input, null, addressKey(request.ip))
      return outcomePage('asked')
    })
    form('/back-in-stock/confirm', contract.confirmBackInStock.input, async ({ token }) => {
      await confirm(db, token)
      return outcomePage('confirmed')
    })
    form('/back-in-stock/leave', contract.endBackInStock.input, async ({ token }) =>
      outcomePage((await unsubscribe(db, token)) ? 'unsubscribed' : 'not-subscribed'),
    )
  })
  await oneClickUnsubscribe(app, '/back-in-stock/unsubscribe', end)
}

export function backInStockAdminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, contract.listBackInStock, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await countDemand(db, query))
    return listDemand(db, query)
  })

  mount(app, contract.deleteBackInStock, async ({ variantId }, request) => ({
    deleted: await endRequests(db, signedInUser(request).id, variantId),
  }))
}
