import { type NotNull, sql } from 'kysely'
import type { Subscriber, SubscriberQuery } from '#contract/newsletter/api.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'

/** A confirmed subscriber, with the token for unsubscribing. */
export type StoredSubscriber = Subscriber & { unsubscribeToken: string }

/** An unconfirmed subscription. */
type Request = { email: string; unsubscribeToken: string; confirmHash: string; confirmExpiresAt: Date }

/**
 * Saves an unconfirmed subscription, replacing the link of an existing one.
 * @returns the token for unsubscribing, or null if the email address is already subscribed, which changes nothing
 */
export async function upsertRequest(db: Db, request: Request): Promise<string | null> {
  const link = {
    confirm_hash: request.confirmHash,
    confirm_expires_at: request.confirmExpiresAt,
    requested_at: now(),
  }
  const row = await db
    .insertInto('newsletter_subscribers')
    .values({ email: request.email, unsubscribe_token: request.unsubscribeToken, ...link })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet(link)
        .where('newsletter_subscribers.confirmed_at', 'is', null),
    )
    .returning('unsubscribe_token')
    .executeTakeFirst()
  return row?.unsubscribe_token ?? null
}

/** Deletes the link's token, so only one of two concurrent requests succeeds. */
export async function updateConfirmed(db: Db, confirmHash: string): Promise<StoredSubscriber | null> {
  const row = await db
    .updateTable('newsletter_subscribers')
    .set({ confirmed_at: now(), confirm_hash: null, confirm_expires_at: null })
    .where('confirm_hash', '=', confirmHash)
    .where('confirm_expires_at', '>', now())
    .returning(['id', 'email', 'unsubscribe_token', 'confirmed_at'])
    .$narrowType<{ confirmed_at: NotNull }>()
    .executeTakeFirst()
  return row ? toSubscriber(row) : null
}

/** @returns the ID of the deleted subscription, or null */
export async function deleteByToken(db: Db, unsubscribeToken: string): Promise<number | null> {
  const row = await db
    .deleteFrom('newsletter_subscribers')
    .where('unsubscribe_token', '=', unsubscribeToken)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** @returns the ID of the deleted subscription, or null */
export async function deleteByEmail(db: Db, email: string): Promise<number | null> {
  const row = await db
    .deleteFrom('newsletter_subscribers')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteExpiredRequests(db: Db): Promise<void> {
  await db.deleteFrom('newsletter_subscribers').where('confirm_expires_at', '<=', now()).execute()
}

export async function findSubscriber(db: Db, email: string): Promise<StoredSubscriber | null> {
  const row = await selectConfirmed(db).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()
  return row ? toSubscriber(row) : null
}

/** Locks the subscription until the end of the transaction, so it can't be deleted. */
export async function lockSubscriber(db: Db, email: string): Promise<StoredSubscriber | null> {
  const row = await selectConfirmed(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  return row ? toSubscriber(row) : null
}

/** Returns one page of subscribers, newest first. */
export async function listSubscribers(db: Db, query: SubscriberQuery): Promise<Subscriber[]> {
  const rows = await selectConfirmed(db)
    .where(matches(query))
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toSubscriber)
}

export async function countSubscribers(db: Db, query: Pick<SubscriberQuery, 'search'>): Promise<number> {
  const subscribers = db.selectFrom('newsletter_subscribers').where('confirmed_at', 'is not', null)
  return countRows(subscribers.where(matches(query)))
}

export async function listAllSubscribers(db: Db): Promise<StoredSubscriber[]> {
  return (await selectConfirmed(db).orderBy('id').execute()).map(toSubscriber)
}

function selectConfirmed(db: Db) {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'unsubscribe_token', 'confirmed_at'])
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ confirmed_at: NotNull }>()
}

function matches({ search }: Pick<SubscriberQuery, 'search'>) {
  if (!search) return sql<boolean>`true`
  return sql<boolean>`email ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`
}

type Row = { id: number; email: string; unsubscribe_token: string; confirmed_at: Date }

function toSubscriber(row: Row): StoredSubscriber {
  return {
    id: row.id,
    email: row.email,
    unsubscribeToken: row.unsubscribe_token,
    confirmedAt: row.confirmed_at.toISOString(),
  }
}
