import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, get, list, post, retrieve } from '../api/call.ts'
import { flag, text } from '../api/parameters.ts'
import { getObject, nulls, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'
import { saveChange } from '../webhooks.ts'
import { getCharge } from './charges.ts'
import { rejectFiles } from './files.ts'

const evidence = text(20_000).optional()
const file = text(100).optional()

const EvidenceUpdate = z.strictObject({
  evidence: z
    .strictObject({
      billing_address: evidence,
      customer_communication: file,
      customer_email_address: evidence,
      customer_name: evidence,
      product_description: evidence,
      receipt: file,
      refund_policy_disclosure: evidence,
      shipping_address: evidence,
      shipping_carrier: evidence,
      shipping_date: evidence,
      shipping_documentation: file,
      shipping_tracking_number: evidence,
      uncategorized_file: file,
      uncategorized_text: evidence,
    })
    .default({}),
  submit: flag.default(true),
})

export const disputeCalls: readonly Call[] = [
  list('/disputes', 'dispute', ['charge', 'payment_intent']),
  retrieve('/disputes', 'dispute'),
  post('/disputes/:id', EvidenceUpdate, (provider, { evidence, submit }, { id }) => {
    const dispute = getObject(provider.store, 'dispute', id)
    if (dispute.status !== 'needs_response')
      throw invalidRequest(`This dispute no longer accepts evidence; its status is ${dispute.status}.`)
    const { receipt, shipping_documentation, customer_communication, uncategorized_file } = evidence
    const files = [receipt, shipping_documentation, customer_communication, uncategorized_file]
    rejectFiles(
      provider,
      files.filter((id) => id !== undefined),
    )
    return answerDispute(provider, dispute, evidence, submit)
  }),
  list('/radar/early_fraud_warnings', 'radar.early_fraud_warning', ['charge', 'payment_intent'], shown),
  get('/radar/early_fraud_warnings/:id', z.strictObject({}), ({ store }, _input, { id }) =>
    shown(store, getObject(store, 'radar.early_fraud_warning', id)),
  ),
]

function shown(store: Store, warning: Stripe.Radar.EarlyFraudWarning): Stripe.Radar.EarlyFraudWarning {
  const { disputed, refunded } = getCharge(store, String(warning.charge))
  return { ...warning, actionable: !disputed && !refunded }
}

/** Opens a dispute, as if the buyer had disputed the charge at the bank. */
export function openDispute(provider: Provider, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  const dispute: Stripe.Dispute = {
    id: newId('dp_1'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: nowInSeconds() + oneWeek,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
  saveObject(provider, { ...charge, disputed: true })
  saveChange(provider, 'charge.dispute.created', dispute)
  return saveChange(provider, 'charge.dispute.funds_withdrawn', dispute)
}

/** As in Stripe's test mode, these words in the evidence decide the outcome of the dispute. */
const verdicts = { winning_evidence: 'won', losing_evidence: 'lost' } as const

/** Adds the shop's evidence, which is sent to the bank once it's submitted. */
function answerDispute(
  provider: Provider,
  dispute: Stripe.Dispute,
  input: object,
  isSubmitted: boolean,
): Stripe.Dispute {
  const evidence: Stripe.Dispute.Evidence = { ...dispute.evidence, ...input }
  const answered = saveChange<Stripe.Dispute>(provider, 'charge.dispute.updated', {
    ...dispute,
    evidence,
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      ...(isSubmitted && { submission_count: 1, submission_method: 'manual' as const }),
    },
    ...(isSubmitted && { status: 'under_review' as const }),
  })
  const submitted = evidence.uncategorized_text ?? ''
  const verdict = Object.entries(verdicts).find(([word]) => submitted.includes(word))?.[1]
  if (!isSubmitted || !verdict) return answered
  return saveChange(provider, 'charge.dispute.closed', {
    ...answered,
    status: verdict,
    evidence_details: { ...answered.evidence_details, due_by: null },
  })
}

/** Adds a fraud warning, as if by the card issuer. */
export function warnOfFraud(provider: Provider, charge: Stripe.Charge) {
  saveChange<Stripe.Radar.EarlyFraudWarning>(provider, 'radar.early_fraud_warning.created', {
    id: newId('issfr_1'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: nowInSeconds(),
    fraud_type: 'made_with_stolen_card',
    livemode: charge.livemode,
    ...(typeof charge.payment_intent === 'string' && { payment_intent: charge.payment_intent }),
  })
}

const oneWeek = 7 * 24 * 60 * 60

const noEvidence: Stripe.Dispute.Evidence = {
  ...nulls('access_activity_log billing_address cancellation_policy cancellation_policy_disclosure'),
  ...nulls('cancellation_rebuttal customer_communication customer_email_address customer_name'),
  ...nulls('customer_purchase_ip customer_signature duplicate_charge_documentation'),
  ...nulls('duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy'),
  ...nulls('refund_policy_disclosure refund_refusal_explanation service_date service_documentation'),
  ...nulls('shipping_address shipping_carrier shipping_date shipping_documentation'),
  ...nulls('shipping_tracking_number uncategorized_file uncategorized_text'),
  enhanced_evidence: {},
}
