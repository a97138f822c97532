import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/newsletter/api.ts'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { plainForms } from '../platform/http/forms.ts'
import { addressKey } from '../platform/http/limits.ts'
import type { Shop } from '../shop.ts'
import { confirm, subscribe, unsubscribe } from './newsletter.ts'

const outcomePage = (outcome: string) => `/newsletter?outcome=${outcome}`

/** What the newsletter's forms do where no script runs. */
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
}

/**
 * One-click unsubscribing (RFC 8058): a mail program posts to the address of the letter's List-Unsubscribe header, which a
 * person who opens it finds to be a page. All that counts is the token in the address; the body may be of any kind.
 */
export async function oneClickUnsubscribe(parent: FastifyInstance, { db }: Shop) {
  await parent.register((app, _options, done) => {
    app.addContentTypeParser('*', { parseAs: 'string' }, async () => null)
    app.post('/newsletter/unsubscribe', { config: { fromAnywhere: true } }, async (request, reply) => {
      const link = contract.unsubscribe.input.safeParse(request.query)
      const isDone = link.success && (await unsubscribe(db, link.data.token))
      reply.header('content-type', 'text/plain; charset=utf-8')
      return isDone ? NEWSLETTER_MESSAGES.unsubscribed : NEWSLETTER_MESSAGES.notSubscribed
    })
    done()
  })
}
