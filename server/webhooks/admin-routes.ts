import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks/api.ts'
import { WEBHOOK_MESSAGES } from '#contract/webhooks/rules.ts'
import { notFound } from '../errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { countDeliveries, findDelivery, listDeliveries, listWebhooks } from './queries.ts'
import * as webhooks from './webhooks.ts'

export function webhookAdminRoutes(app: FastifyInstance, shop: Shop) {
  const { db } = shop

  mount(app, contract.listWebhooks, () => listWebhooks(db))

  mount(app, contract.addWebhook, (input, request) =>
    webhooks.addWebhook(shop, signedInUser(request).id, input),
  )

  mount(app, contract.changeWebhook, ({ id, ...changes }, request) =>
    webhooks.changeWebhook(shop, signedInUser(request).id, id, changes),
  )

  mount(app, contract.removeWebhook, async ({ id }, request) => {
    await webhooks.removeWebhook(db, signedInUser(request).id, id)
    return { success: true as const }
  })

  mount(app, contract.rotateWebhookSecret, ({ id }, request) =>
    webhooks.rotateSecret(shop, signedInUser(request).id, id),
  )

  mount(app, contract.testWebhook, ({ id }) => webhooks.sendTest(db, id))

  mount(app, contract.listWebhookDeliveries, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await countDeliveries(db, query))
    return listDeliveries(db, query)
  })

  mount(app, contract.getWebhookDelivery, async ({ id }) => {
    const found = await findDelivery(db, id)
    if (!found) throw notFound(WEBHOOK_MESSAGES.noDelivery)
    return found
  })

  mount(app, contract.resendWebhookDelivery, ({ id }, request) =>
    webhooks.resend(db, signedInUser(request).id, id),
  )
}
