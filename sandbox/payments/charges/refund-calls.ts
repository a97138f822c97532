import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { invalidRequest, noSuch } from '../api/api-error.ts'
import type { Call } from '../api/asked.ts'
import { call } from '../api/calls.ts'
import { listPage } from '../api/lists.ts'
import { integer, metadata, paging, text } from '../api/parameters.ts'
import { mergeMetadata } from '../metadata.ts'
import { findObject, keepObject } from '../objects.ts'
import { recordEvent } from '../webhooks/events.ts'
import { getCharge } from './charges.ts'
import { createRefund } from './refunds.ts'

const path = '/refunds'

const RefundCreation = z.strictObject({
  payment_intent: text().optional(),
  charge: text().optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer'], 'This is no known reason').optional(),
  metadata: metadata.optional(),
})

export const refundCalls: readonly Call[] = [
  call({
    method: 'POST',
    path,
    input: RefundCreation,
    run: (provider, input) => createRefund(provider, chargeToRefund(provider.store, input), input),
  }),
  call({
    method: 'GET',
    path,
    input: z.strictObject({ ...paging, charge: text().optional(), payment_intent: text().optional() }),
    run: ({ store }, { charge, payment_intent, ...paging }) =>
      listPage(store, 'refund', `/v1${path}`, paging, { charge, payment_intent }),
  }),
  call({
    method: 'GET',
    path: `${path}/:id`,
    input: z.strictObject({}),
    run: ({ store }, _input, { id }) => getRefund(store, id),
  }),
  call({
    method: 'POST',
    path: `${path}/:id`,
    input: z.strictObject({ metadata: metadata.optional() }),
    run(provider, { metadata }, { id }) {
      const refund = getRefund(provider.store, id)
      const changed = { ...refund, metadata: mergeMetadata(refund.metadata, metadata) }
      keepObject(provider.store, changed)
      recordEvent(provider, 'refund.updated', changed, { metadata: refund.metadata })
      return changed
    },
  }),
  call({
    method: 'POST',
    path: `${path}/:id/cancel`,
    input: z.strictObject({}),
    run({ store }, _input, { id }) {
      const { status } = getRefund(store, id)
      throw invalidRequest(`A refund to a card cannot be canceled; this one is ${status}.`)
    },
  }),
]

function getRefund(store: Store, id: string): Stripe.Refund {
  const refund = findObject(store, 'refund', id)
  if (!refund) throw noSuch('refund', id)
  return refund
}

/** Named itself, or by the intent that it paid. */
function chargeToRefund(store: Store, input: z.infer<typeof RefundCreation>): Stripe.Charge {
  if (input.charge !== undefined) return getCharge(store, input.charge)
  if (input.payment_intent === undefined) {
    throw invalidRequest('A refund needs a charge or a payment_intent.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    })
  }
  const intent = findObject(store, 'payment_intent', input.payment_intent)
  if (!intent) throw noSuch('payment intent', input.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded') {
    throw invalidRequest(`The payment intent ${intent.id} was not paid, so nothing can be refunded.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    })
  }
  return getCharge(store, String(intent.latest_charge))
}
