import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'

/**
 * Deletes emails for an erasure request, including pending ones.
 * @param address deletes all emails to it, and those with it as reply address
 * @param reason deletes all emails whose reason starts with it, to any address
 */
export async function forgetLetters(db: Db, address: string, reason: string): Promise<void> {
  await db
    .deleteFrom('letters')
    .where(({ eb, or }) =>
      or([
        eb(sql`lower(recipient)`, '=', address.toLowerCase()),
        eb(sql`lower(reply_to)`, '=', address.toLowerCase()),
        eb(sql`starts_with(once_key, ${reason})`, '=', true),
      ]),
    )
    .execute()
}

/** Deletes all emails whose reason starts with `reason`, including pending ones. */
export async function forgetLettersAbout(db: Db, reason: string): Promise<void> {
  await db.deleteFrom('letters').where(sql<boolean>`starts_with(once_key, ${reason})`).execute()
}

/** Deletes emails whose reason starts with `reason`, this many days after they were sent. */
export async function forgetSentLetters(db: Db, reason: string, days: number): Promise<void> {
  await db
    .deleteFrom('letters')
    .where(sql<boolean>`starts_with(once_key, ${reason})`)
    .where('sent_at', '<=', new Date(now().getTime() - days * 86_400_000))
    .execute()
}
