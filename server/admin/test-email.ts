import { notFound } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import { findEmailState, queueEmail } from '../platform/mail/outbox.ts'
import { readSettings, renderBusinessEmail } from '../settings/settings.ts'

/** Queues an email that shows its reader the sender, the layout, and the business as customers see them. */
export async function queueTestEmail(db: Db, to: string): Promise<{ id: string }> {
  const settings = await readSettings(db)
  const id = randomId()
  const email = renderBusinessEmail(settings, {
    subject: `Test email from ${settings.shopName}`,
    paragraphs: [
      'An administrator of the shop sent you this email to check that its emails arrive.',
      'Emails about orders look like this one, and come from the same sender. There is nothing to do.',
    ],
  })
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
