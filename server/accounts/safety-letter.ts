import type { Db } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { reasonFor, type SafetyChange, safetyLetter } from './letters.ts'
import type { Account } from './queries.ts'

/** Notifies the owner of a change in how the account is signed in to. Call it in the same transaction. */
export async function postSafetyLetter(
  db: Db,
  { id, username, email }: Account,
  change: SafetyChange,
): Promise<void> {
  // An account that lost its address to the address's owner can't be notified.
  if (email === '') return
  const { shopName } = await readSettings(db)
  const letter = safetyLetter({ shopName, username, change })
  await queueEmail(db, { to: email, ...letter }, `${reasonFor(id)}${randomId()}`)
}
