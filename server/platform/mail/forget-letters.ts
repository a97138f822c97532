import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Erases letters, also those that still wait: somebody has asked to be forgotten.
 * @param address all letters to it
 * @param reason and all, to whichever address, whose reason begins so
 */
export async function forgetLetters(db: Db, address: string, reason: string): Promise<void> {
  await db
    .deleteFrom('letters')
    .where(({ eb, or }) =>
      or([
        eb(sql`lower(recipient)`, '=', address.toLowerCase()),
        eb(sql`starts_with(once_key, ${reason})`, '=', true),
      ]),
    )
    .execute()
}
