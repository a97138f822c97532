import type Stripe from 'stripe'
import { z } from 'zod'
import { takeFault } from '../../faults.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, type CallContext, get, list, post } from '../api/call.ts'
import { integer, text } from '../api/parameters.ts'
import { getObject } from '../objects.ts'
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
const forBrowsers = true

const SessionQuery = z.strictObject({
  client_secret: text().optional(),
  deferred_intent: z
    .strictObject({ mode: z.literal('payment'), amount: integer, currency: text(3) })
    .optional(),
})

export const intentCalls: readonly Call[] = [
  post(path, IntentCreation, (provider, input) => {
    if (!input.confirm && input.return_url !== undefined) {
      throw invalidRequest('A return_url goes with confirm=true only.', { param: 'return_url' })
    }
    const intent = createIntent(provider, input)
    return input.confirm ? confirmIntent(provider, intent, input, 'server') : intent
  }),
  list(path, 'payment_intent'),
  get(
    `${path}/:id`,
    z.strictObject({ client_secret: text().optional() }),
    (provider, input, context) => knownIntent(provider, context, input.client_secret),
    { forBrowsers },
  ),
  post(`${path}/:id`, IntentChange, (provider, input, { id }) =>
    updateIntent(provider, getIntent(provider, id), input),
  ),
  post(
    `${path}/:id/confirm`,
    Confirmation,
    (provider, input, context) =>
      confirmIntent(provider, knownIntent(provider, context, input.client_secret), input, context.caller),
    { forBrowsers },
  ),
  post(`${path}/:id/cancel`, Cancellation, (provider, input, { id }) =>
    cancelIntent(provider, getIntent(provider, id), input),
  ),
  get('/elements/sessions', SessionQuery, openSession, { forBrowsers, ignoresFaults: true }),
]

/** The browser script calls it before it shows an element, with `deferred_intent` if there is no intent yet. */
function openSession(
  provider: Provider,
  { client_secret: secret, deferred_intent: deferred }: z.infer<typeof SessionQuery>,
  { caller }: CallContext,
) {
  if (deferred) {
    const wallets = takeFault(provider.faults, service, 'no-wallet') ? [] : ['google_pay', 'link']
    return { object: 'elements_session', payment_method_types: ['card', 'link'], wallets }
  }
  if (secret === undefined) throw invalidRequest('Pass client_secret or deferred_intent.')
  const id = secret.split('_secret_', 1)[0] ?? ''
  const { payment_method_types, status } = knownIntent(provider, { id, caller }, secret)
  return { object: 'elements_session', payment_method_types, status }
}

const getIntent = ({ store }: Provider, id: string) => getObject(store, 'payment_intent', id, 'intent')

/** The client secret proves that the intent belongs to the browser's buyer. */
function knownIntent(
  provider: Provider,
  { id, caller }: CallContext,
  secret: string | undefined,
): Stripe.PaymentIntent {
  const intent = getIntent(provider, id)
  if (secret === undefined && caller === 'server') return intent
  if (secret === intent.client_secret) return intent
  throw invalidRequest('The client_secret does not belong to this payment intent.', {
    code: secret === undefined ? 'parameter_missing' : 'payment_intent_invalid_parameter',
    param: 'client_secret',
  })
}
