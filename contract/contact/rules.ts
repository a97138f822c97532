import { ACCOUNT_MESSAGES } from '../accounts/rules.ts'

/** Rules and messages for the contact form. Doesn't import zod, so pages can load it early. */

export const CONTACT_NAME_MIN = 2
export const CONTACT_NAME_MAX = 100
export const CONTACT_SUBJECT_MAX = 150
export const CONTACT_MESSAGE_MIN = 10
export const CONTACT_MESSAGE_MAX = 5000

/** How long the shop keeps its copy of a message that was emailed to the support address. */
export const CONTACT_DAYS = 30

export const CONTACT_MESSAGES = {
  name: `Name must be at least ${CONTACT_NAME_MIN} characters`,
  nameTooLong: `Name must be at most ${CONTACT_NAME_MAX} characters`,
  email: ACCOUNT_MESSAGES.email,
  subjectTooLong: `Subject must be at most ${CONTACT_SUBJECT_MAX} characters`,
  message: `Message must be at least ${CONTACT_MESSAGE_MIN} characters`,
  messageTooLong: `Message must be at most ${CONTACT_MESSAGE_MAX} characters`,
  sent: 'Thanks for your message. We’ll reply by email.',
} as const

/** Why a form submitted without JavaScript was rejected, keyed by the code in the URL. */
export const CONTACT_PROBLEMS: ReadonlyMap<string, string> = new Map([
  [
    'invalid_input',
    'Please enter your name, a valid email address, and a message of at least 10 characters.',
  ],
  ['too_many_requests', 'Too many attempts. Please wait a while and try again.'],
])
