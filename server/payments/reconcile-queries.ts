import { sql } from 'kysely'
import type { Reconciliation } from '#contract/payments/api.ts'
import { hasAcceptedAddresses } from '../orders/address-queries.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'

export type Discrepancy = {
  /** For example, 'paid-order-pending'. */
  kind: string
  /** The ID of an order, an intent, or a product. */
  subject: string
  /** A sentence for the store owner. */
  text: string
  isRepaired: boolean
}

export type PaymentState = {
  orderId: string
  intentId: string | null
  paymentStatus: string
  orderStatus: string
  paidCents: number
  refundedCents: number
  totalCents: number
  hasReservation: boolean
  /** Whether the order has the addresses and the VAT number of its version. */
  hasOwnAddresses: boolean
}

/** Lists every payment in one query, oldest first. */
export async function listPaymentStates(db: Db, isLive: boolean, since: Date): Promise<PaymentState[]> {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('order_versions as accepted', (join) =>
      join.onRef('accepted.order_id', '=', 'orders.id').onRef('accepted.version', '=', 'orders.version'),
    )
    .leftJoin('reservations', 'reservations.order_key', 'orders.id')
    .select(({ eb }) => [
      'orders.id as orderId',
      'payments.intent_id as intentId',
      'payments.status as paymentStatus',
      'orders.status as orderStatus',
      'payments.paid_cents as paidCents',
      'payments.refunded_cents as refundedCents',
      'accepted.total_cents as totalCents',
      hasAcceptedAddresses.as('hasOwnAddresses'),
      eb('reservations.order_key', 'is not', null).$castTo<boolean>().as('hasReservation'),
    ])
    .where('payments.is_live', '=', isLive)
    .where('payments.created_at', '>=', since)
    .orderBy('payments.created_at')
    .execute()
}

export type SucceededRefund = {
  id: number
  orderId: string
  amountCents: number
  intentId: string | null
  refundId: string
}

/** Lists refunds that had succeeded before the comparison began. */
export async function listSucceededRefunds(
  db: Db,
  isLive: boolean,
  { from, to }: { from: Date; to: Date },
): Promise<SucceededRefund[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.order_id', 'refunds.order_id')
    .select([
      'refunds.id',
      'refunds.order_id as orderId',
      'refunds.amount_cents as amountCents',
      'payments.intent_id as intentId',
      'refunds.refund_id as refundId',
    ])
    .where('refunds.status', '=', 'succeeded')
    .where('refunds.refund_id', 'is not', null)
    .where('payments.is_live', '=', isLive)
    .where('refunds.created_at', '>=', from)
    .where('refunds.updated_at', '<', to)
    .orderBy('refunds.id')
    .$narrowType<{ refundId: string }>()
    .execute()
}

export async function insertReconciliation(
  db: Db,
  run: { startedAt: Date; finishedAt: Date; compared: number; discrepancies: Discrepancy[] },
): Promise<void> {
  await db
    .insertInto('reconciliations')
    .values({
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      compared: run.compared,
      findings: JSON.stringify(run.discrepancies),
    })
    .execute()
}

/** Returns the last reconciliation, or null if there was none. */
export async function findLastReconciliation(db: Db): Promise<Reconciliation | null> {
  const row = await db
    .selectFrom('reconciliations')
    .select(['started_at', 'finished_at', 'compared', 'findings'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    compared: row.compared,
    findings: row.findings as Discrepancy[],
  }
}

/**
 * Lists unfinished payments that the provider hasn't reported on since a time, oldest first.
 * @param since one time for open payments, and one for payments that are processing, which can take days
 */
export async function listStalePayments(
  db: Db,
  since: { open: Date; processing: Date },
  isLive: boolean,
  limit: number,
): Promise<{ orderId: string; intentId: string }[]> {
  return db
    .selectFrom('payments')
    .select(['order_id as orderId', 'intent_id as intentId'])
    .where(sql<boolean>`status in ('open', 'processing')`)
    .where('intent_id', 'is not', null)
    .where('is_live', '=', isLive)
    .where(({ eb, or, and }) =>
      or([
        and([eb('status', '=', 'open'), eb('last_status_at', '<=', since.open)]),
        and([eb('status', '=', 'processing'), eb('last_status_at', '<=', since.processing)]),
      ]),
    )
    .orderBy('last_status_at')
    .limit(limit)
    .$narrowType<{ intentId: string }>()
    .execute()
}

export async function findLastEvent(db: Db): Promise<{ type: string; at: string } | null> {
  const row = await db
    .selectFrom('webhook_events')
    .select(['type', 'received_at'])
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { type: row.type, at: row.received_at.toISOString() } : null
}

/** Counts the provider's unprocessed events, and returns when the oldest of them arrived. */
export async function findWaitingEvents(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const { count, oldest } = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('received_at').as('oldest')])
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}

export async function deleteHandledEvents(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('received_at', '<', before)
    .where('handled_at', 'is not', null)
    .execute()
}

/** Counts the cards that the provider declined in the last hour. */
export async function countRecentDeclines(db: Db): Promise<number> {
  const declines = db.selectFrom('payment_transitions').where('kind', '=', 'declined')
  return countRows(declines.where('at', '>', new Date(now().getTime() - 3_600_000)))
}
