import type Stripe from 'stripe'
import { takeFault } from '../../faults.ts'
import type { Worker } from '../../scheduler.ts'
import { inTransaction } from '../../store.ts'
import { ApiError, type ErrorBody } from '../api/api-error.ts'
import { type Decline, declineOf, genericDecline, testCardOf } from '../cards/test-cards.ts'
import { chargeCard, declineCard } from '../charges/charges.ts'
import { openDispute, warnOfFraud } from '../charges/disputes.ts'
import { findObject, getObject } from '../objects.ts'
import { inModeOf, type Provider, service } from '../provider.ts'
import { saveChange } from '../webhooks.ts'

/** Charges the card. @throws an error if it's declined, after recording the failed charge */
export function pay(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const decline =
    declineOf(method) ?? (takeFault(provider.faults, service, 'declined') ? genericDecline : null)
  if (decline) {
    const declined = recordDecline(provider, intent, method, decline)
    throw new ApiError(402, { ...(declined.last_payment_error as ErrorBody), payment_intent: declined })
  }
  const failing = takeFault(provider.faults, service, 'processing-fails')
  const slowly = failing ?? takeFault(provider.faults, service, 'processing')
  if (!slowly) return settle(provider, intent, method)
  provider.work.plan(failing ? 'fail-intent' : 'settle-intent', intent.id, slowly.delayMs)
  return saveChange(provider, 'payment_intent.processing', { ...intent, status: 'processing' })
}

function settle(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const charge = chargeCard(provider, intent, method)
  const paid = saveChange<Stripe.PaymentIntent>(provider, 'payment_intent.succeeded', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  })
  const card = testCardOf(method.card)
  if (card?.hasFraudWarning) warnOfFraud(provider, charge)
  if (card?.isDisputed) openDispute(provider, charge, 'fraudulent')
  return paid
}

/** Resets the intent, so the buyer can try another card. */
export function backToStart(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Stripe.PaymentIntent {
  return saveChange(provider, 'payment_intent.payment_failed', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: error.charge ?? intent.latest_charge,
    last_payment_error: error,
  })
}

function recordDecline(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
) {
  const charge = declineCard(provider, intent, method, decline)
  return backToStart(provider, intent, {
    type: 'card_error',
    charge: charge.id,
    code: decline.code,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    message: decline.message,
    payment_method: method,
  })
}

/** Completes an intent that is processing. */
export const settlingIntents = (provider: Provider) => ending(provider, settle)

/** Declines an intent that is processing, as a bank can with a direct debit. */
export const failingIntents = (provider: Provider) =>
  ending(provider, (provider, intent, method) => recordDecline(provider, intent, method, genericDecline))

function ending(provider: Provider, end: typeof settle): Worker {
  return (id) => {
    const intent = findObject(provider.store, 'payment_intent', id)
    if (intent?.status !== 'processing') return null
    const method = getObject(provider.store, 'payment_method', String(intent.payment_method))
    inTransaction(provider.store, () => end(inModeOf(provider, intent), intent, method))
    return null
  }
}
