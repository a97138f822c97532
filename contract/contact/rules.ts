import { ACCOUNT_MESSAGES } from '../accounts/rules.ts'

/** Rules and sentences of the contact form; no zod here, so that a page may have them at its first load. */

export const CONTACT_NAME_MIN = 2
export const CONTACT_NAME_MAX = 100
export const CONTACT_SUBJECT_MAX = 150
export const CONTACT_MESSAGE_MIN = 10
export const CONTACT_MESSAGE_MAX = 5000

/** The shop's own copy of a message is forgotten so long after it was mailed to the support address. */
export const CONTACT_DAYS = 30

export const CONTACT_MESSAGES = {
  name: `Name must be at least ${CONTACT_NAME_MIN} characters`,
  nameTooLong: `Name must be at most ${CONTACT_NAME_MAX} characters`,
  email: ACCOUNT_MESSAGES.email,
  subjectTooLong: `Subject must be at most ${CONTACT_SUBJECT_MAX} characters`,
  oneLine: 'This must be one line of text',
  message: `Message must be at least ${CONTACT_MESSAGE_MIN} characters`,
  messageTooLong: `Message must be at most ${CONTACT_MESSAGE_MAX} characters`,
  sent: 'Thank you for your message. We will answer by email.',
} as const

/** Why the plain form was refused, by the code in the address. */
export const CONTACT_PROBLEMS: ReadonlyMap<string, string> = new Map([
  [
    'invalid_input',
    'Please fill in your name, a valid email address and a message of at least 10 characters.',
  ],
  ['too_many_requests', 'Too many attempts. Please wait a while and try again.'],
])
