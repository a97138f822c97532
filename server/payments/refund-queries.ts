import { sql } from 'kysely'
import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import type { RefundPart } from '#contract/pricing/refund.ts'
import type { RefundLine } from '../orders/refund-queries.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed'

export type Refund = {
  id: number
  orderId: string
  amountCents: number
  category: RefundCategory | null
  status: RefundStatus
  attempt: number
  refundId: string | null
}

/** @returns false if the amount exceeds the unrefunded part of the payment, which the database checks */
export async function addRefunded(db: Db, orderId: string, amountCents: number): Promise<boolean> {
  const updated = await db
    .updateTable('payments')
    .set({ refunded_cents: sql`refunded_cents + ${amountCents}` })
    .where('order_id', '=', orderId)
    .where(sql<boolean>`refunded_cents + ${amountCents} <= paid_cents`)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Inserts a refund. @param refund.refundId the provider's ID for a refund made there @returns our ID */
export async function insertRefund(
  db: Db,
  refund: {
    orderId: string
    amountCents: number
    reason: string
    category: RefundCategory | null
    refundId: string | null
    shipping: RefundPart
    isByLine: boolean
    returnId: number | null
  },
): Promise<number> {
  const { id } = await db
    .insertInto('refunds')
    .values({
      order_id: refund.orderId,
      amount_cents: refund.amountCents,
      reason: refund.reason,
      category: refund.category,
      refund_id: refund.refundId,
      shipping_cents: refund.shipping.cents,
      shipping_taxes: JSON.stringify(refund.shipping.taxes),
      is_by_line: refund.isByLine,
      return_id: refund.returnId,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertRefundLines(
  db: Db,
  refundId: number,
  lines: (Omit<RefundLine, 'variantId' | 'name'> & { putBack: number })[],
): Promise<void> {
  if (lines.length === 0) return
  await db
    .insertInto('refund_items')
    .values(
      lines.map(({ itemId, quantity, cents, taxes, restocked, putBack }) => ({
        refund_id: refundId,
        order_item_id: itemId,
        quantity,
        amount_cents: cents,
        taxes: JSON.stringify(taxes),
        restocked,
        newly_restocked: putBack,
      })),
    )
    .execute()
}

export async function findRefund(db: Db, id: number): Promise<Refund | null> {
  return (await selectRefunds(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * Locks a refund by the provider's ID or, if that isn't stored yet, by our own. Payment and amount must match, too,
 * because other apps may use the same IDs for their refunds.
 */
export async function lockRefund(
  db: Db,
  refund: { id: string; refundId: number | null; intentId: string | null; amountCents: number },
): Promise<Refund | null> {
  const row = await selectRefunds(db)
    .where(({ eb, or, and, selectFrom }) =>
      or([
        eb('refund_id', '=', refund.id),
        and([
          eb('id', '=', refund.refundId ?? 0),
          eb('refund_id', 'is', null),
          eb('amount_cents', '=', refund.amountCents),
          eb(
            'order_id',
            'in',
            selectFrom('payments')
              .select('order_id')
              .where('intent_id', '=', refund.intentId ?? ''),
          ),
        ]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Locks a refund by our ID. Includes its reason and the ID of the refund that replaced it. */
export async function lockOwnRefund(
  db: Db,
  id: number,
): Promise<(Refund & { reason: string; retriedBy: number | null }) | null> {
  const row = await selectRefunds(db)
    .select(['reason', 'retried_by as retriedBy'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateRetriedBy(db: Db, id: number, retriedBy: number): Promise<void> {
  await db.updateTable('refunds').set({ retried_by: retriedBy }).where('id', '=', id).execute()
}

export async function updateRefund(
  db: Db,
  id: number,
  changes: { status?: RefundStatus; refundId?: string; problem?: string | null; attempt?: number },
): Promise<void> {
  const { refundId, ...rest } = changes
  await db
    .updateTable('refunds')
    .set({ ...rest, ...(refundId === undefined ? {} : { refund_id: refundId }), updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/** @returns false if it had already failed */
export async function updateFailed(db: Db, id: number, problem: string | null): Promise<boolean> {
  const updated = await db
    .updateTable('refunds')
    .set({ status: 'failed', problem, updated_at: now() })
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export async function insertRefundTransition(
  db: Db,
  refundId: number,
  status: RefundStatus,
  note: string | null = null,
): Promise<void> {
  await db.insertInto('refund_transitions').values({ refund_id: refundId, at: now(), status, note }).execute()
}

/**
 * Lists requested and pending refunds that haven't been updated since a time, oldest first. Leaves out those of the other
 * mode, which the provider doesn't know by these keys.
 */
export async function listStaleRefunds(
  db: Db,
  since: Date,
  isLive: boolean,
  limit: number,
): Promise<Refund[]> {
  return selectRefunds(db)
    .where(sql<boolean>`status in ('requested', 'pending')`)
    .where('updated_at', '<=', since)
    .where(isOfMode(isLive))
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Counts the requested refunds of this mode that have neither succeeded nor failed. */
export async function countUnsettledRefunds(db: Db, isLive: boolean): Promise<number> {
  return countRows(
    db.selectFrom('refunds').where(sql<boolean>`status in ('requested', 'pending')`).where(isOfMode(isLive)),
  )
}

const isOfMode = (isLive: boolean) => sql<boolean>`exists (
  select from payments where payments.order_id = refunds.order_id and is_live = ${isLive})`

function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .select([
      'id',
      'order_id as orderId',
      'amount_cents as amountCents',
      'category',
      'status',
      'attempt',
      'refund_id as refundId',
    ])
    .$narrowType<{ status: RefundStatus; category: RefundCategory | null }>()
}
