import { z } from 'zod'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { listExpiredReservations, updateExpiry } from '../stock/reservation-queries.ts'
import { applyIntentStatus } from './apply-intent.ts'
import { expireUnpaidOrder } from './payments.ts'
import type { PaymentGateway } from './provider.ts'
import { updatePolledAt } from './queries.ts'
import { listStalePayments } from './reconcile-queries.ts'
import { listStaleRefunds, updateRefund } from './refund-queries.ts'
import { applyRefundStatus, sendRefundJob } from './refunds.ts'

/** Webhooks usually arrive within seconds. After this delay, the provider is polled. */
const STALE_MS = 2 * 60_000
const PROCESSING_STALE_MS = 15 * 60_000
const REFUND_STALE_MS = 10 * 60_000
const AT_ONCE = 50

/** Runs every minute. */
export const pollPaymentsJob = job('poll-payments', z.object({}), { retryLimit: 0 })

/** Polls payments and refunds that the provider hasn't reported on, and ends orders whose payment window has expired. */
export async function pollPayments(db: Db, gateway: PaymentGateway, mail: MailConfig): Promise<void> {
  const problems: unknown[] = []
  const each = async <T>(
    list: T[],
    act: (one: T) => Promise<unknown>,
    postpone?: (one: T) => Promise<unknown>,
  ) => {
    // One at a time, because the provider limits requests. A failure must not keep the others from being polled.
    for (const one of list) {
      await act(one).catch((error: unknown) => {
        problems.push(error)
        return postpone?.(one)
      })
    }
  }
  const stale = await listStalePayments(
    db,
    { open: ago(STALE_MS), processing: ago(PROCESSING_STALE_MS) },
    gateway.isLive,
    AT_ONCE,
  )
  await each(
    stale,
    async ({ intentId }) => applyIntentStatus(db, mail, await gateway.findIntent(intentId)),
    ({ orderId }) => updatePolledAt(db, orderId),
  )
  await each(
    await listExpiredReservations(db, gateway.isLive, AT_ONCE),
    (orderId) => expireUnpaidOrder(db, gateway, mail, orderId),
    // Postponed, so the others come first.
    (orderId) => updateExpiry(db, [orderId], ago(-STALE_MS)),
  )
  await each(
    await listStaleRefunds(db, ago(REFUND_STALE_MS), gateway.isLive, AT_ONCE),
    async ({ id, refundId }) => {
      // Even without an answer, the others come first the next time.
      await updateRefund(db, id, {})
      if (refundId === null) await enqueue(db, sendRefundJob, { refundId: id })
      else await applyRefundStatus(db, mail, await gateway.findRefund(refundId))
    },
  )
  if (problems.length > 0) throw new AggregateError(problems, 'Failed to poll some payments')
}

const ago = (ms: number) => new Date(now().getTime() - ms)
