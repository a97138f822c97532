import { z } from 'zod'
import { recordUnpaidWeight } from '../orders/orders.ts'
import { listOriginRecords, listOrigins, lockOrigins, type OriginRecord } from '../orders/origin-queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { expireUnpaidOrder } from './payments.ts'
import type { PaymentGateway } from './provider.ts'
import { countDeclines, insertPaymentTransition, lockPayment } from './queries.ts'

/** Number of declined cards that cancels an order's payment intent. */
const ORDER_MAX = 8
/** Declined cards per IP address or account within 15 minutes. Every five orders paid in the last day allow one more. */
const ORIGIN_MAX = 12
const PAID_PER_DECLINE = 5

/** Cancels the intent of an order whose cards were declined too often. */
export const cancelDeclinedJob = job('cancel-declined-payment', z.object({ orderId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/**
 * Records a declined card. After too many for the order, IP address, or account, a job cancels the intent, so the order
 * can't be used to find out which stolen cards work.
 */
export async function recordDecline(
  db: Db,
  decline: { orderId: string; amountCents: number; note: string; chargeId: string | null },
): Promise<void> {
  const { orderId } = decline
  await inTransaction(db, async (db) => {
    await lockPayment(db, orderId)
    const origins = await listOrigins(db, orderId)
    await lockOrigins(db, origins)
    await insertPaymentTransition(db, { ...decline, kind: 'declined' })
    const records = await Promise.all(origins.map((origin) => listOriginRecords(db, null, origin)))
    if ((await countDeclines(db, orderId)) >= ORDER_MAX || records.flat().some(hasTooManyDeclines))
      await enqueue(db, cancelDeclinedJob, { orderId })
  })
}

/** Returns true if an IP address or account may not start another order for now. */
export function hasTooManyDeclines({ declines, paid }: OriginRecord): boolean {
  return declines >= ORIGIN_MAX + Math.floor(paid / PAID_PER_DECLINE)
}

/**
 * Ends an order if too many cards were declined for its intent. Asks the provider, because its events may arrive late.
 * @returns true if there were too many @throws ProviderError
 */
export async function endIfDeclined(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  { orderId, intentId }: { orderId: string; intentId: string },
): Promise<boolean> {
  if ((await gateway.countDeclines(intentId)) < ORDER_MAX) return false
  await cancelDeclined(db, gateway, mail, orderId)
  return true
}

/** Ends an order whose cards were declined too often, unless a payment succeeded in the meantime. @throws ProviderError */
export async function cancelDeclined(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  orderId: string,
): Promise<void> {
  await expireUnpaidOrder(db, gateway, mail, orderId, true)
  await recordUnpaidWeight(db, orderId, 'declined')
}
