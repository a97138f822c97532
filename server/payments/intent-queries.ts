import { type QueryCreator, sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { now } from '../platform/clock.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import { type Payment, selectPayments } from './queries.ts'

export async function insertPayment(
  db: Db,
  payment: { orderId: string; openedVersion: number; attempt: number; isLive: boolean },
): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      order_id: payment.orderId,
      opened_version: payment.openedVersion,
      attempt: payment.attempt,
      is_live: payment.isLive,
      last_status_at: now(),
      created_at: now(),
    })
    .execute()
}

/** A payment with the total of the version that its intent is created for. The total is null if another version was paid. */
export type PaymentToOpen = Pick<Payment, 'orderId' | 'attempt' | 'intentId' | 'openedVersion'> & {
  openedCents: number | null
  currency: Currency | null
}

export async function findPaymentToOpen(db: Db, orderId: string): Promise<PaymentToOpen | null> {
  const row = await selectPayments(db)
    .leftJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'payments.order_id')
        .onRef('order_versions.version', '=', 'payments.opened_version'),
    )
    .select([
      'order_versions.total_cents as openedCents',
      sql<Currency | null>`order_versions.quote -> 'currency'`.as('currency'),
    ])
    .where('payments.order_id', '=', orderId)
    .executeTakeFirst()
  return row ?? null
}

type SavedIntent = { id: string; isLive: boolean }

/** @returns false if the payment has another intent, or isn't open anymore */
export async function updateIntent(
  db: Db,
  orderId: string,
  intent: SavedIntent,
  secretHash: string,
): Promise<boolean> {
  const updated = await intentInto(db, orderId, intent, secretHash).executeTakeFirst()
  return updated !== undefined
}

/**
 * Saves a newly created intent and records it in the payment's history.
 * @returns the version of its order, or null if that isn't pending anymore; no row if the payment has another intent, or isn't
 * open anymore
 */
export async function updateOpened(
  db: Db,
  orderId: string,
  intent: SavedIntent & { amountCents: number },
  secretHash: string,
): Promise<{ orderVersion: number | null } | undefined> {
  return (
    db
      .with('noted', (db) => intentInto(db, orderId, intent, secretHash))
      .with('opened', (db) =>
        db
          .insertInto('payment_transitions')
          .columns(['order_id', 'at', 'kind', 'amount_cents'])
          .expression(({ selectFrom, val }) =>
            selectFrom('noted').select(({ ref }) => [
              ref('noted.order_id').as('order_id'),
              val(now()).as('at'),
              val('opened').as('kind'),
              val(intent.amountCents).as('amount_cents'),
            ]),
          )
          .returning('order_id'),
      )
      // Waits for a concurrent change of the order. Locked after the payment, as everywhere.
      .with('pending', (db) =>
        db
          .selectFrom('orders')
          .select('version')
          .where('id', '=', ({ selectFrom }) => selectFrom('opened').select('order_id'))
          .where('status', '=', 'pending')
          .forUpdate(),
      )
      .selectFrom('opened')
      .select(({ selectFrom }) => selectFrom('pending').select('version').as('orderVersion'))
      .executeTakeFirst()
  )
}

/** Counts a permanent failure, only once if several concurrent requests got it. */
export async function updateAttempt(db: Db, orderId: string, failed: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ attempt: failed + 1 })
    .where('order_id', '=', orderId)
    .where('attempt', '=', failed)
    .execute()
}

/** Has the intent created for another version, with another idempotency key, unless a concurrent request did so. */
export async function updateOpenedVersion(
  db: Db,
  { orderId, attempt }: PaymentToOpen,
  version: number,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ opened_version: version, attempt: attempt + 1 })
    .where('order_id', '=', orderId)
    .where('attempt', '=', attempt)
    .where('intent_id', 'is', null)
    .execute()
}

/** The keys may have changed since the order was placed, so the payment gets the mode of its intent. */
function intentInto(
  db: QueryCreator<Tables>,
  orderId: string,
  { id: intentId, isLive }: SavedIntent,
  secretHash: string,
) {
  return db
    .updateTable('payments')
    .set({ intent_id: intentId, is_live: isLive, secret_hash: secretHash, last_status_at: now() })
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .where(({ eb, or }) => or([eb('intent_id', 'is', null), eb('intent_id', '=', intentId)]))
    .returning('order_id')
}
