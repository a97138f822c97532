import { ACCOUNT_MESSAGES, ADMIN_PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { deleteAddressBook } from '../../address-book/queries.ts'
import { invalidInput } from '../../errors.ts'
import { now } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { countAttempt, isWithin } from '../../platform/http/limits.ts'
import { sha256 } from '../../platform/ids.ts'
import { mailboxKey } from '../../platform/mail/mailbox.ts'
import { publishReviewsOf } from '../../reviews/reviews.ts'
import { readSettings } from '../../settings/settings.ts'
import { deletePasswordAttempts, LIMITS } from '../attempts.ts'
import { passwordChangedEmail, queueNotice } from '../emails.ts'
import { hashPassword } from '../passwords.ts'
import { type Account, findAccount, findAccountByEmail, updateAccount } from '../queries.ts'
import { endRecentFactor } from '../second-factor/second-factor.ts'
import { type Origin, sourceOf } from '../sessions/known-device.ts'
import { deleteSessionsOf } from '../sessions/queries.ts'
import { endSignInMethods } from '../sign-in-methods.ts'
import { linkInvalid, openLink, requestLink, withWrongLinksCounted } from './mailed-links.ts'
import { deleteLinksOf, findLink } from './queries.ts'

/**
 * Takes the same time and returns the same response whether or not the address has an account, and whether or not
 * another email is sent. A stranger who uses up the limit has only filled the owner's inbox with links that still work.
 * @throws ShopError 429
 */
export async function forgotPassword(db: Db, email: string, origin: Origin): Promise<void> {
  await mailLinkTo(db, 'reset', email, origin)
}

/** Emails a link that gives its recipient an account, within the same limits for all purposes. @throws ShopError 429 */
export async function mailLinkTo(
  db: Db,
  purpose: 'reset' | 'google',
  email: string,
  origin: Origin,
): Promise<void> {
  await countAttempt(db, LIMITS.forgotByAddress, await sourceOf(db, origin))
  const key = await keyOf(db, email)
  const maySend =
    (await isWithin(db, LIMITS.forgotByEmail, key)) || (await isWithin(db, LIMITS.forgotByEmailSlowly, key))
  if (maySend) await requestLink(db, { purpose, email })
}

/**
 * Anyone can register many spellings of a mailbox, so those that aren't verified count together. A verified address
 * counts alone, so that strangers can't keep its owner from resetting the password.
 */
async function keyOf(db: Db, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email)
  return account && !account.emailVerified ? `mailbox ${mailboxKey(email)}` : email.toLowerCase()
}

/**
 * Sets a new password with an emailed link. The link's recipient owns the email address, and therefore the account.
 * Removes everything that a stranger may have set up: sessions, passkeys, a Google link, a pending email address
 * change, other links, and the saved addresses of an account that never verified its email address. A mailbox is one factor,
 * so two-factor authentication stays unless it was set up recently.
 * @returns the user's id
 * @throws ShopError 400, 429
 */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<number> {
  const { id, username } = await withWrongLinksCounted(db, origin, async () => {
    const found = await findLink(db, sha256(token), ['reset'])
    const account = found && (await findAccount(db, found.userId))
    if (!account) throw linkInvalid()
    checkLength(account, password, 'password')
    const passwordHash = await hashPassword(password)
    return inTransaction(db, async (db) => {
      const { link, account } = await openLink(db, token, ['reset'])
      if (account.email.toLowerCase() !== link.email.toLowerCase()) throw linkInvalid()
      checkLength(account, password, 'password')
      await setPassword(db, account, passwordHash, null)
      await endSignInMethods(db, account)
      await endRecentFactor(db, account, now())
      if (!account.emailVerified) await deleteAddressBook(db, account.id)
      await publishReviewsOf(db, account.id)
      return updateAccount(db, account.id, { emailVerifiedAt: now(), inboxProvenAt: now() })
    })
  })
  await deletePasswordAttempts(db, origin, { username })
  return id
}

/** Sets a new password, revokes all other sessions, and notifies the user. Runs in the caller's transaction. */
export async function setPassword(
  db: Db,
  account: Account,
  passwordHash: string,
  keptSessionId: number | null,
): Promise<void> {
  await updateAccount(db, account.id, { passwordHash, mustChangePassword: false, pendingEmail: null })
  await deleteSessionsOf(db, account.id, keptSessionId)
  await deleteLinksOf(db, account.id)
  const settings = await readSettings(db)
  await queueNotice(db, account, passwordChangedEmail({ settings, username: account.username }))
}

/** @throws ShopError 400 if the password is too short for an admin */
export function checkLength({ role }: Pick<Account, 'role'>, password: string, path: string) {
  if (role !== 'admin' || password.length >= ADMIN_PASSWORD_MIN) return
  throw invalidInput(ACCOUNT_MESSAGES.adminPassword, [{ path, message: ACCOUNT_MESSAGES.adminPassword }])
}
