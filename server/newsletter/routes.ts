import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/newsletter/api.ts'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { oneClickUnsubscribe, plainForms } from '../platform/http/forms.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { confirm, exportSubscribers, subscribe, unsubscribe } from './newsletter.ts'
import { countSubscribers, listSubscribers } from './queries.ts'

export function newsletterRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.subscribe, async (input, request) => {
    await subscribe(db, input, addressKey(request.ip))
    return { message: NEWSLETTER_MESSAGES.asked }
  })

  mount(app, contract.confirmSubscription, async ({ token }) => {
    await confirm(db, token, config.publicUrl)
    return { message: NEWSLETTER_MESSAGES.confirmed }
  })

  mount(app, contract.unsubscribe, async ({ token }) => ({ message: await unsubscribed(db, token) }))
}

export function newsletterAdminRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.listSubscribers, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await countSubscribers(db, query))
    return listSubscribers(db, query)
  })

  mount(app, contract.exportSubscribers, async (_input, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="newsletter.csv"')
    return exportSubscribers(db, signedInUser(request).id, config.publicUrl)
  })
}

const outcomePage = (outcome: string) => `/newsletter?outcome=${outcome}`

/** Handles the newsletter forms submitted without JavaScript, and one-click unsubscribing by email programs. */
export async function newsletterForms(app: FastifyInstance, { db, config }: Shop) {
  await plainForms(app, outcomePage, (form) => {
    form('/newsletter', contract.subscribe.input, async (input, request) => {
      await subscribe(db, input, addressKey(request.ip))
      return outcomePage('asked')
    })
    form('/newsletter/confirm', contract.confirmSubscription.input, async ({ token }) => {
      await confirm(db, token, config.publicUrl)
      return outcomePage('confirmed')
    })
    form('/newsletter/leave', contract.unsubscribe.input, async ({ token }) =>
      outcomePage((await unsubscribe(db, token)) ? 'unsubscribed' : 'not-subscribed'),
    )
  })
  await oneClickUnsubscribe(app, '/newsletter/unsubscribe', (token) => unsubscribed(db, token))
}

/** Unsubscribes. @returns the message to show */
async function unsubscribed(db: Db, token: string | null): Promise<string> {
  const isDone = token !== null && (await unsubscribe(db, token))
  return isDone ? NEWSLETTER_MESSAGES.unsubscribed : NEWSLETTER_MESSAGES.notSubscribed
}
