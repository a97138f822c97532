import { type QueryCreator, sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { isCurrentlyOf, type Owner } from '../cart/queries.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import type { ProviderCharge, StoredEvent } from './provider.ts'

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

export async function findPayment(db: Db, orderId: string): Promise<Payment | null> {
  return (await selectPayments(db).where('order_id', '=', orderId).executeTakeFirst()) ?? null
}

/** Locks the payment until the end of the transaction. */
export async function lockPayment(db: Db, orderId: string): Promise<Payment | null> {
  return (await selectPayments(db).where('order_id', '=', orderId).forUpdate().executeTakeFirst()) ?? null
}

/**
 * Locks the payments of orders that ended unpaid before a time, and that nothing else refers to.
 * @returns the IDs of the orders
 */
export async function lockUnpaidBefore(db: Db, time: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select orders.id from payments join orders on orders.id = payments.order_id
    where orders.status = 'cancelled' and orders.updated_at < ${time}::timestamptz
      and payments.status = 'canceled' and payments.paid_cents = 0
      and not exists (select from disputes where disputes.order_id = orders.id)
      and not exists (select from fraud_warnings where fraud_warnings.order_id = orders.id)
    order by orders.updated_at limit ${limit} for update of payments skip locked`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes payments with their histories. */
export async function deletePayments(db: Db, orderIds: string[]): Promise<void> {
  await db.deleteFrom('payment_transitions').where('order_id', 'in', orderIds).execute()
  await db.deleteFrom('payments').where('order_id', 'in', orderIds).execute()
}

/** The total of the version of an order that an intent names, and whether the provider has calculated its taxes. */
export type Sold = { totalCents: number; currency: Currency; hasTaxes: boolean }

/**
 * Locks the payment with this intent. If a crash kept the intent's ID from being saved, locks the payment that the
 * intent was created for.
 */
export async function lockPaymentOf(
  db: Db,
  intent: { id: string; orderId: string | null; version: number | null },
): Promise<(Payment & { sold: Sold | null }) | null> {
  const row = await selectPayments(db)
    .select(
      sql<Sold | null>`(select json_build_object('totalCents', total_cents, 'currency', quote -> 'currency',
          'hasTaxes', quote ? 'taxCalculation')
        from order_versions where order_id = payments.order_id and version = ${intent.version}::integer)`.as(
        'sold',
      ),
    )
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
  return row ?? null
}

export async function findPaymentByIntent(db: Db, intentId: string): Promise<Payment | null> {
  return (await selectPayments(db).where('intent_id', '=', intentId).executeTakeFirst()) ?? null
}

/** @returns also the order's email address, and whether the order was placed from the owner's cart or belongs to the user */
export async function findPaymentBySecret(
  db: Db,
  secretHash: string,
  owner: Owner | null,
): Promise<(Payment & { email: string; isOwn: boolean }) | null> {
  const ofUser = owner && 'userId' in owner ? owner.userId : null
  const isOwn = owner
    ? sql<boolean>`coalesce(${isCurrentlyOf(owner)} or orders.user_id = ${ofUser}::integer, false)`
    : sql<boolean>`false`
  const row = await selectPayments(db)
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('carts', 'carts.id', 'orders.cart_id')
    .select(['orders.email', isOwn.as('isOwn')])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row ?? null
}

export async function updatePaymentStatus(db: Db, orderId: string, status: PaymentStatus): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status, last_status_at: now() })
    .where('order_id', '=', orderId)
    .execute()
}

type TransitionFacts = Pick<PaymentTransition, 'orderId' | 'amountCents'> & {
  charge?: ProviderCharge | undefined
}

export function chargeColumns({ risk, checks }: ProviderCharge) {
  return {
    risk,
    address_check: checks.address,
    postal_code_check: checks.postalCode,
    security_code_check: checks.securityCode,
  }
}

/** Changes the status and records it in the payment's history. */
export async function transitionPayment(
  db: Db,
  status: 'processing' | 'paid' | 'canceled',
  { orderId, amountCents, charge }: TransitionFacts,
): Promise<void> {
  await db
    .with('moved', (db) => moveInto(db, { orderId, kind: status, amountCents }))
    .updateTable('payments')
    .set({
      status,
      last_status_at: now(),
      ...(status === 'paid' ? { paid_cents: amountCents } : {}),
      ...(charge && chargeColumns(charge)),
    })
    .where('order_id', '=', orderId)
    .execute()
}

export async function updatePolledAt(db: Db, orderId: string): Promise<void> {
  await db.updateTable('payments').set({ last_status_at: now() }).where('order_id', '=', orderId).execute()
}

export async function insertPaymentTransition(db: Db, move: PaymentTransition) {
  await moveInto(db, move).execute()
}

/** Returns whether a payment of the order was ever processing. */
export async function hasProcessed(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_transitions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'processing')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function countDeclines(db: Db, orderId: string): Promise<number> {
  const moves = db.selectFrom('payment_transitions').where('order_id', '=', orderId)
  return countRows(moves.where('kind', '=', 'declined'))
}

/** @returns false if the event was stored before and has been processed */
export async function insertEvent(db: Db, { id, type, object }: StoredEvent): Promise<boolean> {
  const inserted = await db
    .insertInto('webhook_events')
    .values({ id, type, object: JSON.stringify(object), received_at: now() })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ id: ref('excluded.id') }))
        .where('webhook_events.handled_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns a stored event, or null if it was processed or deleted. */
export async function findWaitingEvent(db: Db, id: string): Promise<StoredEvent | null> {
  const row = await db
    .selectFrom('webhook_events')
    .select(['id', 'type', 'object'])
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function updateHandled(db: Db, id: string, outcome: string): Promise<void> {
  await db.updateTable('webhook_events').set({ handled_at: now(), outcome }).where('id', '=', id).execute()
}

/** Selects payments. Other queries join more to them. */
export function selectPayments(db: Db) {
  return db
    .selectFrom('payments')
    .select([
      'payments.order_id as orderId',
      'payments.is_live as isLive',
      'payments.intent_id as intentId',
      'payments.opened_version as openedVersion',
      'payments.attempt',
      'payments.status',
      'payments.paid_cents as paidCents',
      'payments.refunded_cents as refundedCents',
    ])
    .$narrowType<{ status: PaymentStatus }>()
}

function moveInto(db: QueryCreator<Tables>, move: PaymentTransition) {
  const { orderId, kind, amountCents, note = null, chargeId = null } = move
  return db
    .insertInto('payment_transitions')
    .values({ order_id: orderId, at: now(), kind, amount_cents: amountCents, note, charge_id: chargeId })
    .onConflict((conflict) => conflict.column('charge_id').doNothing())
}
