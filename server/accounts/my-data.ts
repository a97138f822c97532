import type { MyData } from '#contract/accounts/my-data.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { listSavedAddresses } from '../address-book/queries.ts'
import { deleteRequestsOf } from '../back-in-stock/back-in-stock.ts'
import { listRequestsOf } from '../back-in-stock/queries.ts'
import { listCartItems } from '../cart/item-queries.ts'
import { ShopError } from '../errors.ts'
import { listFavorites } from '../favorites/queries.ts'
import { deleteSubscription } from '../newsletter/newsletter.ts'
import { findSubscriber } from '../newsletter/queries.ts'
import { listOrdersOf } from '../orders/queries.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { deleteEmails, deleteEmailsAbout } from '../platform/mail/outbox.ts'
import { listReviewsOf } from '../reviews/queries.ts'
import { eraseReviewsOf } from '../reviews/reviews.ts'
import { readSettings } from '../settings/settings.ts'
import { accountOf, lockOwn } from './confirm-owner.ts'
import { updateTotals } from './customer-queries.ts'
import { reasonFor } from './emails.ts'
import { deleteGuestNote, findNote } from './note-queries.ts'
import { listPasskeys } from './passkeys/queries.ts'
import { type Account, deleteAccount, isLastOwner, lockStaff } from './queries.ts'
import { listSessions } from './sessions/sessions.ts'
import { confirmPassword } from './sign-in.ts'

/** Collects everything the shop stores about a user, in the shapes of the contract. */
export async function collectMyData(db: Db, user: RequestUser): Promise<MyData> {
  const settings = await readSettings(db)
  const addresses = await listSavedAddresses(db, user.id)
  const favorites = await listFavorites(db, user.id, settings)
  const cart = await listCartItems(db, { userId: user.id }, settings)
  const account = await accountOf(db, user.id)
  return {
    exportedAt: now().toISOString(),
    user: account,
    signIns: await listSessions(db, user),
    passkeys: await listPasskeys(db, user.id),
    addresses: addresses.map(({ address }) => address),
    favorites: favorites.map(({ productId, product }) => ({ productId, name: product.name })),
    cart: cart.map(({ productId, product, quantity }) => ({ productId, name: product.name, quantity })),
    reviews: await listReviewsOf(db, user.id),
    orders: await listOrdersOf(db, user.id),
    newsletter: await subscriptionOf(db, account),
    ...(await backInStockOf(db, account)),
    ...(await noteAbout(db, account)),
  }
}

/**
 * Erases the data listed in contract/accounts/erasure.ts. Records that must be retained, such as orders, lose their user:
 * foreign keys set the column to null.
 * @throws ShopError 400 wrong password, 409 for the last owner, 429
 */
export async function eraseAccount(db: Db, user: RequestUser, password: string): Promise<void> {
  const userId = user.id
  await confirmPassword(db, user, await accountOf(db, userId), { password, path: 'password' })
  await inTransaction(db, async (db) => {
    if (isLastOwner(await lockStaff(db), userId)) throw lastOwner()
    const account = await lockOwn(db, user)
    await eraseReviewsOf(db, userId)
    if (account.emailVerified) {
      await deleteSubscription(db, account.email)
      await deleteRequestsOf(db, account.email)
      await deleteGuestNote(db, account.email)
    }
    await deleteAccount(db, userId)
    // The changes that wait to be added up have the email address.
    await updateTotals(db)
    // An unverified address may be a stranger's, or the shop's own.
    if (account.emailVerified) await deleteEmails(db, account.email, reasonFor(userId))
    else await deleteEmailsAbout(db, reasonFor(userId))
  })
}

export const lastOwner = () => new ShopError(409, 'last_owner', ACCOUNT_MESSAGES.lastOwner)

/** Without a verified email address, a user could otherwise see or end another person's subscription. */
async function subscriptionOf(db: Db, { email, emailVerified }: Account): Promise<MyData['newsletter']> {
  return emailVerified ? findSubscriber(db, email) : null
}

async function backInStockOf(
  db: Db,
  { email, emailVerified }: Account,
): Promise<Pick<MyData, 'backInStock'>> {
  const backInStock = emailVerified ? await listRequestsOf(db, email) : []
  return backInStock.length > 0 ? { backInStock } : {}
}

/** A note about an unverified email address may be about another person. */
async function noteAbout(db: Db, { id, email, emailVerified }: Account): Promise<Pick<MyData, 'note'>> {
  const note = emailVerified ? await findNote(db, id, email) : ''
  return note === '' ? {} : { note }
}
