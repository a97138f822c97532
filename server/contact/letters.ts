import type { ContactMessage } from '#contract/contact.ts'
import { layOutLetter } from '../platform/mail/layout.ts'

/** To the shop's own people; an answer goes to who wrote. */
export function contactLetter(shopName: string, { name, email, subject, message }: ContactMessage) {
  const letter = layOutLetter({
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
