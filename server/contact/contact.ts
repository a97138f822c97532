import type { ContactMessage } from '#contract/contact/api.ts'
import { CONTACT_DAYS } from '#contract/contact/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { randomId } from '../platform/ids.ts'
import { forgetSentLetters } from '../platform/mail/forget-letters.ts'
import { renderEmail } from '../platform/mail/layout.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { readSettings, supportAddress } from '../settings/settings.ts'

const HOUR = 3600

/** None by email address: nobody has proved that it is theirs, so strangers could use it up for a customer. */
const BY_ADDRESS: Limit = { name: 'contact-address', points: 5, seconds: HOUR }

const REASON = 'contact-'

/**
 * Mails a message to the support address. Its sender gets no copy: the form would carry anybody's words to anybody's mailbox.
 * @param address where the request comes from, as limits count it
 * @throws ShopError 429
 */
export async function sendMessage(
  db: Db,
  message: ContactMessage,
  { address, mailFrom }: { address: string; mailFrom: string },
): Promise<void> {
  await countAttempt(db, BY_ADDRESS, address)
  if (message.leaveEmpty !== '') return
  const settings = await readSettings(db)
  const to = supportAddress(settings, { mailFrom })
  await queueEmail(db, { to, ...contactLetter(settings.shopName, message) }, `${REASON}${randomId()}`)
}

/** The support mailbox has them; the outbox need not keep them, too. */
export async function forgetOldMessages(db: Db): Promise<void> {
  await forgetSentLetters(db, REASON, CONTACT_DAYS)
}

/** To the shop's own people; an answer goes to who wrote. */
function contactLetter(shopName: string, { name, email, subject, message }: ContactMessage) {
  const letter = renderEmail({
    shopName,
    subject: `Contact: ${subject || `a message from ${name}`}`,
    paragraphs: [
      `From: ${name} <${email}>`,
      ...(subject ? [`Subject or order ID: ${subject}`] : []),
      ...message.split(/\s*\n\s*/),
    ],
    note: 'Sent by the contact form. Nobody has proved that the address is theirs; your answer goes to it.',
  })
  return { ...letter, replyTo: email }
}
