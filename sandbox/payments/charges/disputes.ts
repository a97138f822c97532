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
