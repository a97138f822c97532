import { ACCOUNT_MESSAGES } from '#contract/account-rules.ts'
import { ShopError } from '../errors.ts'
import { claimOrders } from '../orders/orders.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, takeBackAttempt } from '../platform/http/limits.ts'
import { randomId, sha256 } from '../platform/ids.ts'
import { postLetter } from '../platform/mail/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { emailChangedLetter, reasonFor } from './letters.ts'
import { LIMITS } from './limits.ts'
import { deleteLinksOf, findLink, type LinkPurpose, type MailedLink, takeLink } from './link-queries.ts'
import { linkInvalid } from './mailed-links.ts'
import type { Origin } from './origin.ts'
import { deletePasskeysOf } from './passkey-queries.ts'
import { type Account, findAccountByEmail, lockAccount, updateAccount } from './queries.ts'
import { takenError } from './register.ts'
import { deleteSessionsOf } from './session-queries.ts'

/** Verifies an address, or makes a changed one count. @throws ShopError 400 bad link, 409 address taken, 429 */
export async function verifyEmail(db: Db, token: string, origin: Origin): Promise<void> {
  await countAttempt(db, LIMITS.linkByAddress, origin.address)
  try {
    await inTransaction(db, async (db) => {
      const { link, account } = await openLink(db, token, ['verify', 'change'])
      await (link.purpose === 'verify' ? confirmAddress(db, account, link) : moveToAddress(db, account, link))
    })
  } catch (error) {
    throw takenError(error) ?? error
  }
  await takeBackAttempt(db, LIMITS.linkByAddress, origin.address)
}

/**
 * The link, used up from now on, and its account, held. The account is held first: two links of one account that are
 * opened at once would wait for each other otherwise.
 * @throws ShopError 400 when the link is unknown, used, expired, or its account blocked
 */
export async function openLink(db: Db, token: string, purposes: LinkPurpose[]) {
  const found = await findLink(db, sha256(token), purposes)
  const account = found && (await lockAccount(db, found.userId))
  const link = account && (await takeLink(db, sha256(token), purposes))
  if (!link || account.isBlocked) throw linkInvalid()
  return { link, account }
}

async function confirmAddress(db: Db, account: Account, link: MailedLink) {
  if (account.email !== link.email) throw linkInvalid()
  await updateAccount(db, account.id, { emailVerifiedAt: now() })
  await claimOrders(db, account.id, link.email)
}

async function moveToAddress(db: Db, account: Account, link: MailedLink) {
  if (account.pendingEmail !== link.email) throw linkInvalid()
  await freeAddress(db, link.email, account.id)
  await updateAccount(db, account.id, { email: link.email, emailVerifiedAt: now(), pendingEmail: null })
  await claimOrders(db, account.id, link.email)
  if (!account.emailVerified) return
  const { shopName } = await readSettings(db)
  const letter = emailChangedLetter({ shopName, username: account.username, email: link.email })
  await postLetter(db, { to: account.email, ...letter }, `${reasonFor(account.id)}${randomId()}`)
}

/**
 * Takes a proven address from an account that never proved it: its password, passkeys and sign-ins end (contract section 6).
 * @throws ShopError 409 when the other account has proved it too
 */
async function freeAddress(db: Db, email: string, newOwnerId: number) {
  const found = await findAccountByEmail(db, email)
  if (!found || found.id === newOwnerId) return
  const holder = await lockAccount(db, found.id)
  if (!holder || holder.email !== found.email) return
  if (holder.emailVerified) throw new ShopError(409, 'email_taken', ACCOUNT_MESSAGES.emailTaken)
  await updateAccount(db, holder.id, { email: null, pendingEmail: null, passwordHash: null })
  await deletePasskeysOf(db, holder.id)
  await deleteSessionsOf(db, holder.id)
  await deleteLinksOf(db, holder.id)
}
