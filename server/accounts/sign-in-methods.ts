import type { Db } from '../platform/db/database.ts'
import { deleteGoogleLink } from './google/queries.ts'
import { deletePasskeysOf } from './passkeys/queries.ts'
import type { Account } from './queries.ts'
import { postSafetyLetter } from './safety-letter.ts'
import { deleteDevicesOf } from './sessions/device-queries.ts'

/**
 * Ends the passkeys and the Google link of an account that its owner has just taken back, and tells the owner. A
 * mailbox is one factor, so the authenticator app stays (but see endRecentFactor). Within the caller's transaction, which
 * holds the account.
 */
export async function endSignInMethods(db: Db, account: Account): Promise<void> {
  const ended = await deleteSignInMethods(db, account.id)
  if (ended.passkeys || ended.google) await postSafetyLetter(db, account, { kind: 'methods-ended', ...ended })
}

/** Known devices too: a thief's may be among them. @returns which other methods there were */
export async function deleteSignInMethods(db: Db, userId: number) {
  await deleteDevicesOf(db, userId)
  return {
    passkeys: await deletePasskeysOf(db, userId),
    google: await deleteGoogleLink(db, userId),
  }
}
