import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

export type PaymentStatus = 'open' | 'processing' | 'paid' | 'canceled'

export type Payment = {
  orderId: string
  isLive: boolean
  intentId: string | null
  openedVersion: number
  attempt: number
  status: PaymentStatus
  paidCents: number
  refundedCents: number
}

export type PaymentMove = {
  orderId: string
  kind: 'opened' | 'changed' | 'processing' | 'declined' | 'paid' | 'canceled'
  amountCents: number
  note?: string | null
}

const columns = [
  'payments.order_id as orderId',
  'payments.is_live as isLive',
  'payments.intent_id as intentId',
  'payments.opened_version as openedVersion',
  'payments.attempt',
  'payments.status',
  'payments.paid_cents as paidCents',
  'payments.refunded_cents as refundedCents',
] as const

/** Once for each order; a second one is not made. */
export async function insertPayment(
  db: Db,
  payment: { orderId: string; openedVersion: number; isLive: boolean },
): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      order_id: payment.orderId,
      opened_version: payment.openedVersion,
      is_live: payment.isLive,
      heard_at: now(),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
}

export async function findPayment(db: Db, orderId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(columns)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Nobody else changes the payment until the end of the transaction. */
export async function lockPayment(db: Db, orderId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(columns)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

export async function findPaymentByIntent(db: Db, intentId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(columns)
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

export async function findPaymentBySecret(
  db: Db,
  secretHash: string,
): Promise<(Payment & { email: string }) | null> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([...columns, 'orders.email'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row ? { ...toPayment(row), email: row.email } : null
}

/** What the versions of an order cost. */
export async function findTotal(db: Db, orderId: string, version: number): Promise<number | null> {
  const row = await db
    .selectFrom('order_versions')
    .select('total_cents')
    .where('order_id', '=', orderId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.total_cents ?? null
}

/** @returns false when the payment has another intent already, or waits for none any more */
export async function updateIntent(
  db: Db,
  orderId: string,
  intentId: string,
  secretHash: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('payments')
    .set({ intent_id: intentId, secret_hash: secretHash, heard_at: now() })
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .where(({ eb, or }) => or([eb('intent_id', 'is', null), eb('intent_id', '=', intentId)]))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** After a failure for good; only the first of those who met it counts it up. */
export async function updateAttempt(db: Db, orderId: string, failed: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ attempt: failed + 1 })
    .where('order_id', '=', orderId)
    .where('attempt', '=', failed)
    .execute()
}

export async function updatePaymentStatus(
  db: Db,
  orderId: string,
  status: PaymentStatus,
  paidCents?: number,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status, heard_at: now(), ...(paidCents === undefined ? {} : { paid_cents: paidCents }) })
    .where('order_id', '=', orderId)
    .execute()
}

export async function updateHeard(db: Db, orderId: string): Promise<void> {
  await db.updateTable('payments').set({ heard_at: now() }).where('order_id', '=', orderId).execute()
}

export async function insertPaymentMove(db: Db, { orderId, kind, amountCents, note = null }: PaymentMove) {
  await db
    .insertInto('payment_moves')
    .values({ order_id: orderId, at: now(), kind, amount_cents: amountCents, note })
    .execute()
}

/** Payments that may still become something, of which the provider has said nothing since then. */
export async function listSilentPayments(
  db: Db,
  since: Date,
  isLive: boolean,
  limit: number,
): Promise<{ orderId: string; intentId: string }[]> {
  return db
    .selectFrom('payments')
    .select(['order_id as orderId', 'intent_id as intentId'])
    .where('status', 'in', ['open', 'processing'])
    .where('intent_id', 'is not', null)
    .where('is_live', '=', isLive)
    .where('heard_at', '<=', since)
    .orderBy('heard_at')
    .limit(limit)
    .$narrowType<{ intentId: string }>()
    .execute()
}

function toPayment<R extends { status: string }>(row: R) {
  return { ...row, status: row.status as PaymentStatus }
}
