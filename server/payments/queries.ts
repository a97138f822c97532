import { type QueryCreator, sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'

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
  /** The provider's charge that was declined. */
  chargeId?: string | null
}

export const PAYMENT_COLUMNS = [
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
    .select(PAYMENT_COLUMNS)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Nobody else changes the payment until the end of the transaction. */
export async function lockPayment(db: Db, orderId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Locks the payment with this intent, or the one that the intent was opened for if a crash kept it from being noted. */
export async function lockPaymentOf(
  db: Db,
  intent: { id: string; orderId: string | null },
): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where(({ eb, or, and }) =>
      or([
        eb('intent_id', '=', intent.id),
        and([eb('order_id', '=', intent.orderId ?? ''), eb('intent_id', 'is', null)]),
      ]),
    )
    .orderBy('intent_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

export async function findPaymentByIntent(db: Db, intentId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
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
    .select([...PAYMENT_COLUMNS, 'orders.email'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row ? { ...toPayment(row), email: row.email } : null
}

export async function updatePaymentStatus(db: Db, orderId: string, status: PaymentStatus): Promise<void> {
  await db.updateTable('payments').set({ status, heard_at: now() }).where('order_id', '=', orderId).execute()
}

/** The same, written down. */
export async function movePayment(
  db: Db,
  status: 'processing' | 'paid' | 'canceled',
  { orderId, amountCents }: Pick<PaymentMove, 'orderId' | 'amountCents'>,
): Promise<void> {
  await db
    .with('moved', (db) => moveInto(db, { orderId, kind: status, amountCents }))
    .updateTable('payments')
    .set({ status, heard_at: now(), ...(status === 'paid' ? { paid_cents: amountCents } : {}) })
    .where('order_id', '=', orderId)
    .execute()
}

export async function updateHeard(db: Db, orderId: string): Promise<void> {
  await db.updateTable('payments').set({ heard_at: now() }).where('order_id', '=', orderId).execute()
}

export async function insertPaymentMove(db: Db, move: PaymentMove) {
  await moveInto(db, move).execute()
}

/** Whether a payment of the order was ever noted as processing. */
export async function hasProcessed(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_moves')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'processing')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function moveInto(db: QueryCreator<Tables>, move: PaymentMove) {
  const { orderId, kind, amountCents, note = null, chargeId = null } = move
  return db
    .insertInto('payment_moves')
    .values({ order_id: orderId, at: now(), kind, amount_cents: amountCents, note, charge_id: chargeId })
    .onConflict((conflict) => conflict.column('charge_id').doNothing())
}

export async function countDeclines(db: Db, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_moves')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'declined')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the cards that the provider declined in the last hour. */
export async function countRecentDeclines(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payment_moves')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'declined')
    .where('at', '>', new Date(now().getTime() - 3_600_000))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Lists unsettled payments that the provider hasn't reported on since a time, oldest first.
 * @param since for open payments, and for those that are processing, which can take days
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
        and([eb('status', '=', 'open'), eb('heard_at', '<=', since.open)]),
        and([eb('status', '=', 'processing'), eb('heard_at', '<=', since.processing)]),
      ]),
    )
    .orderBy('heard_at')
    .limit(limit)
    .$narrowType<{ intentId: string }>()
    .execute()
}

export function toPayment<R extends { status: string }>(row: R) {
  return { ...row, status: row.status as PaymentStatus }
}
