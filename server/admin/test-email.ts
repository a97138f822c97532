import { notFound } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { randomId } from '../platform/ids.ts'
import { mailboxKey } from '../platform/mail/mailbox.ts'
import { findEmailState, queueEmail } from '../platform/mail/outbox.ts'
import { renderBusinessEmail } from '../settings/sender.ts'
import { readSettings } from '../settings/settings.ts'

/** Tests to one mailbox, because an admin chooses any address, and the words of samples. */
const BY_MAILBOX: Limit = { name: 'test-emails-mailbox', points: 20, seconds: 24 * 60 * 60 }

/** To all mailboxes together, because a stolen session could send its own words to many people. */
const BY_ADMIN: Limit = { name: 'test-emails-admin', points: 60, seconds: 24 * 60 * 60 }

/** Queues an email that shows its reader the sender, the layout, and the business as customers see them. @throws ShopError 429 */
export async function queueTestEmail(db: Db, to: string, adminId: number): Promise<{ id: string }> {
  const settings = await readSettings(db)
  const email = renderBusinessEmail(settings, {
    subject: `Test email from ${settings.shopName}`,
    paragraphs: [
      'An administrator of the shop sent you this email to check that its emails arrive.',
      'Emails about orders look like this one, and come from the same sender. There is nothing to do.',
    ],
  })
  return queueTest(db, email, to, adminId)
}

/** Queues an email that isn't about anything that happened. @throws ShopError 429 */
export async function queueTest(
  db: Db,
  email: ReturnType<typeof renderBusinessEmail>,
  to: string,
  adminId: number,
): Promise<{ id: string }> {
  await countAttempt(db, BY_ADMIN, String(adminId))
  await countAttempt(db, BY_MAILBOX, mailboxKey(to))
  const id = randomId()
  await inTransaction(db, (db) => queueEmail(db, { ...email, to }, reasonFor(id)))
  return { id }
}

/** @throws ShopError 404 */
export async function readTestEmail(db: Db, id: string) {
  const found = await findEmailState(db, reasonFor(id))
  if (!found) throw notFound('Test email not found')
  return found
}

const reasonFor = (id: string) => `test-email-${id}`
