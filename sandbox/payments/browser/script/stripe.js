import { createElements } from './elements.js'
import { integrationError } from './payment-element.js'
import { paymentCalls } from './payments.js'

function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError('Stripe() needs a publishable key, one that begins with pk_.')
  }
  return Object.assign(paymentCalls(key), {
    elements: (options) => createElements(key, options),
    createToken: notPlayed('createToken'),
    createPaymentMethod: notPlayed('createPaymentMethod'),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  })
}

// The SDK compares it with the release that it was made for.
Stripe.version = 'endive'
window.Stripe = Stripe

function notPlayed(name) {
  return async () => {
    throw integrationError(
      `${name} is not played in the sandbox: use the Payment Element and confirmPayment.`,
    )
  }
}
