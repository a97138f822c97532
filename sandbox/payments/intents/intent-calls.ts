import type Stripe from 'stripe'
import { z } from 'zod'
import { takeFault } from '../../faults.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, type CallContext, call } from '../api/call.ts'
import { integer, paging, text } from '../api/parameters.ts'
import { getObject, listPage } from '../objects.ts'
import { type Provider, service } from '../provider.ts'
import { Confirmation, confirmIntent } from './confirm.ts'
import {
  Cancellation,
  cancelIntent,
  createIntent,
  IntentChange,
  IntentCreation,
  updateIntent,
} from './intents.ts'

const path = '/payment_intents'

export const intentCalls: readonly Call[] = [
  call({
    method: 'POST',
    path,
    input: IntentCreation,
    run(provider, input) {
      if (!input.confirm && input.return_url !== undefined) {
        throw invalidRequest('A return_url goes with confirm=true only.', { param: 'return_url' })
      }
      const intent = createIntent(provider, input)
      return input.confirm ? confirmIntent(provider, intent, input, 'server') : intent
    },
  }),
  call({
    method: 'GET',
    path,
    input: z.strictObject(paging),
    run: ({ store }, input) => listPage(store, 'payment_intent', `/v1${path}`, input),
  }),
  call({
    method: 'GET',
    path: `${path}/:id`,
    forBrowsers: true,
    input: z.strictObject({ client_secret: text().optional() }),
    run: (provider, input, context) => knownIntent(provider, context, input.client_secret),
  }),
  call({
    method: 'POST',
    path: `${path}/:id`,
    input: IntentChange,
    run: (provider, input, { id }) =>
      updateIntent(provider, getObject(provider.store, 'payment_intent', id, 'intent'), input),
  }),
  call({
    method: 'POST',
    path: `${path}/:id/confirm`,
    forBrowsers: true,
    input: Confirmation,
    run: (provider, input, context) =>
      confirmIntent(provider, knownIntent(provider, context, input.client_secret), input, context.caller),
  }),
  call({
    method: 'POST',
    path: `${path}/:id/cancel`,
    input: Cancellation,
    run: (provider, input, { id }) =>
      cancelIntent(provider, getObject(provider.store, 'payment_intent', id, 'intent'), input),
  }),
  // The browser script calls it before it shows an element, with `deferred_intent` if there is no intent yet.
  call({
    method: 'GET',
    path: '/elements/sessions',
    forBrowsers: true,
    ignoresFaults: true,
    input: z.strictObject({
      client_secret: text().optional(),
      deferred_intent: z
        .strictObject({ mode: z.literal('payment'), amount: integer, currency: text(3) })
        .optional(),
    }),
    run(provider, { client_secret: secret, deferred_intent: deferred }, { caller }) {
      if (deferred) {
        const hasWallets = !takeFault(provider.faults, service, 'no-wallet')
        const wallets = hasWallets ? ['google_pay', 'link'] : []
        return { object: 'elements_session', payment_method_types: ['card', 'link'], wallets }
      }
      if (secret === undefined) throw invalidRequest('Pass client_secret or deferred_intent.')
      const id = secret.split('_secret_', 1)[0] ?? ''
      const intent = knownIntent(provider, { id, caller }, secret)
      return {
        object: 'elements_session',
        payment_method_types: intent.payment_method_types,
        status: intent.status,
      }
    },
  }),
]

/** The client secret proves that the intent belongs to the browser's buyer. */
function knownIntent(
  { store }: Provider,
  { id, caller }: CallContext,
  secret: string | undefined,
): Stripe.PaymentIntent {
  const intent = getObject(store, 'payment_intent', id, 'intent')
  if (secret === undefined && caller === 'server') return intent
  if (secret === intent.client_secret) return intent
  throw invalidRequest('The client_secret does not belong to this payment intent.', {
    code: secret === undefined ? 'parameter_missing' : 'payment_intent_invalid_parameter',
    param: 'client_secret',
  })
}
