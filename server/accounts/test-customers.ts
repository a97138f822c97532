import type { Db } from '../platform/db/database.ts'
import { deleteEmailsAbout } from '../platform/mail/outbox.ts'
import { eraseReviewsOf } from '../reviews/reviews.ts'
import { reasonFor } from './emails.ts'
import { deleteAccount } from './queries.ts'
import { listTestCustomers, lockTestCustomers } from './removal-queries.ts'

/**
 * Erases the accounts of the test mode, as their owners could. Newsletter subscriptions and back-in-stock requests stay, because
 * they belong to an email address. Runs in the caller's transaction.
 * @returns how many accounts and reviews there were
 */
export async function eraseTestCustomers(db: Db): Promise<{ customers: number; reviews: number }> {
  await lockTestCustomers(db)
  // An account may have got a real order while the locks were awaited, which only another statement sees.
  const ids = await listTestCustomers(db)
  let reviews = 0
  for (const id of ids) {
    reviews += await eraseReviewsOf(db, id)
    await deleteAccount(db, id)
    await deleteEmailsAbout(db, reasonFor(id))
  }
  return { customers: ids.length, reviews }
}
