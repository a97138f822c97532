import { askProvider } from './ask-provider.js'
import { createExpressElement } from './express-element.js'
import { home } from './home.js'
import { createPaymentElement, integrationError } from './payment-element.js'

/** What `stripe.elements()` gives. */
export function createElements(key, options = {}) {
  const { clientSecret } = options
  if (clientSecret !== undefined && !/^pi_\w+_secret_\w+$/.test(clientSecret)) {
    throw integrationError('clientSecret must be the client_secret of a payment intent.')
  }
  if (!clientSecret && !(options.mode === 'payment' && options.amount > 0 && options.currency)) {
    throw integrationError(
      "Without a clientSecret, elements() needs mode 'payment', an amount and a currency.",
    )
  }
  let payment = null
  let express = null
  const deferred = { mode: options.mode, amount: options.amount, currency: options.currency }
  const group = {
    key,
    appearance: options.appearance,
    fonts: options.fonts ?? [],
    deferred,
    session: askProvider(
      home,
      key,
      'GET',
      '/v1/elements/sessions',
      clientSecret ? { client_secret: clientSecret } : { deferred_intent: deferred },
    ),
    forget(element) {
      if (payment?.element === element) payment = null
      if (express?.element === element) express = null
    },
  }

  const elements = {
    create(type, elementOptions) {
      if (type === 'expressCheckout') {
        if (express !== null) throw integrationError('There is already an Express Checkout Element here.')
        express = createExpressElement(group, elementOptions)
        return express.element
      }
      if (type !== 'payment')
        throw integrationError(
          `Only the Payment and Express Checkout Elements are played here, not '${type}'.`,
        )
      if (payment !== null) throw integrationError('There is already a Payment Element in this group.')
      payment = createPaymentElement(group, elementOptions)
      return payment.element
    },
    getElement: (type) => ({ payment, expressCheckout: express })[type]?.element ?? null,
    async update({ appearance, amount } = {}) {
      if (amount !== undefined) deferred.amount = amount
      if (appearance === undefined) return
      group.appearance = appearance
      payment?.dress(appearance)
    },
    on: () => elements,
    fetchUpdates: async () => ({}),
    async submit() {
      if (express?.wallet()) {
        express.submit()
        return { selectedPaymentMethod: express.wallet().type }
      }
      return (await paymentOf(payment).ask({ kind: 'check' })) ?? {}
    },
  }
  insides.set(elements, {
    clientSecret,
    ask: (message) => paymentOf(payment).ask(message),
    express: () => express,
  })
  return elements
}

/** What the group keeps to itself: its secret, and the line to the card form. */
export function insideOf(elements) {
  const inside = insides.get(elements)
  if (!inside) throw integrationError('`elements` must come from stripe.elements().')
  return inside
}

const insides = new WeakMap()

function paymentOf(payment) {
  if (!payment) throw integrationError('There is no Payment Element yet.')
  return payment
}
