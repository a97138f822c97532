import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { type Call, call, nothing } from '../api/call.ts'
import { paging, text } from '../api/parameters.ts'
import { bankChecks } from '../cards/bank-checks.ts'
import { testCardOf } from '../cards/payment-methods.ts'
import type { Decline } from '../cards/test-cards.ts'
import { getObject, listPage, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'
import { recordEvent } from '../webhooks.ts'

type Checks = Stripe.Charge.PaymentMethodDetails.Card.Checks

export const chargeCalls: readonly Call[] = [
  call({
    method: 'GET',
    path: '/charges',
    input: z.strictObject({ ...paging, payment_intent: text().optional() }),
    run: ({ store }, { payment_intent, ...paging }) =>
      listPage(store, 'charge', '/v1/charges', paging, { payment_intent }),
  }),
  call({
    method: 'GET',
    path: '/charges/:id',
    input: nothing,
    run: ({ store }, _input, { id }) => getCharge(store, id),
  }),
  call({
    method: 'POST',
    path: '/charges/:id',
    input: z.strictObject({ receipt_email: text(800) }),
    run({ store }, { receipt_email }, { id }) {
      const changed = { ...getCharge(store, id), receipt_email }
      saveObject(store, changed)
      return changed
    },
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
  const risk = testCardOf(provider.store, method.id)?.risk
  const charge: Stripe.Charge = {
    ...newCharge(intent, method, bankChecks(provider.store, method)),
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
  }
  saveObject(provider.store, charge)
  recordEvent(provider, 'charge.succeeded', charge)
  return charge
}

export function declineCard(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Stripe.Charge {
  const reason = decline.declineCode ?? decline.code
  const charge: Stripe.Charge = {
    ...newCharge(intent, method, bankChecks(provider.store, method)),
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: outcome({
      advice_code: decline.advice ?? null,
      ...(decline.isBlocked
        ? {
            network_status: 'reversed_after_approval',
            reason: 'rule',
            seller_message: `One of your rules blocked the payment: ${reason}.`,
            type: 'blocked',
          }
        : {
            network_status: 'declined_by_network',
            reason,
            seller_message: `The bank declined the payment: ${reason}.`,
            type: 'issuer_declined',
          }),
    }),
    status: 'failed',
  }
  saveObject(provider.store, charge)
  recordEvent(provider, 'charge.failed', charge)
  return charge
}

function outcome(
  known: Pick<Stripe.Charge.Outcome, 'type'> & Partial<Stripe.Charge.Outcome>,
): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: null,
    reason: null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: null,
    ...known,
  }
}

/** Returns a charge that has neither succeeded nor failed yet. */
function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  checks: Checks,
): Stripe.Charge {
  return {
    id: newId('ch_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'PLINTH',
    captured: false,
    created: nowInSeconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(intent, method, checks) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

function cardDetails(
  intent: Stripe.PaymentIntent,
  { card }: Stripe.PaymentMethod,
  checks: Checks,
): Stripe.Charge.PaymentMethodDetails.Card {
  if (!card) throw new Error('Only cards are emulated')
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}
