import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Handles an event of the provider; one about something that we do not know yet is tried again for some hours. */
export const handleEvent = job('handle-payment-event', z.object({ eventId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/** Cancels the intent of an order whose cards were declined too often. */
export const cancelDeclined = job('cancel-declined-payment', z.object({ orderId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/** Sends a refund that was asked for; tried for about two days, since the provider may be away for a night. */
export const sendRefund = job('send-refund', z.object({ refundId: z.int() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/** Tells a customer that money has gone back. */
export const writeRefundLetter = job('write-refund-letter', z.object({ refundId: z.int() }))

/** Emails the store owner about a dispute. */
export const writeDisputeLetter = job('write-dispute-letter', z.object({ disputeId: z.string() }))

/** Emails the store owner about a fraud warning. */
export const writeWarningLetter = job(
  'write-fraud-warning-letter',
  z.object({ orderId: z.string(), warningId: z.string() }),
)

/** Reads the risk of a payment that has arrived, and has a receipt sent; retried for some hours. */
export const followPaid = job('follow-paid', z.object({ orderId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/** Every minute: asks about payments of which nothing was heard, and ends orders whose time to pay has run out. */
export const watchPayments = job('watch-payments', z.object({}), { retryLimit: 0 })

/** Every night: compares everything with the provider. */
export const reconcileAll = job('reconcile', z.object({}), { retryLimit: 3, retryDelay: 60 })
