import { askProvider, home } from '../frame/ask-provider.js'
import { integrationError, tag } from './element.js'
import { createExpressElement } from './express-element.js'
import { createPaymentElement } from './payment-element.js'

// The SDK compares it with the release that it expects.
Stripe.version = 'endive'
window.Stripe = Stripe

function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError('Stripe() needs a publishable key, one that begins with pk_.')
  }
  const notEmulated = async () => {
    throw integrationError('The sandbox does not emulate this: use the Payment Element and confirmPayment.')
  }
  return {
    elements: (options) => createElements(key, options),
    confirmPayment: (options) => confirmPayment(key, options),
    createConfirmationToken: ({ elements }) => createConfirmationToken(key, elements),
    // The SDK requires that these exist.
    createToken: notEmulated,
    createPaymentMethod: notEmulated,
    confirmCardPayment: notEmulated,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

/** The elements in each group, by the object that the shop gets. */
const groups = new WeakMap()

function createElements(key, { clientSecret, mode, amount, currency, appearance, fonts = [] } = {}) {
  if (!clientSecret && !(mode === 'payment' && amount > 0 && currency)) {
    throw integrationError(
      "Without a clientSecret, elements() needs mode 'payment', an amount and a currency.",
    )
  }
  const deferred = { mode, amount, currency }
  const parameters = clientSecret ? { client_secret: clientSecret } : { deferred_intent: deferred }
  const session = askProvider(home, key, 'GET', '/v1/elements/sessions', parameters)
  const group = {
    key,
    appearance,
    fonts,
    deferred,
    session,
    clientSecret,
    payment: null,
    expressCheckout: null,
  }
  const elements = {
    create(type, options) {
      if (group[type]) throw integrationError(`There is already an element '${type}' in this group.`)
      const forget = () => {
        group[type] = null
      }
      if (type === 'payment') group.payment = createPaymentElement(group, forget)
      else if (type === 'expressCheckout')
        group.expressCheckout = createExpressElement(group, options, forget)
      else throw integrationError(`The sandbox does not emulate the element '${type}'.`)
      return group[type].element
    },
    async update({ amount } = {}) {
      if (amount !== undefined) deferred.amount = amount
    },
    async submit() {
      if (group.expressCheckout?.isOpen()) return group.expressCheckout.submit()
      if (!group.payment) throw integrationError('There is no Payment Element yet.')
      return group.payment.ask({ kind: 'check' })
    },
  }
  groups.set(elements, group)
  return elements
}

async function confirmPayment(key, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
  const group = groups.get(elements)
  const secret = clientSecret ?? group?.clientSecret
  const { return_url: returnUrl } = confirmParams
  if (!secret) throw integrationError('confirmPayment needs elements or a clientSecret.')
  if (redirect === 'always' && !URL.canParse(returnUrl)) {
    throw integrationError("confirmParams.return_url must be a URL, unless redirect is 'if_required'.")
  }
  const path = `/v1/payment_intents/${secret.split('_secret_')[0]}`
  const parameters = { ...confirmParams, use_stripe_sdk: true, client_secret: secret }
  const confirmed = group
    ? await group.payment.ask({ kind: 'confirm', path: `${path}/confirm`, parameters })
    : await askProvider(home, key, 'POST', `${path}/confirm`, parameters)
  if (confirmed.error) return { error: confirmed.error }
  let intent = confirmed.answer
  if (intent.next_action?.type === 'redirect_to_url') {
    window.location.assign(intent.next_action.redirect_to_url.url)
    return new Promise(() => undefined)
  }
  if (intent.status === 'requires_action') {
    await showChallenge(intent.next_action.use_stripe_sdk.stripe_js)
    const { answer, error } = await askProvider(home, key, 'GET', path, { client_secret: secret })
    if (error) return { error }
    intent = answer
  }
  if (intent.status === 'requires_payment_method') {
    return { error: { ...intent.last_payment_error, payment_intent: intent } }
  }
  if (redirect === 'if_required') return { paymentIntent: intent }
  window.location.assign(returnUrlOf(returnUrl, intent))
  return new Promise(() => undefined)
}

/** Creates a token from the buyer's choice in the wallet sheet, and closes the sheet. */
async function createConfirmationToken(key, elements) {
  const express = groups.get(elements)?.expressCheckout
  if (!express?.isOpen()) throw integrationError('Only wallets make confirmation tokens here.')
  const { answer, error } = await askProvider(home, key, 'POST', '/v1/confirmation_tokens', express.payment())
  express.close()
  return error ? { error } : { confirmationToken: answer }
}

/** Shows the bank's page over the shop's page until the buyer has responded. */
function showChallenge(url) {
  const iframe = tag('iframe', {
    title: '3-D Secure challenge of your bank',
    src: url,
    style: { width: 'min(480px, 100%)', height: 'min(560px, 100%)', border: '0', borderRadius: '12px' },
  })
  const style = {
    boxSizing: 'border-box',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    padding: '16px',
    border: '0',
    background: 'rgb(0 0 0 / 60%)',
    display: 'grid',
    placeItems: 'center',
  }
  const dialog = tag('dialog', { ariaLabel: '3-D Secure', style }, iframe)
  // The dialog can't be closed, because the bank needs a response. The framed page has a button to cancel.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((answered) => {
    const receive = ({ origin, source, data }) => {
      if (origin !== home || source !== iframe.contentWindow || data?.kind !== 'challenge-answered') return
      window.removeEventListener('message', receive)
      dialog.close()
      dialog.remove()
      answered()
    }
    window.addEventListener('message', receive)
  })
}

function returnUrlOf(returnUrl, intent) {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending')
  return url.href
}
