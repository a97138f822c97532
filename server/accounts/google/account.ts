import {
  GOOGLE_CANNOT_LINK,
  GOOGLE_LINK_MAILED,
  GOOGLE_NEEDS_PASSWORD,
  GOOGLE_REJECTED,
  googleOtherAddress,
} from '#contract/accounts/google-flow.ts'
import {
  ACCOUNT_MESSAGES,
  USERNAME_CHARACTERS,
  USERNAME_MAX,
  USERNAME_MIN,
} from '#contract/accounts/rules.ts'
import { deleteAddressBook } from '../../address-book/queries.ts'
import { ShopError } from '../../errors.ts'
import { now } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { randomId, sha256 } from '../../platform/ids.ts'
import { publishReviewsOf } from '../../reviews/reviews.ts'
import { countPassword } from '../attempts.ts'
import { linkInvalid, withWrongLinksCounted } from '../mailed-links/mailed-links.ts'
import { deleteLinksOf, findLink, takeLink } from '../mailed-links/queries.ts'
import { mailLinkTo } from '../mailed-links/reset.ts'
import { isPassword } from '../passwords.ts'
import {
  type Account,
  findAccount,
  findAccountByEmail,
  insertAccount,
  lockAccount,
  updateAccount,
} from '../queries.ts'
import { endRecentFactor } from '../second-factor/second-factor.ts'
import type { Origin } from '../sessions/known-device.ts'
import { deleteSessionsOf } from '../sessions/queries.ts'
import { type Opened, openFor } from '../sessions/sessions.ts'
import { wrongPassword } from '../sign-in.ts'
import { deleteSignInMethods } from '../sign-in-methods.ts'
import type { GoogleProfile } from './google.ts'
import { findUserIdBySubject, listTakenUsernames, updateGoogleLink } from './queries.ts'

const ATTEMPTS = 3
const UNIQUE_VIOLATION = '23505'

/**
 * Signs in the user linked to this Google subject, or the user with this email address, or a new one. Linking an
 * account with a verified email address requires its password, unless Google hosts the mailbox and its owner was
 * verified in the shop.
 * @param proof the account's password, or the token of the link that was emailed to an address that was never verified
 * @throws ShopError 400 for a wrong password or link; 401 'password_needed', or if the address belongs to a user linked to
 * another subject; 401 'google_link_mailed' if the address was never verified, and its owner must open the emailed link
 * first; 403 when blocked
 */
export async function signInAs(
  db: Db,
  profile: GoogleProfile,
  origin: Origin,
  { password, link: linkToken }: { password?: string | undefined; link?: string | undefined },
): Promise<Opened> {
  if (linkToken !== undefined)
    await withWrongLinksCounted(db, origin, () => checkLink(db, profile, linkToken))
  const confirmed = password === undefined ? null : await confirmByPassword(db, profile, password, origin)
  for (let tried = 1; ; tried += 1) {
    try {
      return await inTransaction(db, async (db) => {
        const account =
          (await linkedAccount(db, profile, { confirmed, linkToken })) ?? (await newAccount(db, profile))
        return openFor(db, account, origin.userAgent, 'one-factor')
      })
    } catch (error) {
      if (error instanceof ShopError && error.code === LINK_MAILED)
        await mailLinkTo(db, 'google', profile.email, origin)
      // Another request took the username or created the account concurrently. The next attempt finds it.
      if (tried === ATTEMPTS || (error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    }
  }
}

const LINK_MAILED = 'google_link_mailed'

export const googleRejected = () => new ShopError(401, 'google_refused', GOOGLE_REJECTED)

/**
 * Runs outside the transaction that locks the account.
 * @returns the hash that the password was checked against
 */
async function confirmByPassword(
  db: Db,
  { email }: GoogleProfile,
  password: string,
  origin: Origin,
): Promise<string | null> {
  const account = await findAccountByEmail(db, email)
  if (!account) return null
  if (account.passwordHash === null) throw new ShopError(401, 'google_refused', GOOGLE_CANNOT_LINK)
  const uncount = await countPassword(db, origin, account.username, account.id)
  if (!(await isPassword(account.passwordHash, password))) throw wrongPassword('password')
  await uncount()
  return account.passwordHash
}

async function linkedAccount(
  db: Db,
  profile: GoogleProfile,
  { confirmed, linkToken }: { confirmed: string | null; linkToken: string | undefined },
): Promise<Account | null> {
  const linkedId = await findUserIdBySubject(db, profile.subject)
  const found = linkedId === null ? await findAccountByEmail(db, profile.email) : { id: linkedId }
  const account = found && (await lockAccount(db, found.id))
  if (!account) return null
  if (account.isBlocked) throw new ShopError(403, 'blocked', ACCOUNT_MESSAGES.blocked)
  if (linkedId !== null) return account
  // The email address changed while waiting for the lock.
  if (account.email.toLowerCase() !== profile.email.toLowerCase()) return null
  if (!account.emailVerified) {
    // Another mail server hosts the mailbox, which may have had another owner since Google verified the address.
    if (!profile.isAuthoritative) await takeMailedLink(db, account, linkToken)
    await takeOver(db, account, profile)
  }
  // A verified address isn't proof: a stranger could have registered with it and had the owner press the button.
  else if (!profile.isAuthoritative || !account.isInboxProven) checkConfirmed(account, confirmed)
  if (profile.isAuthoritative) await updateAccount(db, account.id, { inboxProvenAt: now() })
  return link(db, account.id, profile)
}

/** Checks a link before the account is locked. @throws ShopError 400 */
async function checkLink(db: Db, { email }: GoogleProfile, token: string) {
  const link = await findLink(db, sha256(token), ['google'])
  if (!link) throw linkInvalid()
  if (link.email.toLowerCase() !== email.toLowerCase())
    throw new ShopError(400, 'google_refused', googleOtherAddress(link.email))
}

/** @throws ShopError 400 if another request has used the link; 401 without a link */
async function takeMailedLink(db: Db, { id }: Account, token: string | undefined) {
  if (token === undefined) throw new ShopError(401, LINK_MAILED, GOOGLE_LINK_MAILED)
  const link = await takeLink(db, sha256(token), ['google'])
  if (link?.userId !== id) throw linkInvalid()
}

/** @throws ShopError 401 */
function checkConfirmed({ passwordHash }: Account, confirmed: string | null) {
  if (passwordHash === null) throw new ShopError(401, 'google_refused', GOOGLE_CANNOT_LINK)
  if (passwordHash !== confirmed) throw new ShopError(401, 'password_needed', GOOGLE_NEEDS_PASSWORD)
}

/**
 * Takes over an account whose owner never verified the email address. Deletes the sign-in methods of the previous
 * owner, as a reset does (contract section 6).
 */
async function takeOver(db: Db, { id }: Account, { name }: GoogleProfile) {
  const account = await updateAccount(db, id, {
    emailVerifiedAt: now(),
    inboxProvenAt: now(),
    pendingEmail: null,
    passwordHash: null,
    fullName: name,
  })
  await publishReviewsOf(db, id)
  await deleteAddressBook(db, id)
  await deleteSignInMethods(db, id)
  await deleteSessionsOf(db, id)
  await deleteLinksOf(db, id)
  await endRecentFactor(db, account, now())
}

async function newAccount(db: Db, profile: GoogleProfile): Promise<Account> {
  const { id } = await insertAccount(db, {
    username: await freeUsername(db, profile.email),
    email: profile.email,
    isVerified: true,
    isInboxProven: profile.isAuthoritative,
    fullName: profile.name,
    passwordHash: null,
  })
  return link(db, id, profile)
}

async function link(db: Db, id: number, profile: GoogleProfile): Promise<Account> {
  const isLinked = await updateGoogleLink(db, id, profile)
  const account = isLinked ? await findAccount(db, id) : null
  if (!account) throw googleRejected()
  return account
}

const NUMBERED = 20

/** Returns a free username made from the first part of an email address: mara, mara2, and so on. */
async function freeUsername(db: Db, email: string): Promise<string> {
  const base = usernameFrom(email)
  const numbered = Array.from({ length: NUMBERED }, (_, index) => (index === 0 ? '' : String(index + 1)))
  const candidates = [...numbered, randomDigits()].map((end) => withEnd(base, end))
  const taken = new Set(await listTakenUsernames(db, candidates))
  return candidates.find((name) => !taken.has(name.toLowerCase())) ?? withEnd(base, randomDigits())
}

/** Returns the characters of an email address that usernames can contain, without accents and any +suffix. */
export function usernameFrom(email: string): string {
  const [local = ''] = email.split(/[+@]/)
  const name = [...local.normalize('NFKD')]
    .filter((character) => USERNAME_CHARACTERS.test(character))
    .join('')
    .replace(/([._-])\1+/g, '$1')
    .slice(0, USERNAME_MAX)
  return name.length < USERNAME_MIN ? `user${name}` : name
}

function withEnd(base: string, end: string): string {
  return `${base.slice(0, USERNAME_MAX - end.length)}${end}`
}

function randomDigits(): string {
  return String(Buffer.from(randomId()).readUIntBE(0, 6) % 10 ** 8)
}
