import type Stripe from 'stripe'
import { inTransaction } from '../../transaction.ts'
import type { Worker } from '../../work.ts'
import { findObject, keepObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { recordEvent } from '../webhooks/events.ts'
import { recordMovement } from './balance.ts'
import { getCharge } from './charges.ts'
import { noteOnCharge } from './refunds.ts'

/** The money has arrived on the card. */
export function finishingRefunds(provider: Provider): Worker {
  return (id) => {
    const refund = findObject(provider.store, 'refund', id)
    if (refund?.status !== 'pending') return null
    inTransaction(provider.store, () => {
      const { pending_reason, ...rest } = refund
      const finished: Stripe.Refund = { ...rest, status: 'succeeded' }
      keepObject(provider.store, finished)
      recordEvent(provider, 'refund.updated', finished, { status: 'pending', pending_reason })
    })
    return null
  }
}

/** The bank sent the money back, as for a card that is closed: it is on the shop's balance again. */
export function failingRefunds(provider: Provider): Worker {
  return (id) => {
    const refund = findObject(provider.store, 'refund', id)
    if (!refund || refund.status === 'failed') return null
    inTransaction(provider.store, () => fail(provider, refund))
    return null
  }
}

function fail(provider: Provider, refund: Stripe.Refund) {
  const charge = getCharge(provider.store, String(refund.charge))
  const movement = recordMovement(provider, {
    amount: refund.amount,
    currency: refund.currency,
    fee: 0,
    type: 'refund_failure',
    category: 'refund_failure',
    description: `Failed refund of ${charge.id}`,
    source: refund.id,
  })
  const { pending_reason, ...rest } = refund
  const failed: Stripe.Refund = {
    ...rest,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: movement.id,
  }
  keepObject(provider.store, failed)
  noteOnCharge(provider, charge, charge.amount_refunded - refund.amount)
  recordEvent(provider, 'refund.updated', failed, {
    status: refund.status,
    ...(pending_reason && { pending_reason }),
  })
  recordEvent(provider, 'refund.failed', failed)
}
