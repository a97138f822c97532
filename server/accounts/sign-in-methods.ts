import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import type { Proof, Safety } from '#contract/accounts/passkeys.ts'
import { notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { lockOwn } from './confirm-owner.ts'
import { queueSecurityEmail } from './emails.ts'
import { deleteGoogleLink } from './google/queries.ts'
import { readSafety } from './passkeys/passkeys.ts'
import { deletePasskeysOf, listCredentialIds } from './passkeys/queries.ts'
import { type Prover, proveOwner } from './prove-owner.ts'
import type { Account } from './queries.ts'
import { deleteDevicesOf } from './sessions/queries.ts'

/**
 * Deletes the passkeys and the Google link of an account that its owner has just recovered, and notifies the owner. A
 * mailbox is only one factor, so the authenticator app stays (but see endRecentFactor). Runs in the caller's
 * transaction, which locks the account.
 */
export async function endSignInMethods(db: Db, account: Account): Promise<void> {
  const ended = await deleteSignInMethods(db, account.id)
  if (ended.passkeys || ended.google)
    await queueSecurityEmail(db, account, { kind: 'methods-ended', ...ended })
}

/**
 * Deletes a user's passkeys, Google link, and known devices, which may include a thief's.
 * @returns which passkeys and links existed
 */
export async function deleteSignInMethods(db: Db, userId: number) {
  await deleteDevicesOf(db, userId)
  return {
    passkeys: await deletePasskeysOf(db, userId),
    google: await deleteGoogleLink(db, userId),
  }
}

/** @throws ShopError 400, 403, 404, 409 if no other sign-in method is left, 429 */
export async function removeGoogleLink(prover: Prover, user: RequestUser, proof: Proof): Promise<Safety> {
  const { db } = prover
  await proveOwner(prover, user, proof)
  await inTransaction(db, async (db) => {
    const account = await lockOwn(db, user)
    if (!(await deleteGoogleLink(db, user.id))) throw notFound(SAFETY_MESSAGES.googleUnlinked)
    if (account.passwordHash === null && (await listCredentialIds(db, user.id)).length === 0) {
      throw new ShopError(409, 'last_way_in', SAFETY_MESSAGES.googleLastWayIn)
    }
    await queueSecurityEmail(db, account, { kind: 'google-removed' })
  })
  return readSafety(db, user.id)
}
