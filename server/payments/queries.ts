import { type QueryCreator, sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
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

export type PaymentTransition = {
  orderId: string
  kind: 'opened' | 'changed' | 'processing' | 'declined' | 'paid' | 'canceled'
  amountCents: number
  note?: string | null
  /** The provider's ID for the declined charge. */
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

export async function findPayment(db: Db, orderId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Locks the payment until the end of the transaction. */
export async function lockPayment(db: Db, orderId: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/**
 * Locks the payment with this intent. If a crash kept the intent's ID from being saved, locks the payment that the
 * intent was created for.
 */
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

/** Changes the status and records it in the payment's history. */
export async function transitionPayment(
  db: Db,
  status: 'processing' | 'paid' | 'canceled',
  { orderId, amountCents }: Pick<PaymentTransition, 'orderId' | 'amountCents'>,
): Promise<void> {
  await db
    .with('moved', (db) => moveInto(db, { orderId, kind: status, amountCents }))
    .updateTable('payments')
    .set({ status, heard_at: now(), ...(status === 'paid' ? { paid_cents: amountCents } : {}) })
    .where('order_id', '=', orderId)
    .execute()
}

export async function updatePolledAt(db: Db, orderId: string): Promise<void> {
  await db.updateTable('payments').set({ heard_at: now() }).where('order_id', '=', orderId).execute()
}

export async function insertPaymentTransition(db: Db, move: PaymentTransition) {
  await moveInto(db, move).execute()
}

/** Returns the total of a version of an order, or null if there is no such version. */
export async function findTotal(
  db: Db,
  orderId: string,
  version: number,
): Promise<{ totalCents: number; currency: Currency } | null> {
  const row = await db
    .selectFrom('order_versions')
    .select(['total_cents as totalCents', sql<Currency>`quote -> 'currency'`.as('currency')])
    .where('order_id', '=', orderId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether a payment of the order was ever processing. */
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

function moveInto(db: QueryCreator<Tables>, move: PaymentTransition) {
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

export function toPayment<R extends { status: string }>(row: R) {
  return { ...row, status: row.status as PaymentStatus }
}
