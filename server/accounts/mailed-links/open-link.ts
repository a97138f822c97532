import { LinkPurpose } from '#contract/accounts/mailed-links.ts'
import { claimOrders } from '../../orders/orders.ts'
import { now } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import { sha256 } from '../../platform/ids.ts'
import { publishReviewsOf } from '../../reviews/reviews.ts'
import { type Account, findAccount, updateAccount } from '../queries.ts'
import { takenError } from '../register.ts'
import type { Origin } from '../sessions/known-device.ts'
import { lockSession } from '../sessions/queries.ts'
import { moveToAddress, needOwnSession } from './email-change.ts'
import { linkInvalid, openLink, withWrongLinksCounted } from './mailed-links.ts'
import { findLink, type MailedLink } from './queries.ts'

/**
 * Returns a link's purpose and account, so a page can ask for confirmation first.
 * @throws ShopError 400, 429
 */
export async function readLink(db: Db, token: string, origin: Origin) {
  return withWrongLinksCounted(db, origin, async () => {
    const link = await findLink(db, sha256(token), LinkPurpose.options)
    const account = link && (await findAccount(db, link.userId))
    if (!account || account.isBlocked) throw linkInvalid()
    return { purpose: link.purpose, username: account.username, email: link.email }
  })
}

/**
 * Verifies an email address, applies a pending change, or claims the address's guest orders.
 * @param user the signed-in user: required to change an account's address or add orders to it
 * @returns what was done
 * @throws ShopError 400 bad link, 401, 403 another account's link, 409 address taken, 429
 */
export async function followLink(
  db: Db,
  token: string,
  user: RequestUser | null,
  origin: Origin,
): Promise<'verify' | 'change' | 'claim'> {
  return withWrongLinksCounted(db, origin, () =>
    inTransaction(db, async (db) => {
      const { link, account } = await openLink(db, token, ['verify', 'change', 'claim'])
      if (link.purpose === 'verify') await confirmAddress(db, account, link, user)
      else if (link.purpose === 'change') await moveToAddress(db, account, link, user)
      else await claimByLink(db, account, link, user)
      return link.purpose as 'verify' | 'change' | 'claim'
    }),
  ).catch((error: unknown) => {
    throw takenError(error) ?? error
  })
}

async function confirmAddress(db: Db, account: Account, link: MailedLink, user: RequestUser | null) {
  if (account.email !== link.email) throw linkInvalid()
  await updateAccount(db, account.id, { emailVerifiedAt: now() })
  if (user?.id === account.id && (await lockSession(db, user.sessionId))) {
    await proveInbox(db, account)
  }
  await publishReviewsOf(db, account.id)
}

async function claimByLink(db: Db, account: Account, link: MailedLink, user: RequestUser | null) {
  await needOwnSession(db, account, user)
  if (account.email !== link.email || !account.emailVerified) throw linkInvalid()
  await proveInbox(db, account)
}

/** The inbox's owner is signed in, so current and future guest orders with the address join the account. */
async function proveInbox(db: Db, { id, email }: Account) {
  await updateAccount(db, id, { inboxProvenAt: now() })
  await claimOrders(db, id, email)
}
