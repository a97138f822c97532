import { inTransaction } from '../../transaction.ts'
import type { Worker } from '../../work.ts'
import { getPaymentMethod } from '../cards/payment-methods.ts'
import { findObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { settle } from './pay.ts'

/** Ends the wait of an intent whose payment takes its time. */
export function settlingIntents(provider: Provider): Worker {
  return (id) => {
    const intent = findObject(provider.store, 'payment_intent', id)
    if (intent?.status !== 'processing') return null
    const method = getPaymentMethod(provider.store, String(intent.payment_method))
    inTransaction(provider.store, () => settle(provider, intent, method))
    return null
  }
}
