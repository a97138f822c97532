import { inTransaction } from '../../transaction.ts'
import type { Worker } from '../../work.ts'
import { getPaymentMethod } from '../cards/payment-methods.ts'
import { genericDecline } from '../cards/test-numbers.ts'
import { findObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { noteDecline, settle } from './pay.ts'

/** Ends the wait of an intent whose payment takes its time: the money is there. */
export const settlingIntents = (provider: Provider) => ending(provider, settle)

/** The bank has said no in the end, as it can to a direct debit. */
export const failingIntents = (provider: Provider) =>
  ending(provider, (provider, intent, method) => noteDecline(provider, intent, method, genericDecline))

function ending(provider: Provider, end: typeof settle): Worker {
  return (id) => {
    const intent = findObject(provider.store, 'payment_intent', id)
    if (intent?.status !== 'processing') return null
    const method = getPaymentMethod(provider.store, String(intent.payment_method))
    inTransaction(provider.store, () => end(provider, intent, method))
    return null
  }
}
