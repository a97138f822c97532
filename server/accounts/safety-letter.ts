import type { Db } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { reasonFor, type SafetyChange, safetyLetter } from './letters.ts'
import type { Account } from './queries.ts'

/** Tells the owner how the account is signed in to from now on, within the transaction that changes it. */
export async function postSafetyLetter(
  db: Db,
  { id, username, email }: Account,
  change: SafetyChange,
): Promise<void> {
  // Whoever lost the address to its owner has none to be told at.
  if (email === '') return
  const { shopName } = await readSettings(db)
  const letter = safetyLetter({ shopName, username, change })
  await queueEmail(db, { to: email, ...letter }, `${reasonFor(id)}${randomId()}`)
}
