import type Stripe from 'stripe'
import { takeFault } from '../../faults.ts'
import { plan } from '../../work.ts'
import { invalidRequest } from '../api/api-error.ts'
import { cardNumberOf } from '../cards/payment-methods.ts'
import { findTestNumber } from '../cards/test-numbers.ts'
import { newId } from '../ids.ts'
import { mergeMetadata } from '../metadata.ts'
import { formatAmount } from '../money.ts'
import { keepObject } from '../objects.ts'
import { nowInSeconds, type Provider, service } from '../provider.ts'
import { recordEvent } from '../webhooks/events.ts'
import { recordMovement } from './balance.ts'

export interface RefundWish {
  amount?: number | undefined
  reason?: Stripe.Refund.Reason | undefined
  metadata?: Stripe.Metadata | null | undefined
}

export function createRefund(provider: Provider, charge: Stripe.Charge, wish: RefundWish): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded
  const amount = wish.amount ?? left
  refuseRefund(charge, amount, left)
  if (takeFault(provider.faults, service, 'balance-insufficient')) {
    throw invalidRequest('The account has too little balance for this refund.', {
      code: 'balance_insufficient',
    })
  }
  const { currency } = charge
  const id = newId('re_3')
  const movement = recordMovement(provider, {
    amount: -amount,
    currency,
    fee: 0,
    type: 'refund',
    category: 'refund',
    description: `Refund of ${charge.id}`,
    source: id,
  })
  const later = takesTime(provider, charge)
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: movement.id,
    charge: charge.id,
    created: nowInSeconds(),
    currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    },
    metadata: mergeMetadata({}, wish.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(later?.isPending && { pending_reason: 'processing' as const }),
    reason: wish.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: later?.isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  keepObject(provider.store, refund)
  noteOnCharge(provider, charge, charge.amount_refunded + amount)
  recordEvent(provider, 'refund.created', refund)
  if (later) {
    plan(provider.store, later.work, refund.id, later.delayMs)
    provider.wake()
  }
  return refund
}

/** What is refunded stands on the charge too. */
export function noteOnCharge(provider: Provider, charge: Stripe.Charge, amountRefunded: number) {
  const noted = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount }
  keepObject(provider.store, noted)
  recordEvent(
    provider,
    amountRefunded > charge.amount_refunded ? 'charge.refunded' : 'charge.updated',
    noted,
    {
      amount_refunded: charge.amount_refunded,
      ...(noted.refunded !== charge.refunded && { refunded: charge.refunded }),
    },
  )
}

function refuseRefund(charge: Stripe.Charge, amount: number, left: number) {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`The charge ${charge.id} took no money, so none can be refunded.`, {
      param: 'charge',
    })
  }
  if (charge.disputed) {
    throw invalidRequest(`The charge ${charge.id} is disputed, so it cannot be refunded.`, {
      code: 'charge_disputed',
    })
  }
  if (left === 0) {
    throw invalidRequest(`The charge ${charge.id} is already refunded.`, { code: 'charge_already_refunded' })
  }
  if (amount < 1) {
    throw invalidRequest('The amount must be at least 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount > left) {
    const [wanted, rest] = [formatAmount(amount, charge.currency), formatAmount(left, charge.currency)]
    throw invalidRequest(`${wanted} is more than the ${rest} that can still be refunded.`, {
      param: 'amount',
    })
  }
}

interface Later {
  work: 'finish-refund' | 'fail-refund'
  isPending: boolean
  delayMs: number
}

function takesTime({ store, faults }: Provider, charge: Stripe.Charge): Later | null {
  const failing = takeFault(faults, service, 'refund-fails')
  if (failing) return { work: 'fail-refund', isPending: true, delayMs: failing.delayMs }
  const pending = takeFault(faults, service, 'refund-pending')
  if (pending) return { work: 'finish-refund', isPending: true, delayMs: pending.delayMs }
  const card = findTestNumber(cardNumberOf(store, charge.payment_method ?? ''))
  if (card?.refunds === 'late') return { work: 'finish-refund', isPending: true, delayMs: soon }
  if (card?.refunds === 'fail') return { work: 'fail-refund', isPending: false, delayMs: soon }
  return null
}

const soon = 2000
