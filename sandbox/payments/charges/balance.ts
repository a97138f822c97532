import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { keepObject } from '../objects.ts'
import { nowInSeconds, type Provider } from '../provider.ts'

interface Movement {
  /** Negative when money leaves the shop's balance. */
  amount: number
  currency: string
  fee: number
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
  category: string
  description: string | null
  source: string
}

/** Notes what moves on the shop's balance at the provider. */
export function recordMovement({ store }: Provider, movement: Movement): Stripe.BalanceTransaction {
  const { amount, currency, fee, type, category, description, source } = movement
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn_3'),
    object: 'balance_transaction',
    amount,
    available_on: nowInSeconds() + twoDays,
    balance_type: 'payments',
    created: nowInSeconds(),
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  }
  keepObject(store, transaction)
  return transaction
}

/** 2.9 % and 30 cents. */
export function feeOf(amount: number): number {
  return Math.round(amount * 0.029) + 30
}

const twoDays = 2 * 24 * 60 * 60
