import { FRESH_MINUTES, SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import { notSignedIn, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { listCredentialIds } from './passkeys/queries.ts'
import { type Account, findAccount, lockAccount } from './queries.ts'
import { isSessionOpenedAfter, lockSession } from './sessions/queries.ts'
import { confirmPassword } from './sign-in.ts'

/**
 * Confirms that the owner is present before sign-in methods change, because the session may be stolen. Requires the
 * password or, for an account without one, a recent sign-in.
 * @throws ShopError 400, 403, 429
 */
export async function confirmOwner(db: Db, user: RequestUser, password = ''): Promise<Account> {
  const account = await accountOf(db, user.id)
  await requirePasskeyUsed(db, user)
  if (account.passwordHash !== null) {
    await confirmPassword(db, user, account, { password, path: 'password' })
    return account
  }
  const since = new Date(now().getTime() - FRESH_MINUTES * 60_000)
  if (await isSessionOpenedAfter(db, user.sessionId, since)) return account
  throw new ShopError(403, 'sign_in_again', SAFETY_MESSAGES.signInAgain)
}

/** Locks the user's account. @throws ShopError 401 if the session has ended since the request began, 403 */
export async function lockOwn(db: Db, user: RequestUser): Promise<Account> {
  const account = await lockAccount(db, user.id)
  if (!account || !(await lockSession(db, user.sessionId))) throw notSignedIn()
  await requirePasskeyUsed(db, user)
  return account
}

/**
 * Where the shop requires a second factor, a session without one changes nothing of an account that has a passkey.
 * Otherwise, someone with a stolen password could add another factor and use that.
 * @throws ShopError 403
 */
async function requirePasskeyUsed(db: Db, user: RequestUser): Promise<void> {
  if (user.needsSecondFactor && (await listCredentialIds(db, user.id)).length > 0)
    throw new ShopError(403, 'second_factor_needed', SAFETY_MESSAGES.passkeyUnused)
}

/** @throws ShopError 401 if the account was deleted since the request began */
export async function accountOf(db: Db, userId: number): Promise<Account> {
  const account = await findAccount(db, userId)
  if (!account) throw notSignedIn()
  return account
}
