import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { type Html, markupOf } from '../../html.ts'
import { inTransaction } from '../../transaction.ts'
import { getPaymentMethod } from '../cards/payment-methods.ts'
import { answerChallenge } from '../intents/bank-answer.ts'
import { type Challenge, findChallenge } from '../intents/challenges.ts'
import { getIntent } from '../intents/intents.ts'
import type { Provider } from '../provider.ts'
import { readChallengeFile, sendText } from './browser-files.ts'
import { answeredPage, challengePage } from './challenge-page.ts'

interface ChallengeRoute {
  Params: { token: string }
  Querystring: { in?: string }
}

/** The pages of the buyer's bank, whole or in a frame above the shop's page. */
export function mountChallenges(app: FastifyInstance, provider: Provider) {
  const { store } = provider
  app.get('/3ds/challenge.css', (_request, reply) =>
    sendText(reply, 'text/css', readChallengeFile('challenge.css')),
  )
  app.get('/3ds/answered.js', (_request, reply) =>
    sendText(reply, 'text/javascript', readChallengeFile('answered.js')),
  )

  app.get<ChallengeRoute>('/3ds/:token', ({ params, query }, reply) => {
    const challenge = findChallenge(store, params.token)
    if (!challenge) return sendOver(reply, query.in)
    const intent = getIntent(store, challenge.intent)
    const last4 = getPaymentMethod(store, challenge.paymentMethod).card?.last4 ?? ''
    return sendPage(reply, challengePage(challenge, intent, last4, isFrame(query.in)), challenge.returnUrl)
  })

  app.post<ChallengeRoute>('/3ds/:token', (request, reply) => {
    const { params, query } = request
    const challenge = findChallenge(store, params.token)
    if (!challenge) return sendOver(reply, query.in)
    const isPassed = answerIn(request) === 'complete'
    const intent = inTransaction(store, () => answerChallenge(provider, challenge, isPassed))
    if (isFrame(query.in)) return sendPage(reply, answeredPage(true, 'Back to the shop.'))
    if (challenge.returnUrl === null) return sendPage(reply, answeredPage(false, 'You can close this page.'))
    return reply.redirect(wayBack(challenge, intent), 303)
  })
}

function isFrame(value: string | undefined): boolean {
  return value === 'frame'
}

function answerIn({ body }: FastifyRequest): string | null {
  return body instanceof URLSearchParams ? body.get('answer') : null
}

/** The intent was canceled, answered in another window, or is being paid in another way. */
function sendOver(reply: FastifyReply, where: string | undefined) {
  return sendPage(reply.status(404), answeredPage(isFrame(where), 'This question is no longer open.'))
}

function sendPage(reply: FastifyReply, page: Html, returnUrl: string | null = null) {
  // The answer leads back to the shop, and browsers hold the form to its policy on that way too.
  const shop = returnUrl === null ? '' : ` ${new URL(returnUrl).origin}`
  reply.header(
    'content-security-policy',
    `default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'${shop}; base-uri 'none'; frame-ancestors http: https:`,
  )
  return sendText(reply, 'text/html', markupOf(page))
}

function wayBack({ returnUrl }: Challenge, intent: Stripe.PaymentIntent): string {
  const address = new URL(returnUrl ?? '')
  address.searchParams.set('payment_intent', intent.id)
  address.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  address.searchParams.set('redirect_status', redirectStatus[intent.status] ?? 'failed')
  return address.href
}

const redirectStatus: Record<string, string> = { succeeded: 'succeeded', processing: 'pending' }
