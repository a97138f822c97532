import type { Db } from '../platform/db/database.ts'
import { type EmailParts, renderEmail } from '../platform/mail/layout.ts'
import { type MailConfig, queueEmail } from '../platform/mail/outbox.ts'
import { supportAddress } from './sender.ts'
import { readSettings } from './settings.ts'

/** Queues an email to the store owner, within the caller's transaction, once per key. */
export async function queueOwnerEmail(
  db: Db,
  mail: MailConfig,
  onceKey: string,
  write: (shopName: string) => Omit<EmailParts, 'shopName'>,
): Promise<void> {
  const settings = await readSettings(db)
  const { shopName } = settings
  const email = renderEmail({ shopName, ...write(shopName) })
  await queueEmail(db, { to: supportAddress(settings, mail), ...email }, onceKey)
}
