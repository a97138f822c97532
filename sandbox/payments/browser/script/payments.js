import { askProvider } from './ask-provider.js'
import { showChallenge } from './challenge.js'
import { insideOf } from './elements.js'
import { home } from './home.js'
import { integrationError } from './payment-element.js'

/** The calls of a Stripe object that are about payment intents. */
export function paymentCalls(key) {
  const ask = (method, path, parameters) => askProvider(home, key, method, path, parameters)
  const read = (secret) => ask('GET', addressOf(secret), { client_secret: secret })

  /** What follows a confirmation: the bank's challenge, then the way back, or the result. */
  async function finish(secret, { answer, error }, redirect, returnUrl) {
    if (error) return { error }
    const ended = await passChallenge(secret, answer)
    if (ended.error) return { error: ended.error }
    const intent = ended.answer
    if (intent.status === 'requires_payment_method') {
      return { error: { ...intent.last_payment_error, payment_intent: intent } }
    }
    if (redirect === 'if_required') return { paymentIntent: intent }
    window.location.assign(wayBack(returnUrl, intent))
    return new Promise(() => undefined)
  }

  async function passChallenge(secret, intent) {
    const action = intent.status === 'requires_action' ? intent.next_action : null
    if (!action) return { answer: intent }
    if (action.type === 'redirect_to_url') {
      window.location.assign(action.redirect_to_url.url)
      return new Promise(() => undefined)
    }
    await showChallenge(action.use_stripe_sdk.stripe_js)
    return read(secret)
  }

  return {
    async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const inside = elements && insideOf(elements)
      const secret = clientSecret ?? inside?.clientSecret
      const { return_url: returnUrl } = confirmParams
      if (!secret) throw integrationError('confirmPayment needs elements or a clientSecret.')
      if (redirect === 'always' && !URL.canParse(returnUrl)) {
        throw integrationError(
          "confirmParams.return_url must be a whole address, unless redirect is 'if_required'.",
        )
      }
      const parameters = { ...confirmParams, use_stripe_sdk: true, client_secret: secret }
      const confirmed =
        inside && !confirmParams.payment_method
          ? await inside.ask({ kind: 'confirm', address: `${addressOf(secret)}/confirm`, parameters })
          : await ask('POST', `${addressOf(secret)}/confirm`, parameters)
      return finish(secret, confirmed, redirect, returnUrl)
    },

    /** What the buyer chose in the sheet of a wallet, to be confirmed with; the sheet closes. */
    async createConfirmationToken({ elements, params = {} }) {
      const express = insideOf(elements).express()
      if (!express?.wallet()) throw integrationError('Only wallets make confirmation tokens here.')
      const made = await ask('POST', '/v1/confirmation_tokens', { ...params, ...express.payment() })
      express.close()
      return made.error ? { error: made.error } : { confirmationToken: made.answer }
    },

    async confirmCardPayment(secret, { payment_method: method, return_url: returnUrl } = {}) {
      if (typeof method !== 'string')
        throw integrationError('Only the id of a payment method is played here.')
      const parameters = {
        payment_method: method,
        return_url: returnUrl,
        use_stripe_sdk: true,
        client_secret: secret,
      }
      const confirmed = await ask('POST', `${addressOf(secret)}/confirm`, parameters)
      return finish(secret, confirmed, 'if_required')
    },

    async retrievePaymentIntent(secret) {
      const { answer, error } = await read(secret)
      return error ? { error } : { paymentIntent: answer }
    },

    async handleNextAction({ clientSecret }) {
      return finish(clientSecret, await read(clientSecret), 'if_required')
    },
  }
}

function addressOf(secret) {
  const id = /^(pi_\w+)_secret_\w+$/.exec(secret)?.[1]
  if (!id) throw integrationError('This is not the client_secret of a payment intent.')
  return `/v1/payment_intents/${id}`
}

function wayBack(returnUrl, intent) {
  const address = new URL(returnUrl)
  address.searchParams.set('payment_intent', intent.id)
  address.searchParams.set('payment_intent_client_secret', intent.client_secret)
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending')
  return address.href
}
