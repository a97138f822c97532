import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { FraudWarning, ProviderCharge, ProviderDispute } from './provider.ts'
import { chargeColumns } from './queries.ts'

export type Dispute = {
  id: string
  orderId: string
  amountCents: number
  reason: string
  status: string
  dueBy: Date | null
  isAnswered: boolean
}

export type SentEmail = { at: string; subject: string }

export async function findDispute(db: Db, id: string): Promise<Dispute | null> {
  return (await selectDisputes(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locks the dispute until the end of the transaction. */
export async function lockDispute(db: Db, id: string): Promise<Dispute | null> {
  return (await selectDisputes(db).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

/** Lists the disputes without evidence whose deadline is between two times. */
export async function listDisputesDue(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<(Dispute & { dueBy: Date })[]> {
  return selectDisputes(db)
    .where('is_answered', '=', false)
    .where('status', 'in', ['needs_response', 'warning_needs_response'])
    .where('due_by', '>', from)
    .where('due_by', '<=', to)
    .orderBy('due_by')
    .$narrowType<{ dueBy: Date }>()
    .execute()
}

/** Inserts a dispute, or updates it if it has changed. @returns what happened */
export async function upsertDispute(
  db: Db,
  orderId: string,
  dispute: ProviderDispute,
): Promise<'added' | 'updated' | 'none'> {
  const { id, amountCents, reason, status, openedAt, dueBy, hasEvidence } = dispute
  const facts = {
    amount_cents: amountCents,
    status,
    due_by: dueBy,
    is_answered: hasEvidence,
    updated_at: now(),
  }
  const inserted = await db
    .insertInto('disputes')
    .values({ id, order_id: orderId, reason, opened_at: openedAt, ...facts })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return 'added'
  const updated = await db
    .updateTable('disputes')
    .set(facts)
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([
        eb('amount_cents', '!=', amountCents),
        eb('status', '!=', status),
        eb('due_by', 'is distinct from', dueBy),
        eb('is_answered', '!=', hasEvidence),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return updated ? 'updated' : 'none'
}

/** Lists the emails about an order that went to its customer, oldest first. */
export async function listEmailsAbout(db: Db, orderId: string): Promise<SentEmail[]> {
  const rows = await db
    .selectFrom('emails')
    .innerJoin('orders', 'orders.email', 'emails.recipient')
    .select(['emails.subject', 'emails.sent_at'])
    .where('orders.id', '=', orderId)
    .where('emails.dedupe_key', 'like', `order-${orderId}-%`)
    .where('emails.sent_at', 'is not', null)
    .orderBy('emails.sent_at')
    .$narrowType<{ sent_at: Date }>()
    .execute()
  return rows.map(({ subject, sent_at }) => ({ subject, at: sent_at.toISOString() }))
}

export async function isWarningKnown(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('fraud_warnings').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Inserts a fraud warning, or updates it if it has changed. @returns what happened */
export async function upsertWarning(
  db: Db,
  orderId: string,
  warning: FraudWarning,
): Promise<'added' | 'updated' | 'none'> {
  const { id, kind, isActionable, openedAt } = warning
  const inserted = await db
    .insertInto('fraud_warnings')
    .values({ id, order_id: orderId, kind, is_actionable: isActionable, opened_at: openedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return 'added'
  const updated = await db
    .updateTable('fraud_warnings')
    .set({ is_actionable: isActionable })
    .where('id', '=', id)
    .where('is_actionable', '!=', isActionable)
    .returning('id')
    .executeTakeFirst()
  return updated ? 'updated' : 'none'
}

export async function updateCharge(db: Db, orderId: string, charge: ProviderCharge): Promise<void> {
  await db.updateTable('payments').set(chargeColumns(charge)).where('order_id', '=', orderId).execute()
}

function selectDisputes(db: Db) {
  return db
    .selectFrom('disputes')
    .select([
      'id',
      'order_id as orderId',
      'amount_cents as amountCents',
      'reason',
      'status',
      'due_by as dueBy',
      'is_answered as isAnswered',
    ])
}
