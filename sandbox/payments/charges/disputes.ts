import type Stripe from 'stripe'
import { invalidRequest } from '../api/api-error.ts'
import { newId } from '../ids.ts'
import { keepObject } from '../objects.ts'
import { nowInSeconds, type Provider } from '../provider.ts'
import { recordEvent } from '../webhooks/events.ts'
import { recordMovement } from './balance.ts'

/** The buyer wants the money back from the bank, which takes it from the shop until it has decided. */
export function openDispute(provider: Provider, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  if (charge.status !== 'succeeded' || charge.disputed) {
    throw invalidRequest(`The charge ${charge.id} cannot be disputed.`, { param: 'charge' })
  }
  const id = newId('dp_1')
  const movement = recordMovement(provider, {
    amount: -charge.amount,
    currency: charge.currency,
    fee: disputeFee,
    type: 'adjustment',
    category: 'dispute',
    description: `Chargeback of ${charge.id}`,
    source: id,
  })
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [movement],
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
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
  keepObject(provider.store, dispute)
  keepObject(provider.store, { ...charge, disputed: true })
  recordEvent(provider, 'charge.dispute.created', dispute)
  recordEvent(provider, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** What Stripe's documentation calls "Evidence" of test disputes: these words decide how one ends. */
const verdicts = { winning_evidence: 'won', losing_evidence: 'lost' } as const

/** The shop says why the payment was right; submitted once, it goes to the bank. */
export function answerDispute(
  provider: Provider,
  dispute: Stripe.Dispute,
  given: Partial<Record<keyof Stripe.Dispute.Evidence, string | null | undefined>>,
  isSubmitted: boolean,
): Stripe.Dispute {
  const evidence = { ...dispute.evidence, ...given } as Stripe.Dispute.Evidence
  const answered: Stripe.Dispute = {
    ...dispute,
    evidence,
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      ...(isSubmitted && { submission_count: 1, submission_method: 'manual' as const }),
    },
    ...(isSubmitted && { status: 'under_review' as const }),
  }
  keepObject(provider.store, answered)
  recordEvent(provider, 'charge.dispute.updated', answered)
  const said = evidence.uncategorized_text ?? ''
  const verdict = Object.entries(verdicts).find(([word]) => said.includes(word))?.[1]
  return isSubmitted && verdict ? closeDispute(provider, answered, verdict) : answered
}

function closeDispute(provider: Provider, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  const closed: Stripe.Dispute = {
    ...dispute,
    status,
    evidence_details: { ...dispute.evidence_details, due_by: null },
  }
  keepObject(provider.store, closed)
  recordEvent(provider, 'charge.dispute.closed', closed)
  return closed
}

/** The card issuer suspects fraud. */
export function warnOfFraud(provider: Provider, charge: Stripe.Charge) {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr_1'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: nowInSeconds(),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' && { payment_intent: charge.payment_intent }),
  }
  keepObject(provider.store, warning)
  recordEvent(provider, 'radar.early_fraud_warning.created', warning)
}

const disputeFee = 1500
const oneWeek = 7 * 24 * 60 * 60

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
