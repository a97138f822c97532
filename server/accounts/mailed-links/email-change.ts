import type { Proof } from '#contract/accounts/passkeys.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { ShopError } from '../../errors.ts'
import { claimOrders } from '../../orders/orders.ts'
import { now } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import { randomId } from '../../platform/ids.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { publishReviewsOf } from '../../reviews/reviews.ts'
import { readSettings } from '../../settings/settings.ts'
import { lockOwn } from '../confirm-owner.ts'
import { emailChangedEmail, reasonFor } from '../emails.ts'
import { type Prover, proveOwner } from '../prove-owner.ts'
import { type Account, findAccountByEmail, lockAccount, updateAccount } from '../queries.ts'
import { takenError } from '../register.ts'
import { endRecentFactor } from '../second-factor/second-factor.ts'
import type { Origin } from '../sessions/known-device.ts'
import { deleteSessionsOf, lockSession } from '../sessions/queries.ts'
import { deleteSignInMethods, endSignInMethods } from '../sign-in-methods.ts'
import { linkInvalid, openLink, requestLink, withWrongLinksCounted } from './mailed-links.ts'
import { deleteLinksOf, deleteUndoLinksSince, type MailedLink } from './queries.ts'

/**
 * Emails the link to the new address, once the owner has proven that they requested the change.
 * @param proof.email must be the pending address, because a stolen session could have requested another one in the
 * meantime
 * @throws ShopError 400, 403, 409, 429
 */
export async function confirmEmailChange(
  prover: Prover,
  user: RequestUser,
  { email, ...proof }: Proof & { email: string },
): Promise<Account> {
  await proveOwner(prover, user, proof)
  return inTransaction(prover.db, async (db) => {
    const account = await lockOwn(db, user)
    if (account.pendingEmail === null) throw conflict(ACCOUNT_MESSAGES.emailChangeMissing)
    if (account.pendingEmail !== email) throw conflict(ACCOUNT_MESSAGES.emailChangeOther)
    if (account.pendingEmailConfirmed) return account
    await requestLink(db, { purpose: 'change', userId: account.id, email })
    return updateAccount(db, account.id, { pendingEmailConfirmedAt: now() })
  })
}

/**
 * Runs in the caller's transaction, which locks the account. Removes the other sign-in methods, because a thief may
 * have added them.
 * @throws ShopError 400, 401, 403, 409 if the address is taken
 */
export async function moveToAddress(db: Db, account: Account, link: MailedLink, user: RequestUser | null) {
  const { sessionId } = await needOwnSession(db, account, user)
  if (account.pendingEmail !== link.email || !account.pendingEmailConfirmed) throw linkInvalid()
  await freeAddress(db, link.email, account.id)
  const moved = await updateAccount(db, account.id, {
    email: link.email,
    emailVerifiedAt: now(),
    inboxProvenAt: now(),
    pendingEmail: null,
  })
  await endSignInMethods(db, moved)
  await deleteSessionsOf(db, account.id, sessionId)
  await claimOrders(db, account.id, link.email)
  await publishReviewsOf(db, account.id)
  if (!account.emailVerified) return
  const settings = await readSettings(db)
  const email = emailChangedEmail({ settings, username: account.username, email: link.email })
  await queueEmail(db, { to: account.email, ...email }, `${reasonFor(account.id)}${randomId()}`)
}

/**
 * Undoes an email address change with a link sent to the old address. If the change was confirmed, or an authenticator
 * app was set up around that time, someone could impersonate the owner. In that case, the password and all other
 * sign-in methods are also removed, and a reset link is emailed to the old address.
 * @returns whether the password has to be reset
 * @throws ShopError 400, 409 if another account has verified the old address since, 429
 */
export async function undoEmailChange(db: Db, token: string, origin: Origin): Promise<boolean> {
  return withWrongLinksCounted(db, origin, () => inTransaction(db, (db) => undo(db, token))).catch(
    (error: unknown) => {
      throw takenError(error) ?? error
    },
  )
}

async function undo(db: Db, token: string): Promise<boolean> {
  const { link, account } = await openLink(db, token, ['undo'])
  const hasMoved = account.email.toLowerCase() !== link.email.toLowerCase()
  if (hasMoved) await freeAddress(db, link.email, account.id)
  const owned = await updateAccount(db, account.id, {
    pendingEmail: null,
    ...(hasMoved && { email: link.email, emailVerifiedAt: now(), inboxProvenAt: now() }),
  })
  const isFactorEnded = await endRecentFactor(db, owned, link.createdAt)
  const wasProven = hasMoved || account.pendingEmailConfirmed || isFactorEnded
  if (wasProven) {
    await updateAccount(db, account.id, { passwordHash: null })
    await deleteSignInMethods(db, account.id)
    await requestLink(db, { purpose: 'reset', email: link.email })
  }
  await deleteSessionsOf(db, account.id)
  await deleteLinksOf(db, account.id)
  await deleteUndoLinksSince(db, account.id, link.createdAt)
  return wasProven
}

/** @throws ShopError 401 for a visitor or an ended session, 403 if signed in to another account */
export async function needOwnSession(
  db: Db,
  account: Account,
  user: RequestUser | null,
): Promise<RequestUser> {
  const message = ACCOUNT_MESSAGES.linkNeedsSignIn
  if (!user || !(await lockSession(db, user.sessionId))) throw new ShopError(401, 'not_signed_in', message)
  if (user.id !== account.id) throw new ShopError(403, 'not_allowed', message)
  return user
}

/**
 * Takes a proven address from an account that never verified it, and removes that account's password, sessions, and
 * sign-in methods (contract section 6).
 * @throws ShopError 409 if the other account has verified it, too
 */
async function freeAddress(db: Db, email: string, newOwnerId: number) {
  const found = await findAccountByEmail(db, email)
  if (!found || found.id === newOwnerId) return
  const holder = await lockAccount(db, found.id)
  if (!holder || holder.email !== found.email) return
  if (holder.emailVerified) throw new ShopError(409, 'email_taken', ACCOUNT_MESSAGES.emailTaken)
  await updateAccount(db, holder.id, { email: null, pendingEmail: null, passwordHash: null })
  await deleteSignInMethods(db, holder.id)
  await deleteSessionsOf(db, holder.id)
  await deleteLinksOf(db, holder.id)
}

const conflict = (message: string) => new ShopError(409, 'conflict', message)
