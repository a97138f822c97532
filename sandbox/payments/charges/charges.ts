import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, list, post, retrieve } from '../api/call.ts'
import { text } from '../api/parameters.ts'
import { bankChecks, type Decline, testCardOf } from '../cards/test-cards.ts'
import { getObject, nulls, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'
import { saveChange } from '../webhooks.ts'

export const chargeCalls: readonly Call[] = [
  list('/charges', 'charge', ['payment_intent']),
  retrieve('/charges', 'charge'),
  post('/charges/:id', z.strictObject({ receipt_email: text(800) }), (provider, input, { id }) => {
    if (!/^\p{ASCII}*$/u.test(input.receipt_email))
      throw invalidRequest(`Invalid email address: ${input.receipt_email}`, {
        code: 'email_invalid',
        param: 'receipt_email',
      })
    const changed = { ...getCharge(provider.store, id), ...input }
    saveObject(provider, changed)
    return changed
  }),
]

export function getCharge(store: Store, id: string): Stripe.Charge {
  return getObject(store, 'charge', id, 'charge')
}

export function chargeCard(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.Charge {
  const risk = testCardOf(method.card)?.risk
  return saveChange(provider, 'charge.succeeded', {
    ...newCharge(intent, method),
    amount_captured: intent.amount,
    captured: true,
    outcome: outcome({
      network_status: 'approved_by_network',
      seller_message: 'Payment complete.',
      type: 'authorized',
      ...(risk && { risk_level: risk, risk_score: risk === 'highest' ? 85 : 70 }),
    }),
    paid: true,
    status: 'succeeded',
  })
}

export function declineCard(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Stripe.Charge {
  const reason = decline.declineCode ?? decline.code
  const blocked = {
    network_status: 'reversed_after_approval',
    reason: 'rule',
    seller_message: `One of your rules blocked the payment: ${reason}.`,
    type: 'blocked',
  }
  const refused = {
    network_status: 'declined_by_network',
    reason,
    seller_message: `The bank declined the payment: ${reason}.`,
    type: 'issuer_declined',
  }
  return saveChange(provider, 'charge.failed', {
    ...newCharge(intent, method),
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: outcome(decline.isBlocked ? blocked : refused),
    status: 'failed',
  })
}

function outcome(
  known: Pick<Stripe.Charge.Outcome, 'type'> & Partial<Stripe.Charge.Outcome>,
): Stripe.Charge.Outcome {
  return {
    ...nulls('advice_code network_advice_code network_decline_code network_status reason seller_message'),
    risk_level: 'normal',
    risk_score: 20,
    ...known,
  }
}

/** Returns a charge that has neither succeeded nor failed yet. */
function newCharge(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.Charge {
  return {
    id: newId('ch_3'),
    object: 'charge',
    ...nulls('application application_fee application_fee_amount balance_transaction customer'),
    ...nulls('failure_balance_transaction on_behalf_of receipt_number receipt_url review source'),
    ...nulls('source_transfer transfer_data'),
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'PLINTH',
    captured: false,
    created: nowInSeconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: intent.livemode,
    metadata: intent.metadata,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(intent, method) },
    receipt_email: intent.receipt_email,
    refunded: false,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_group: intent.transfer_group,
  }
}

function cardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method
  if (!card) throw new Error('Only cards are emulated')
  return {
    amount_authorized: intent.amount,
    ...nulls('authorization_code electronic_commerce_indicator installments mandate network_transaction_id'),
    ...nulls('three_d_secure transaction_link_id'),
    brand: card.brand,
    checks: bankChecks(method),
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    last4: card.last4,
    network: card.brand,
    regulated_status: card.regulated_status,
    wallet: card.wallet as Stripe.Charge.PaymentMethodDetails.Card.Wallet | null,
  }
}
