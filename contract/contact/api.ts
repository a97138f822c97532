import { z } from 'zod'
import { Email, Message } from '../accounts/api.ts'
import { endpoint } from '../http.ts'
import {
  Honeypot,
  isOneLine,
  LONG_TEXT_MAX_BYTES,
  ONE_LINE,
  shownLine,
  shownText,
  textLine,
} from '../text.ts'
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_MESSAGES,
  CONTACT_NAME_MAX,
  CONTACT_NAME_MIN,
  CONTACT_SUBJECT_MAX,
} from './rules.ts'

const { name, nameTooLong, subjectTooLong, message, messageTooLong } = CONTACT_MESSAGES

export const ContactMessage = z.object({
  name: shownLine({
    min: CONTACT_NAME_MIN,
    tooShort: name,
    max: CONTACT_NAME_MAX,
    tooLong: nameTooLong,
  }),
  email: Email,
  /** A subject or an order number; may be empty. */
  subject: textLine().max(CONTACT_SUBJECT_MAX, subjectTooLong).refine(isOneLine, ONE_LINE).default(''),
  message: shownText({
    min: CONTACT_MESSAGE_MIN,
    tooShort: message,
    max: CONTACT_MESSAGE_MAX,
    tooLong: messageTooLong,
  }),
  leaveEmpty: Honeypot,
})
export type ContactMessage = z.output<typeof ContactMessage>

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'Send a message to the shop. It is emailed to the support address.',
  input: ContactMessage,
  maxBytes: LONG_TEXT_MAX_BYTES,
  response: Message,
})

export const contactEndpoints = [sendContactMessage] as const
