import type Stripe from 'stripe'
import { z } from 'zod'
import { takeFault } from '../../faults.ts'
import type { Worker } from '../../scheduler.ts'
import { inTransaction, type Store } from '../../store.ts'
import { formatAmount, rejectFraction } from '../amounts.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, list, post, retrieve } from '../api/call.ts'
import { integer, metadata, text } from '../api/parameters.ts'
import { testCardOf } from '../cards/test-cards.ts'
import { getObject, nulls } from '../objects.ts'
import { inModeOf, newId, nowInSeconds, type Provider, service } from '../provider.ts'
import { saveChange } from '../webhooks.ts'
import { getCharge } from './charges.ts'

const RefundCreation = z.strictObject({
  payment_intent: text(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer'], 'This reason is unknown').optional(),
  metadata: metadata.optional(),
})

export const refundCalls: readonly Call[] = [
  post('/refunds', RefundCreation, (provider, input) =>
    createRefund(provider, chargeToRefund(provider.store, input), input),
  ),
  list('/refunds', 'refund', ['charge', 'payment_intent']),
  retrieve('/refunds', 'refund'),
]

function chargeToRefund(store: Store, { payment_intent: id }: z.infer<typeof RefundCreation>): Stripe.Charge {
  const intent = getObject(store, 'payment_intent', id, 'payment_intent')
  if (intent.status !== 'succeeded') {
    throw invalidRequest(`The payment intent ${intent.id} was not paid, so nothing can be refunded.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    })
  }
  return getCharge(store, String(intent.latest_charge))
}

function createRefund(
  provider: Provider,
  charge: Stripe.Charge,
  input: z.infer<typeof RefundCreation>,
): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded
  const amount = input.amount ?? left
  rejectRefund(charge, amount, left)
  if (takeFault(provider.faults, service, 'balance-insufficient')) {
    throw invalidRequest("The account's balance is too low for this refund.", {
      code: 'balance_insufficient',
    })
  }
  const later = pendingWork(provider, charge)
  const refund: Stripe.Refund = {
    id: newId('re_3'),
    object: 'refund',
    ...nulls('balance_transaction customer customer_account receipt_number source_transfer_reversal'),
    ...nulls('transfer_reversal'),
    amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    destination_details: {
      type: 'card',
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    },
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(later?.isPending && { pending_reason: 'processing' as const }),
    reason: input.reason ?? null,
    status: later?.isPending ? 'pending' : 'succeeded',
  }
  updateCharge(provider, charge, charge.amount_refunded + amount)
  saveChange(provider, 'refund.created', refund)
  if (later) provider.work.plan(later.work, refund.id, later.delayMs)
  return refund
}

/** The charge shows the refunded amount as well. */
function updateCharge(provider: Provider, charge: Stripe.Charge, amountRefunded: number) {
  const isRefund = amountRefunded > charge.amount_refunded
  saveChange(provider, isRefund ? 'charge.refunded' : 'charge.updated', {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  })
}

function rejectRefund(charge: Stripe.Charge, amount: number, left: number) {
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
  rejectFraction(amount, charge.currency)
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

function pendingWork({ faults }: Provider, charge: Stripe.Charge): Later | null {
  const failing = takeFault(faults, service, 'refund-fails')
  if (failing) return { work: 'fail-refund', isPending: true, delayMs: failing.delayMs }
  const pending = takeFault(faults, service, 'refund-pending')
  if (pending) return { work: 'finish-refund', isPending: true, delayMs: pending.delayMs }
  const card = testCardOf(charge.payment_method_details?.card)
  if (card?.refunds === 'late') return { work: 'finish-refund', isPending: true, delayMs: SOON_MS }
  if (card?.refunds === 'fail') return { work: 'fail-refund', isPending: false, delayMs: SOON_MS }
  return null
}

const SOON_MS = 2000

/** Completes a pending refund. */
export const finishingRefunds = (provider: Provider) =>
  ending(provider, (provider, { pending_reason: _, ...refund }) => {
    saveChange(provider, 'refund.updated', { ...refund, status: 'succeeded' })
  })

/** Fails a refund, as if the bank had returned the amount because the card is closed. */
export const failingRefunds = (provider: Provider) =>
  ending(provider, (provider, { pending_reason: _, ...refund }, charge) => {
    const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' }
    updateCharge(provider, charge, charge.amount_refunded - refund.amount)
    saveChange(provider, 'refund.updated', failed)
    saveChange(provider, 'refund.failed', failed)
  })

type End = (provider: Provider, refund: Stripe.Refund, charge: Stripe.Charge) => void

function ending(provider: Provider, end: End): Worker {
  const { store } = provider
  return (id) => {
    const refund = getObject(store, 'refund', id)
    const charge = getCharge(store, String(refund.charge))
    if (refund.status !== 'failed')
      inTransaction(store, () => end(inModeOf(provider, charge), refund, charge))
    return null
  }
}
