import type Stripe from 'stripe'
import type { Store } from '../../store.ts'
import { noSuch } from '../api/api-error.ts'
import { bankChecks } from '../cards/bank-checks.ts'
import { cardNumberOf } from '../cards/payment-methods.ts'
import { type Decline, findTestNumber } from '../cards/test-numbers.ts'
import { newId } from '../ids.ts'
import { findObject, keepObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { recordEvent } from '../webhooks/events.ts'
import { feeOf, recordMovement } from './balance.ts'
import { newCharge } from './new-charge.ts'

export function chargeCard(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.Charge {
  const id = newId('ch_3')
  const { amount, currency, description } = intent
  const movement = recordMovement(provider, {
    amount,
    currency,
    description,
    fee: feeOf(amount),
    type: 'charge',
    category: 'charge',
    source: id,
  })
  const charge: Stripe.Charge = {
    ...newCharge(id, intent, method, bankChecks(provider.store, method)),
    amount_captured: amount,
    balance_transaction: movement.id,
    captured: true,
    outcome: outcome({
      network_status: 'approved_by_network',
      seller_message: 'Payment complete.',
      type: 'authorized',
      ...riskOf(provider.store, method),
    }),
    paid: true,
    status: 'succeeded',
  }
  keepObject(provider.store, charge)
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
    ...newCharge(newId('ch_3'), intent, method, bankChecks(provider.store, method)),
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
  keepObject(provider.store, charge)
  recordEvent(provider, 'charge.failed', charge)
  return charge
}

export function getCharge(store: Store, id: string, param = 'charge'): Stripe.Charge {
  const charge = findObject(store, 'charge', id)
  if (!charge) throw noSuch('charge', id, param)
  return charge
}

function riskOf(store: Store, { id }: Stripe.PaymentMethod) {
  const risk = findTestNumber(cardNumberOf(store, id))?.risk
  return risk ? { risk_level: risk, risk_score: risk === 'highest' ? 85 : 70 } : {}
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
