import type { PasswordChange, ProfileChanges } from '#contract/accounts/api.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { invalidInput, notSignedIn, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { countChange, countEmail } from './attempts.ts'
import { accountOf, lockOwn } from './confirm-owner.ts'
import { requestLink, requestUndo } from './mailed-links/mailed-links.ts'
import { checkLength, setPassword } from './mailed-links/reset.ts'
import { hashPassword } from './passwords.ts'
import { type Account, updateAccount } from './queries.ts'
import type { Origin } from './sessions/known-device.ts'
import { confirmPassword } from './sign-in.ts'

/** Name changes per user. */
const NAMES: Limit = { name: 'name-changes', points: 30, seconds: 15 * 60 }

/**
 * Changes the name immediately. A new email address only becomes pending: a link is emailed to it after a proof of
 * identity (`confirmEmailChange`). The current address is notified immediately, with a link that undoes the change.
 * Requesting the current address cancels a pending change. Only opening the link reveals whether another account has
 * the address.
 * @throws ShopError 429
 */
export async function changeProfile(
  db: Db,
  user: RequestUser,
  changes: ProfileChanges,
  origin: Origin,
): Promise<Account> {
  const userId = user.id
  const before = await accountOf(db, userId)
  const { fullName, email } = changes
  const isSameName = fullName === undefined || fullName === before.fullName
  if (email === undefined && isSameName) return before
  // Pages show names, so each change drops the cached ones with a review of the user.
  if (!isSameName) await countAttempt(db, NAMES, String(userId))
  if (email === undefined) return updateAccount(db, userId, { fullName })
  if (isNewAddress(before, email)) await countEmail(db, userId, origin)
  return inTransaction(db, async (db) => {
    const account = await lockOwn(db, user)
    if (email.toLowerCase() === account.email.toLowerCase()) {
      return updateAccount(db, userId, { fullName, pendingEmail: null })
    }
    if (!isNewAddress(account, email)) return updateAccount(db, userId, { fullName })
    await requestUndo(db, account)
    return updateAccount(db, userId, { fullName, pendingEmail: email })
  })
}

function isNewAddress({ email, pendingEmail }: Account, wanted: string): boolean {
  return wanted.toLowerCase() !== email.toLowerCase() && wanted !== pendingEmail
}

/**
 * Resends the link that verifies the email address, or the link to a confirmed new address.
 * @returns false if there is nothing to verify @throws ShopError 409, 429
 */
export async function resendVerification(db: Db, userId: number, origin: Origin): Promise<boolean> {
  const { emailVerified, pendingEmail, pendingEmailConfirmed } = await accountOf(db, userId)
  if (emailVerified && pendingEmail === null) return false
  const isPending = pendingEmail !== null && pendingEmailConfirmed
  if (emailVerified && !isPending) {
    throw new ShopError(409, 'conflict', ACCOUNT_MESSAGES.emailChangeUnconfirmed)
  }
  await countEmail(db, userId, origin)
  await requestLink(
    db,
    isPending ? { purpose: 'change', userId, email: pendingEmail } : { purpose: 'verify', userId },
  )
  return true
}

/** Emails the link that adds the address's guest orders to the account. @throws ShopError 429 */
export async function requestGuestOrders(db: Db, userId: number, origin: Origin): Promise<void> {
  const { emailVerified } = await accountOf(db, userId)
  await countEmail(db, userId, origin)
  await requestLink(db, { purpose: emailVerified ? 'claim' : 'verify', userId })
}

/** Revokes all other sessions and pending links. @throws ShopError 400, 429 */
export async function changePassword(db: Db, user: RequestUser, change: PasswordChange): Promise<void> {
  const checked = await accountOf(db, user.id)
  checkLength(checked, change.newPassword, 'newPassword')
  await confirmPassword(db, user, checked, { password: change.currentPassword, path: 'currentPassword' })
  if (checked.mustChangePassword && change.newPassword === change.currentPassword) {
    const message = ACCOUNT_MESSAGES.samePassword
    throw invalidInput(message, [{ path: 'newPassword', message }])
  }
  await countChange(db, user.id)
  const passwordHash = await hashPassword(change.newPassword)
  await inTransaction(db, async (db) => {
    const account = await lockOwn(db, user)
    // The password was changed concurrently, for example by a reset, which also revoked this session.
    if (account.passwordHash !== checked.passwordHash) throw notSignedIn()
    await setPassword(db, account, passwordHash, user.sessionId)
  })
}
