import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ContactMessage, sendContactMessage } from '#contract/contact/api.ts'
import { CONTACT_DAYS, CONTACT_MESSAGES } from '#contract/contact/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { plainForms } from '../platform/http/forms.ts'
import { addressKey, countAttempt, type Limit } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { randomId } from '../platform/ids.ts'
import { renderEmail } from '../platform/mail/layout.ts'
import { deleteSentEmails, queueEmail } from '../platform/mail/outbox.ts'
import { supportAddress } from '../settings/sender.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'

const HOUR = 3600

/** No limit by email address: it isn't verified, so strangers could use it up for a customer. */
const BY_ADDRESS: Limit = { name: 'contact-address', points: 5, seconds: HOUR }

const REASON = 'contact-'

export async function contactRoutes(app: FastifyInstance, { db, config: { mailFrom } }: Shop) {
  const originOf = ({ ip }: FastifyRequest) => ({ address: addressKey(ip), mailFrom })

  mount(app, sendContactMessage, async (message, request) => {
    await sendMessage(db, message, originOf(request))
    return { message: CONTACT_MESSAGES.sent }
  })

  const problemPage = (code: string) => `/contact?problem=${code}`
  await plainForms(app, problemPage, (form) => {
    form('/contact', sendContactMessage.input, async (message, request) => {
      await sendMessage(db, message, originOf(request))
      return '/contact?sent=1'
    })
  })
}

/** Deletes old messages from the outbox, since the support mailbox has them. */
export async function deleteOldMessages(db: Db): Promise<void> {
  await deleteSentEmails(db, REASON, CONTACT_DAYS)
}

/**
 * Emails a message to the support address. The sender gets no copy. Otherwise, strangers could send any text to any
 * mailbox.
 * @param address the IP address of the request, as limits count it
 * @throws ShopError 429
 */
async function sendMessage(
  db: Db,
  message: ContactMessage,
  { address, mailFrom }: { address: string; mailFrom: string },
): Promise<void> {
  await countAttempt(db, BY_ADDRESS, address)
  if (message.leaveEmpty !== '') return
  const settings = await readSettings(db)
  const to = supportAddress(settings, { mailFrom })
  await queueEmail(db, { to, ...contactEmail(settings.shopName, message) }, `${REASON}${randomId()}`)
}

/** Renders the email to the store owner. A reply goes to the sender of the message. */
function contactEmail(shopName: string, { name, email, subject, message }: ContactMessage) {
  const outgoing = renderEmail({
    shopName,
    subject: `Contact: ${subject || `a message from ${name}`}`,
    paragraphs: [
      `From: ${name} <${email}>`,
      ...(subject ? [`Subject or order ID: ${subject}`] : []),
      ...message.split(/\s*\n\s*/),
    ],
    note: "Sent from the contact form. The sender's email address isn't verified; replies go to it.",
  })
  return { ...outgoing, replyTo: email }
}
