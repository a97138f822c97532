import { sql } from 'kysely'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'

/**
 * Erases letters, also those that still wait: somebody has asked to be forgotten.
 * @param address all letters to it, and those that ask to be answered there
 * @param reason and all, to whichever address, whose reason begins so
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

/** Erases the letters whose reason begins so, also those that still wait. */
export async function forgetLettersAbout(db: Db, reason: string): Promise<void> {
  await db.deleteFrom('letters').where(sql<boolean>`starts_with(once_key, ${reason})`).execute()
}

/** Erases the letters whose reason begins so once they were sent so many days ago. */
export async function forgetSentLetters(db: Db, reason: string, days: number): Promise<void> {
  await db
    .deleteFrom('letters')
    .where(sql<boolean>`starts_with(once_key, ${reason})`)
    .where('sent_at', '<=', new Date(now().getTime() - days * 86_400_000))
    .execute()
}
