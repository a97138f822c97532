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

/** With what the version costs that its intent is opened for; null when another one was paid, and this one forgotten. */
export async function findPaymentToOpen(
  db: Db,
  orderId: string,
): Promise<(Payment & { openedCents: number | null }) | null> {
  const row = await db
    .selectFrom('payments')
    .leftJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'payments.order_id')
        .onRef('order_versions.version', '=', 'payments.opened_version'),
    )
    .select([...columns, 'order_versions.total_cents as openedCents'])
    .where('payments.order_id', '=', orderId)
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** @returns false when the payment has another intent already, or waits for none any more */
export async function updateIntent(
  db: Db,
  orderId: string,
  intentId: string,
  secretHash: string,
): Promise<boolean> {
  const updated = await intentInto(db, orderId, intentId, secretHash).executeTakeFirst()
  return updated !== undefined
}

/** The same just after the intent was opened, written down. */
export async function updateOpened(
  db: Db,
  orderId: string,
  intent: { id: string; amountCents: number },
  secretHash: string,
): Promise<boolean> {
  const opened = await db
    .with('noted', (db) => intentInto(db, orderId, intent.id, secretHash))
    .insertInto('payment_moves')
    .columns(['order_id', 'at', 'kind', 'amount_cents'])
    .expression(({ selectFrom, val }) =>
      selectFrom('noted').select(({ ref }) => [
        ref('noted.order_id').as('order_id'),
        val(now()).as('at'),
        val('opened').as('kind'),
        val(intent.amountCents).as('amount_cents'),
      ]),
    )
    .returning('order_id')
    .executeTakeFirst()
  return opened !== undefined
}

function intentInto(db: QueryCreator<Tables>, orderId: string, intentId: string, secretHash: string) {
  return db
    .updateTable('payments')
    .set({ intent_id: intentId, secret_hash: secretHash, heard_at: now() })
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .where(({ eb, or }) => or([eb('intent_id', 'is', null), eb('intent_id', '=', intentId)]))
    .returning('order_id')
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

function moveInto(db: QueryCreator<Tables>, { orderId, kind, amountCents, note = null }: PaymentMove) {
  return db
    .insertInto('payment_moves')
    .values({ order_id: orderId, at: now(), kind, amount_cents: amountCents, note })
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
    .where(sql<boolean>`status in ('open', 'processing')`)
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
