import type { PasswordChange, ProfileChanges } from '#contract/accounts.ts'
import { notSignedIn } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { countAttempt } from '../platform/http/limits.ts'
import { LIMITS } from './limits.ts'
import { askForLink } from './mailed-links.ts'
import { hashPassword } from './passwords.ts'
import { type Account, findAccount, lockAccount, updateAccount } from './queries.ts'
import { checkLength, setPassword } from './reset.ts'
import { confirmPassword } from './sign-in.ts'

/**
 * The name changes at once; an address waits until its link was opened, and the present one takes a waiting one back.
 * Whether somebody else has the address is not said here: only who opens the link learns it.
 * @throws ShopError 429
 */
export async function changeProfile(db: Db, userId: number, changes: ProfileChanges): Promise<Account> {
  const before = await accountOf(db, userId)
  const { fullName, email } = changes
  if (email === undefined) return updateAccount(db, userId, { fullName })
  const pendingEmail = email.toLowerCase() === before.email.toLowerCase() ? null : email
  const isNew = pendingEmail !== null && pendingEmail !== before.pendingEmail
  if (isNew) await countAttempt(db, LIMITS.lettersByUser, String(userId))
  return inTransaction(db, async (db) => {
    if (isNew) await askForLink(db, { purpose: 'change', userId, email: pendingEmail })
    return updateAccount(db, userId, { fullName, pendingEmail })
  })
}

/** @returns false when the address is verified and no other waits @throws ShopError 429 */
export async function resendVerification(db: Db, userId: number): Promise<boolean> {
  const { emailVerified, pendingEmail } = await accountOf(db, userId)
  if (emailVerified && pendingEmail === null) return false
  await countAttempt(db, LIMITS.lettersByUser, String(userId))
  await (pendingEmail === null
    ? askForLink(db, { purpose: 'verify', userId })
    : askForLink(db, { purpose: 'change', userId, email: pendingEmail }))
  return true
}

/** All other sign-ins end, and so do links that are on their way. @throws ShopError 400, 429 */
export async function changePassword(db: Db, user: RequestUser, change: PasswordChange): Promise<void> {
  const checked = await accountOf(db, user.id)
  checkLength(checked, change.newPassword, 'newPassword')
  await confirmPassword(db, checked, change.currentPassword, 'currentPassword')
  const passwordHash = await hashPassword(change.newPassword)
  await inTransaction(db, async (db) => {
    const account = await lockAccount(db, user.id)
    // Somebody was quicker, by a reset for example: this session has ended with the old password.
    if (account?.passwordHash !== checked.passwordHash) throw notSignedIn()
    await setPassword(db, account, passwordHash, user.sessionId)
  })
}

/** @throws ShopError 401 when the account was deleted since the request began */
export async function accountOf(db: Db, userId: number): Promise<Account> {
  const account = await findAccount(db, userId)
  if (!account) throw notSignedIn()
  return account
}
