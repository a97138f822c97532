import { askProvider } from './ask-provider.js'
import { home } from './home.js'
import { createPaymentElement, integrationError } from './payment-element.js'

/** What `stripe.elements()` gives. */
export function createElements(key, options = {}) {
  const { clientSecret } = options
  if (clientSecret !== undefined && !/^pi_\w+_secret_\w+$/.test(clientSecret)) {
    throw integrationError('clientSecret must be the client_secret of a payment intent.')
  }
  let payment = null
  const group = {
    key,
    appearance: options.appearance,
    fonts: options.fonts ?? [],
    session: clientSecret
      ? askProvider(home, key, 'GET', '/v1/elements/sessions', { client_secret: clientSecret })
      : Promise.resolve({ answer: {} }),
    forget(element) {
      if (payment?.element === element) payment = null
    },
  }

  const elements = {
    create(type, elementOptions) {
      if (type !== 'payment')
        throw integrationError(`Only the Payment Element is played here, not '${type}'.`)
      if (payment !== null) throw integrationError('There is already a Payment Element in this group.')
      payment = createPaymentElement(group, elementOptions)
      return payment.element
    },
    getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
    async update({ appearance } = {}) {
      if (appearance === undefined) return
      group.appearance = appearance
      payment?.dress(appearance)
    },
    on: () => elements,
    fetchUpdates: async () => ({}),
    submit: async () => (await paymentOf(payment).ask({ kind: 'check' })) ?? {},
  }
  insides.set(elements, { clientSecret, ask: (message) => paymentOf(payment).ask(message) })
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
