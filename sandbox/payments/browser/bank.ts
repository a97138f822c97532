import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { documentOf, facts } from '../../layout.ts'
import { inTransaction, type Store } from '../../store.ts'
import { formatAmount } from '../amounts.ts'
import { ApiError } from '../api/api-error.ts'
import { backToStart, pay } from '../intents/pay.ts'
import { findObject, getObject } from '../objects.ts'
import { inModeOf, type Provider } from '../provider.ts'

interface ChallengeRoute {
  Params: { id: string; secret: string }
}

/** The bank's page (3-D Secure), which Stripe's script frames over the shop's page, or which opens in its place. */
export function mountBank(app: FastifyInstance, provider: Provider) {
  const { store } = provider

  // The page around the frame is notified only that the buyer is done, and reads the rest from the API.
  app.get('/3ds/answered.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send("window.parent.postMessage({ kind: 'challenge-answered' }, '*')\n"),
  )

  app.get<ChallengeRoute>('/3ds/:id/:secret', ({ params }, reply) => {
    const intent = findChallenged(store, params)
    if (!intent) return sendEnded(reply)
    return sendBankPage(reply, 'Confirm payment', question(store, intent), returnUrlOf(intent))
  })

  app.post<ChallengeRoute>('/3ds/:id/:secret', ({ params, body }, reply) => {
    const intent = findChallenged(store, params)
    if (!intent) return sendEnded(reply)
    const isPassed = body instanceof URLSearchParams && body.get('answer') === 'complete'
    inTransaction(store, () => answerChallenge(inModeOf(provider, intent), intent, isPassed))
    const returnUrl = returnUrlOf(intent)
    if (returnUrl)
      return reply.redirect(backTo(returnUrl, getObject(store, 'payment_intent', intent.id)), 303)
    return sendThanks(reply, 'Returning to the shop.')
  })
}

/** Returns the intent if its next action is this challenge. */
function findChallenged(store: Store, { id, secret }: ChallengeRoute['Params']): Stripe.PaymentIntent | null {
  const intent = findObject(store, 'payment_intent', id)
  const { use_stripe_sdk: framed, redirect_to_url: redirected } = intent?.next_action ?? {}
  const url = String(redirected?.url ?? framed?.stripe_js)
  return url.endsWith(`/3ds/${id}/${secret}`) ? intent : null
}

/** Returns null if the page is framed. */
const returnUrlOf = ({ next_action }: Stripe.PaymentIntent) =>
  next_action?.redirect_to_url?.return_url ?? null

function backTo(returnUrl: string, { id, client_secret, status }: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', String(client_secret))
  const outcomes: Partial<Record<string, string>> = { succeeded: 'succeeded', processing: 'pending' }
  url.searchParams.set('redirect_status', outcomes[status] ?? 'failed')
  return url.href
}

/** Continues the payment, or resets it to await another card. */
function answerChallenge(provider: Provider, intent: Stripe.PaymentIntent, isPassed: boolean) {
  const method = methodOf(provider.store, intent)
  if (!isPassed) {
    backToStart(provider, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: "Your bank couldn't confirm your identity. Try again, or use another card.",
      payment_method: method,
    })
    return
  }
  try {
    pay(provider, { ...intent, next_action: null }, method)
  } catch (error) {
    // The bank's page doesn't show a decline. The shop's page reads it from the intent.
    if (!(error instanceof ApiError)) throw error
  }
}

function question(store: Store, intent: Stripe.PaymentIntent): Html {
  return html`<p>Your bank needs to confirm that you're making this payment.</p>
${facts([
  ['Amount', formatAmount(intent.amount, intent.currency)],
  ['Card', `•••• ${methodOf(store, intent).card?.last4}`],
])}
<form method="post">
<button name="answer" value="complete">Complete</button>
<button name="answer" value="fail" class="quiet">Fail</button>
</form>`
}

function methodOf(store: Store, { payment_method }: Stripe.PaymentIntent): Stripe.PaymentMethod {
  return getObject(store, 'payment_method', String(payment_method))
}

/** The intent was canceled, the challenge was completed in another window, or another payment was attempted. */
function sendEnded(reply: FastifyReply) {
  return sendThanks(reply.status(404), 'This confirmation has expired.')
}

function sendThanks(reply: FastifyReply, message: string) {
  return sendBankPage(reply, 'Thank you', html`<p>${message}</p><script src="/3ds/answered.js"></script>`)
}

function sendBankPage(reply: FastifyReply, title: string, content: Html, returnUrl: string | null = null) {
  // The surrounding page has the main landmark.
  const body = html`<div class="bank"><p class="muted">Sandbox bank · 3-D Secure</p><h1>${title}</h1>${content}</div>`
  return reply
    .header(
      'content-security-policy',
      // Browsers apply form-action to the redirect to the shop, too.
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'${returnUrl ? ` ${new URL(returnUrl).origin}` : ''}; base-uri 'none'; frame-ancestors http: https:`,
    )
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(documentOf({ title, body }))
}
