import { z } from 'zod'
import { Email, Message } from '../accounts/api.ts'
import { endpoint } from '../http.ts'
import { Honeypot, shownText } from '../text.ts'
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_MESSAGES,
  CONTACT_NAME_MAX,
  CONTACT_NAME_MIN,
  CONTACT_SUBJECT_MAX,
} from './rules.ts'

const { name, nameTooLong, subjectTooLong, oneLine, message, messageTooLong } = CONTACT_MESSAGES

/** Used in an email header, where a line break could inject another header. */
const isOneLine = (text: string) => !/\p{Cc}|[\u2028\u2029]/u.test(text)

export const ContactMessage = z.object({
  name: shownText({
    min: CONTACT_NAME_MIN,
    tooShort: name,
    max: CONTACT_NAME_MAX,
    tooLong: nameTooLong,
  }).refine(isOneLine, oneLine),
  email: Email,
  /** A subject or an order number; may be empty. */
  subject: z.string().trim().max(CONTACT_SUBJECT_MAX, subjectTooLong).refine(isOneLine, oneLine).default(''),
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
  response: Message,
})

export const contactEndpoints = [sendContactMessage] as const
