import type { QueryCreator } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import { PAYMENT_COLUMNS, type Payment, toPayment } from './queries.ts'

/** What a version of an order costs, in cents; null when there is no such version. */
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
    .select([...PAYMENT_COLUMNS, 'order_versions.total_cents as openedCents'])
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

/** After a failure for good; only the first of those who met it counts it up. */
export async function updateAttempt(db: Db, orderId: string, failed: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ attempt: failed + 1 })
    .where('order_id', '=', orderId)
    .where('attempt', '=', failed)
    .execute()
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
