import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { documentOf, facts, type Page } from '../../layout.ts'
import { inTransaction } from '../../store.ts'
import { formatAmount } from '../amounts.ts'
import { ApiError } from '../api/api-error.ts'
import { type Challenge, dropChallenge, findChallenge } from '../intents/challenges.ts'
import { backToStart, pay } from '../intents/pay.ts'
import { getObject } from '../objects.ts'
import type { Provider } from '../provider.ts'

interface ChallengeRoute {
  Params: { token: string }
  Querystring: { in?: string }
}

/** The bank's page (3-D Secure), as a full page or in a frame over the shop's page. */
export function mountBank(app: FastifyInstance, provider: Provider) {
  const { store } = provider

  // The page around the frame is notified only that the buyer is done, and reads the rest from the API.
  app.get('/3ds/answered.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send("window.parent.postMessage({ kind: 'challenge-answered' }, '*')\n"),
  )

  app.get<ChallengeRoute>('/3ds/:token', ({ params, query }, reply) => {
    const challenge = findChallenge(store, params.token)
    if (!challenge) return sendEnded(reply, query.in)
    const intent = getObject(store, 'payment_intent', challenge.intent)
    const { card } = getObject(store, 'payment_method', challenge.paymentMethod)
    const body = question(challenge, intent, card?.last4 ?? '', query.in)
    return sendBankPage(reply, query.in, { title: 'Confirm payment', body }, challenge.returnUrl)
  })

  app.post<ChallengeRoute>('/3ds/:token', ({ params, query, body }, reply) => {
    const challenge = findChallenge(store, params.token)
    if (!challenge) return sendEnded(reply, query.in)
    const isPassed = body instanceof URLSearchParams && body.get('answer') === 'complete'
    const intent = inTransaction(store, () => answerChallenge(provider, challenge, isPassed))
    if (query.in === 'frame') return sendThanks(reply, query.in, 'Returning to the shop.')
    if (challenge.returnUrl === null) return sendThanks(reply, query.in, 'You can close this page.')
    return reply.redirect(returnUrlOf(challenge.returnUrl, intent), 303)
  })
}

/** Continues the payment, or resets it to await another card. */
function answerChallenge(
  provider: Provider,
  { intent: intentId, paymentMethod }: Challenge,
  isPassed: boolean,
): Stripe.PaymentIntent {
  const { store } = provider
  dropChallenge(store, intentId)
  const intent = { ...getObject(store, 'payment_intent', intentId), next_action: null }
  const method = getObject(store, 'payment_method', paymentMethod)
  if (!isPassed) {
    return backToStart(provider, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: "Your bank couldn't confirm your identity. Try again, or use another card.",
      payment_method: method,
    })
  }
  try {
    return pay(provider, intent, method)
  } catch (error) {
    // The bank's page doesn't show a decline. The shop's page reads it from the intent.
    if (error instanceof ApiError && error.body.payment_intent) return error.body.payment_intent
    throw error
  }
}

function question(
  { token }: Challenge,
  intent: Stripe.PaymentIntent,
  last4: string,
  where: string | undefined,
): Html {
  return html`<p>Your bank needs to confirm that you're making this payment.</p>
${facts([
  ['Amount', formatAmount(intent.amount, intent.currency)],
  ['Card', `•••• ${last4}`],
])}
<form method="post" action="/3ds/${token}${where === 'frame' && '?in=frame'}">
<button name="answer" value="complete">Complete</button>
<button name="answer" value="fail" class="quiet">Fail</button>
</form>`
}

/** The intent was canceled, the challenge was completed in another window, or another payment was attempted. */
function sendEnded(reply: FastifyReply, where: string | undefined) {
  return sendThanks(reply.status(404), where, 'This confirmation has expired.')
}

function sendThanks(reply: FastifyReply, where: string | undefined, message: string) {
  const body = html`<p>${message}</p>${where === 'frame' && html`<script src="/3ds/answered.js"></script>`}`
  return sendBankPage(reply, where, { title: 'Thank you', body })
}

function sendBankPage(
  reply: FastifyReply,
  where: string | undefined,
  { title, body }: Page,
  returnUrl: string | null = null,
) {
  const content = html`<p class="muted">Sandbox bank · 3-D Secure</p><h1>${title}</h1>${body}`
  // In a frame, the surrounding page has the main landmark.
  const isFramed = where === 'frame'
  const whole = isFramed
    ? html`<div class="bank">${content}</div>`
    : html`<main class="bank">${content}</main>`
  // The form redirects to the shop, and browsers check redirects against its policy as well.
  const shop = returnUrl === null ? '' : ` ${new URL(returnUrl).origin}`
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'${shop}; base-uri 'none'; frame-ancestors http: https:`,
    )
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(documentOf({ title, body: whole }))
}

function returnUrlOf(returnUrl: string, intent: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl)
  const statuses: Record<string, string> = { succeeded: 'succeeded', processing: 'pending' }
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', statuses[intent.status] ?? 'failed')
  return url.href
}
