import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { documentOf, facts, type Page } from '../../layout.ts'
import { inTransaction, type Store } from '../../store.ts'
import { formatAmount } from '../amounts.ts'
import { ApiError } from '../api/api-error.ts'
import { backToStart, pay } from '../intents/pay.ts'
import { type Challenge, findObject, getObject } from '../objects.ts'
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
    const found = findOpenChallenge(store, params.token)
    if (!found) return sendEnded(reply, query.in)
    const { card } = getObject(store, 'payment_method', found.challenge.payment_method)
    const body = question(params.token, found.intent, card?.last4 ?? '', query.in)
    return sendBankPage(reply, query.in, { title: 'Confirm payment', body }, found.challenge.return_url)
  })

  app.post<ChallengeRoute>('/3ds/:token', ({ params, query, body }, reply) => {
    const found = findOpenChallenge(store, params.token)
    if (!found) return sendEnded(reply, query.in)
    const isPassed = body instanceof URLSearchParams && body.get('answer') === 'complete'
    const intent = inTransaction(store, () => answerChallenge(provider, found, isPassed))
    const { return_url: returnUrl } = found.challenge
    if (query.in === 'frame') return sendThanks(reply, query.in, 'Returning to the shop.')
    if (returnUrl === null) return sendThanks(reply, query.in, 'You can close this page.')
    return reply.redirect(returnUrlOf(returnUrl, intent), 303)
  })
}

interface OpenChallenge {
  challenge: Challenge
  intent: Stripe.PaymentIntent
}

/** A challenge ends when its intent no longer refers to it. */
function findOpenChallenge(store: Store, token: string): OpenChallenge | null {
  const challenge = findObject(store, 'challenge', token)
  if (!challenge) return null
  const intent = getObject(store, 'payment_intent', challenge.intent)
  return JSON.stringify(intent.next_action).includes(token) ? { challenge, intent } : null
}

/** Continues the payment, or resets it to await another card. */
function answerChallenge(
  provider: Provider,
  { challenge, intent }: OpenChallenge,
  isPassed: boolean,
): Stripe.PaymentIntent {
  const method = getObject(provider.store, 'payment_method', challenge.payment_method)
  if (!isPassed) {
    return backToStart(provider, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: "Your bank couldn't confirm your identity. Try again, or use another card.",
      payment_method: method,
    })
  }
  try {
    return pay(provider, { ...intent, next_action: null }, method)
  } catch (error) {
    // The bank's page doesn't show a decline. The shop's page reads it from the intent.
    if (error instanceof ApiError && error.body.payment_intent) return error.body.payment_intent
    throw error
  }
}

function question(
  token: string,
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
