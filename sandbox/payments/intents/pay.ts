import type Stripe from 'stripe'
import { takeFault } from '../../faults.ts'
import { plan } from '../../work.ts'
import { ApiError, docUrl, type ErrorBody } from '../api/api-error.ts'
import { bankChecks, blockOf } from '../cards/bank-checks.ts'
import { cardNumberOf } from '../cards/payment-methods.ts'
import { type Decline, findTestNumber, genericDecline, realCard } from '../cards/test-numbers.ts'
import { chargeCard, declineCard } from '../charges/charges.ts'
import { openDispute, warnOfFraud } from '../charges/disputes.ts'
import { keepObject } from '../objects.ts'
import { type Provider, service } from '../provider.ts'
import { recordEvent } from '../webhooks/events.ts'

/** Charges the card. Throws when it is declined, after the charge and the reason were noted. */
export function pay(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const decline = declineOf(provider, method)
  if (decline) {
    const declined = noteDecline(provider, intent, method, decline)
    throw new ApiError(402, { ...errorOf(declined.last_payment_error, decline), payment_intent: declined })
  }
  const failing = takeFault(provider.faults, service, 'processing-fails')
  const slowly = failing ?? takeFault(provider.faults, service, 'processing')
  if (!slowly) return settle(provider, intent, method)
  const processing: Stripe.PaymentIntent = { ...intent, status: 'processing' }
  keepObject(provider.store, processing)
  recordEvent(provider, 'payment_intent.processing', processing)
  plan(provider.store, failing ? 'fail-intent' : 'settle-intent', intent.id, slowly.delayMs)
  provider.wake()
  return processing
}

/** The money is there. */
export function settle(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const charge = chargeCard(provider, intent, method)
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  }
  keepObject(provider.store, paid)
  recordEvent(provider, 'payment_intent.succeeded', paid)
  const number = cardNumberOf(provider.store, method.id)
  if (findTestNumber(number)?.isSuspect) warnOfFraud(provider, charge)
  if (findTestNumber(number)?.isDisputed) openDispute(provider, charge, 'fraudulent')
  return paid
}

/** The buyer may try again, with another card. */
export function backToStart(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Stripe.PaymentIntent {
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: error.charge ?? intent.latest_charge,
    last_payment_error: error,
  }
  keepObject(provider.store, failed)
  recordEvent(provider, 'payment_intent.payment_failed', failed)
  return failed
}

function declineOf({ store, faults }: Provider, method: Stripe.PaymentMethod): Decline | null {
  const known = findTestNumber(cardNumberOf(store, method.id))
  if (!known) return realCard
  const refused = known.decline ?? blockOf(bankChecks(store, method))
  return refused ?? (takeFault(faults, service, 'declined') ? genericDecline : null)
}

export function noteDecline(
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
    ...(decline.advice && { advice_code: decline.advice }),
    doc_url: docUrl(decline.code),
    message: decline.message,
    payment_method: method,
  })
}

function errorOf(noted: Stripe.PaymentIntent.LastPaymentError | null, decline: Decline): ErrorBody {
  return {
    type: 'card_error',
    message: decline.message,
    code: decline.code,
    decline_code: decline.declineCode,
    advice_code: decline.advice,
    charge: noted?.charge,
    payment_method: noted?.payment_method,
  }
}
