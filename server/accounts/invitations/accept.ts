import type { z } from 'zod'
import type { acceptInvitation as endpoint } from '#contract/accounts/invitations.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { deleteAddressBook } from '../../address-book/queries.ts'
import { recordChange } from '../../audit/audit.ts'
import { invalidInput, ShopError } from '../../errors.ts'
import { now } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import { sha256 } from '../../platform/ids.ts'
import { publishReviewsOf } from '../../reviews/reviews.ts'
import { withWrongLinksCounted } from '../mailed-links/mailed-links.ts'
import { checkLength, setPassword } from '../mailed-links/reset.ts'
import { hashPassword } from '../passwords.ts'
import { type Account, findAccountByEmail, insertAccount, lockAccount, updateAccount } from '../queries.ts'
import { takenError } from '../register.ts'
import { endRecentFactor } from '../second-factor/second-factor.ts'
import type { Origin } from '../sessions/known-device.ts'
import { deleteSessionsOf, lockSession } from '../sessions/queries.ts'
import { endSignInMethods } from '../sign-in-methods.ts'
import { findOffer, type Offer, takeOffer } from './queries.ts'

type Acceptance = z.output<typeof endpoint.input>

/** Returns what an invitation is for, and the account that would join. @throws ShopError 400, 429 */
export async function readInvitation(db: Db, token: string, origin: Origin) {
  return withWrongLinksCounted(db, origin, async () => {
    const offer = await findOffer(db, sha256(token))
    const account = offer && (await findAccountByEmail(db, offer.email))
    if (!offer || account?.isBlocked) throw invitationInvalid()
    return {
      email: offer.email,
      staffRole: offer.staffRole,
      account: account && { username: account.username, emailVerified: account.emailVerified },
    }
  })
}

/**
 * Makes the recipient of an invitation a member of the staff. The link proves only the mailbox: a verified account must
 * also be signed in, and one that never verified the address may be a stranger's, so it gets a new password and loses all
 * else that could open it. Everyone signs in afterward, under the rules for admins.
 * @throws ShopError 400, 401, 403, 409, 429
 */
export async function acceptInvitation(
  db: Db,
  input: Acceptance,
  user: RequestUser | null,
  origin: Origin,
): Promise<void> {
  const tokenHash = sha256(input.token)
  await withWrongLinksCounted(db, origin, async () => {
    const found = await findOffer(db, tokenHash)
    if (!found) throw invitationInvalid()
    const known = await findAccountByEmail(db, found.email)
    const passwordHash = known?.emailVerified ? null : await hashPassword(passwordOf(input))
    await inTransaction(db, async (db) => {
      // The account is locked first, as for all links.
      const account = known && (await lockAccount(db, known.id))
      const offer = await takeOffer(db, tokenHash)
      if (!offer || account?.isBlocked) throw invitationInvalid()
      if (account?.email.toLowerCase() !== known?.email.toLowerCase()) throw invitationInvalid()
      if (!account) await create(db, offer, usernameOf(input), passwordHash)
      else if (account.role === 'admin') throw conflict(ACCOUNT_MESSAGES.alreadyStaff)
      else if (account.emailVerified) await joinSignedIn(db, account, offer, user)
      else await joinWithPassword(db, account, offer, passwordHash)
    })
  }).catch((error: unknown) => {
    throw takenError(error) ?? error
  })
}

async function create(db: Db, { email, staffRole }: Offer, username: string, passwordHash: string | null) {
  const account = await insertAccount(db, {
    username,
    email,
    isVerified: true,
    fullName: null,
    staffRole,
    passwordHash,
  })
  await recordChange(db, {
    actorId: account.id,
    action: 'user.joined',
    subjectId: account.id,
    before: null,
    after: { role: 'admin', staffRole },
  })
}

async function joinSignedIn(db: Db, account: Account, offer: Offer, user: RequestUser | null) {
  const message = ACCOUNT_MESSAGES.invitationNeedsSignIn
  if (!user || !(await lockSession(db, user.sessionId))) throw new ShopError(401, 'not_signed_in', message)
  if (user.id !== account.id) throw new ShopError(403, 'not_allowed', message)
  await deleteSessionsOf(db, account.id)
  await join(db, account, offer)
}

async function joinWithPassword(db: Db, account: Account, offer: Offer, passwordHash: string | null) {
  // It was verified when the password was to be hashed, and has lost its address since.
  if (passwordHash === null) throw invitationInvalid()
  await setPassword(db, account, passwordHash, null)
  await endSignInMethods(db, account)
  await endRecentFactor(db, account, now())
  await updateAccount(db, account.id, { emailVerifiedAt: now() })
  await publishReviewsOf(db, account.id)
  await deleteAddressBook(db, account.id)
  await join(db, account, offer)
}

async function join(db: Db, account: Account, { staffRole }: Offer) {
  await updateAccount(db, account.id, { staffRole })
  await recordChange(db, {
    actorId: account.id,
    action: 'user.joined',
    subjectId: account.id,
    before: { role: 'customer', staffRole: null },
    after: { role: 'admin', staffRole },
  })
}

function usernameOf({ username }: Acceptance): string {
  if (username === undefined) throw missing('username', ACCOUNT_MESSAGES.usernameNeeded)
  return username
}

function passwordOf({ password }: Acceptance): string {
  if (password === undefined) throw missing('password', ACCOUNT_MESSAGES.passwordNeeded)
  checkLength({ role: 'admin' }, password, 'password')
  return password
}

const missing = (path: string, message: string) => invalidInput(message, [{ path, message }])

const conflict = (message: string) => new ShopError(409, 'conflict', message)

const invitationInvalid = () => new ShopError(400, 'link_invalid', ACCOUNT_MESSAGES.invitationInvalid)
