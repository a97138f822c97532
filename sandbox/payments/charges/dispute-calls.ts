import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { invalidRequest, noSuch } from '../api/api-error.ts'
import type { Call } from '../api/asked.ts'
import { call } from '../api/calls.ts'
import { listPage } from '../api/lists.ts'
import { emptyable, flag, metadata, paging, text } from '../api/parameters.ts'
import { mergeMetadata } from '../metadata.ts'
import { findObject } from '../objects.ts'
import { getCharge } from './charges.ts'
import { answerDispute } from './disputes.ts'

const nothing = z.strictObject({})
const evidence = emptyable(text(20_000)).optional()

const DisputeChange = z.strictObject({
  evidence: z
    .strictObject({
      customer_email_address: evidence,
      customer_name: evidence,
      product_description: evidence,
      refund_policy_disclosure: evidence,
      shipping_address: evidence,
      shipping_carrier: evidence,
      shipping_date: evidence,
      shipping_tracking_number: evidence,
      uncategorized_text: evidence,
    })
    .optional(),
  metadata: metadata.optional(),
  submit: flag.default(true),
})

export const disputeCalls: readonly Call[] = [
  call({
    method: 'GET',
    path: '/disputes',
    input: z.strictObject({ ...paging, charge: text().optional(), payment_intent: text().optional() }),
    run: ({ store }, { charge, payment_intent, ...paging }) =>
      listPage(store, 'dispute', '/v1/disputes', paging, { charge, payment_intent }),
  }),
  call({
    method: 'GET',
    path: '/disputes/:id',
    input: nothing,
    run: ({ store }, _input, { id }) => getDispute(store, id),
  }),
  call({
    method: 'POST',
    path: '/disputes/:id',
    input: DisputeChange,
    run(provider, { evidence = {}, metadata, submit }, { id }) {
      const dispute = getDispute(provider.store, id)
      if (!['needs_response', 'warning_needs_response'].includes(dispute.status))
        throw invalidRequest(`This dispute accepts no evidence any more; its status is ${dispute.status}.`)
      const changed = { ...dispute, metadata: mergeMetadata(dispute.metadata, metadata) }
      return answerDispute(provider, changed, evidence, submit)
    },
  }),
  call({
    method: 'GET',
    path: '/radar/early_fraud_warnings/:id',
    input: nothing,
    run({ store }, _input, { id }) {
      const warning = findObject(store, 'radar.early_fraud_warning', id)
      if (!warning) throw noSuch('early fraud warning', id)
      const { disputed, refunded } = getCharge(store, String(warning.charge))
      return { ...warning, actionable: !disputed && !refunded }
    },
  }),
]

function getDispute(store: Store, id: string): Stripe.Dispute {
  const dispute = findObject(store, 'dispute', id)
  if (!dispute) throw noSuch('dispute', id)
  return dispute
}
