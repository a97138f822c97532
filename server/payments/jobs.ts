import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Processes an event of the provider. If the event's payment is unknown, retries for some hours. */
export const handleEvent = job('handle-payment-event', z.object({ eventId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/** Cancels the intent of an order whose cards were declined too often. */
export const cancelDeclined = job('cancel-declined-payment', z.object({ orderId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/** Sends a requested refund. Retries for about two days, in case the provider is unavailable overnight. */
export const sendRefund = job('send-refund', z.object({ refundId: z.int() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/** Saves the risk of a successful payment and sends a receipt. Retries for some hours. */
export const followPaid = job('follow-paid', z.object({ orderId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/** Reports an order's sale and refunds for the provider's tax reports. Retries for about two days. */
export const recordTaxes = job('record-taxes', z.object({ orderId: z.string() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/** Every minute: polls payments that the provider hasn't reported on, and ends orders whose payment window has expired. */
export const pollPayments = job('watch-payments', z.object({}), { retryLimit: 0 })

/** Nightly job that compares all payments and refunds with the provider's. */
export const reconcileAll = job('reconcile', z.object({}), { retryLimit: 3, retryDelay: 60 })
