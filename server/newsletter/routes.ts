import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/newsletter/api.ts'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { confirm, subscribe, unsubscribe } from './newsletter.ts'

export function newsletterRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.subscribe, async (input, request) => {
    await subscribe(db, input, addressKey(request.ip))
    return { message: NEWSLETTER_MESSAGES.asked }
  })

  mount(app, contract.confirmSubscription, async ({ token }) => {
    await confirm(db, token, config.publicUrl)
    return { message: NEWSLETTER_MESSAGES.confirmed }
  })

  mount(app, contract.unsubscribe, async ({ token }) => {
    const isDone = await unsubscribe(db, token)
    return { message: isDone ? NEWSLETTER_MESSAGES.unsubscribed : NEWSLETTER_MESSAGES.notSubscribed }
  })
}
