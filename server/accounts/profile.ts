import type { PasswordChange, ProfileChanges } from '#contract/accounts/api.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { invalidInput, notSignedIn, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { countLetter } from './attempts.ts'
import { accountOf, lockOwn } from './confirm-owner.ts'
import { askForLink, askForUndo } from './mailed-links/mailed-links.ts'
import { checkLength, setPassword } from './mailed-links/reset.ts'
import { hashPassword } from './passwords.ts'
import { type Account, updateAccount } from './queries.ts'
import type { Origin } from './sessions/known-device.ts'
import { confirmPassword } from './sign-in.ts'

/**
 * The name changes at once. A new address only becomes pending: it takes a proof (`confirmEmailChange`) before a link is
 * mailed to it, and the present address is told right away, with a link that undoes it. The present address again
 * cancels a pending one. Whether another account has the address is not said here: only who opens the link learns it.
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
  if (email === undefined) return updateAccount(db, userId, { fullName })
  if (isNewAddress(before, email)) await countLetter(db, userId, origin)
  return inTransaction(db, async (db) => {
    const account = await lockOwn(db, user)
    if (email.toLowerCase() === account.email.toLowerCase()) {
      return updateAccount(db, userId, { fullName, pendingEmail: null })
    }
    if (!isNewAddress(account, email)) return updateAccount(db, userId, { fullName })
    await askForUndo(db, account)
    return updateAccount(db, userId, { fullName, pendingEmail: email })
  })
}

function isNewAddress({ email, pendingEmail }: Account, wanted: string): boolean {
  return wanted.toLowerCase() !== email.toLowerCase() && wanted !== pendingEmail
}

/**
 * Mails the link again that verifies the address, or the one to a confirmed new address.
 * @returns false when there is nothing to verify @throws ShopError 409, 429
 */
export async function resendVerification(db: Db, userId: number, origin: Origin): Promise<boolean> {
  const { emailVerified, pendingEmail, pendingEmailConfirmed } = await accountOf(db, userId)
  if (emailVerified && pendingEmail === null) return false
  const isPending = pendingEmail !== null && pendingEmailConfirmed
  if (emailVerified && !isPending) {
    throw new ShopError(409, 'conflict', ACCOUNT_MESSAGES.emailChangeUnconfirmed)
  }
  await countLetter(db, userId, origin)
  await askForLink(
    db,
    isPending ? { purpose: 'change', userId, email: pendingEmail } : { purpose: 'verify', userId },
  )
  return true
}

/** Mails the link that adds the address's guest orders to the account. @throws ShopError 429 */
export async function requestGuestOrders(db: Db, userId: number, origin: Origin): Promise<void> {
  const { emailVerified } = await accountOf(db, userId)
  await countLetter(db, userId, origin)
  await askForLink(db, { purpose: emailVerified ? 'claim' : 'verify', userId })
}

/** All other sign-ins end, and so do links that are on their way. @throws ShopError 400, 429 */
export async function changePassword(db: Db, user: RequestUser, change: PasswordChange): Promise<void> {
  const checked = await accountOf(db, user.id)
  checkLength(checked, change.newPassword, 'newPassword')
  await confirmPassword(db, user, checked, { password: change.currentPassword, path: 'currentPassword' })
  if (checked.mustChangePassword && change.newPassword === change.currentPassword) {
    const message = ACCOUNT_MESSAGES.samePassword
    throw invalidInput(message, [{ path: 'newPassword', message }])
  }
  const passwordHash = await hashPassword(change.newPassword)
  await inTransaction(db, async (db) => {
    const account = await lockOwn(db, user)
    // Somebody was quicker, by a reset for example: this session has ended with the old password.
    if (account.passwordHash !== checked.passwordHash) throw notSignedIn()
    await setPassword(db, account, passwordHash, user.sessionId)
  })
}
