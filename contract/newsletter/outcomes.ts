import { NEWSLETTER_MESSAGES } from './rules.ts'

/**
 * Messages of the newsletter page, keyed by the outcome code in the URL. Used after forms that were submitted without
 * JavaScript.
 */
export const NEWSLETTER_OUTCOMES: ReadonlyMap<string, { text: string; isGood: boolean }> = new Map([
  ['asked', { text: NEWSLETTER_MESSAGES.asked, isGood: true }],
  ['confirmed', { text: NEWSLETTER_MESSAGES.confirmed, isGood: true }],
  ['unsubscribed', { text: NEWSLETTER_MESSAGES.unsubscribed, isGood: true }],
  ['not-subscribed', { text: NEWSLETTER_MESSAGES.notSubscribed, isGood: true }],
  ['invalid_input', { text: NEWSLETTER_MESSAGES.email, isGood: false }],
  ['link_invalid', { text: NEWSLETTER_MESSAGES.linkInvalid, isGood: false }],
  ['too_many_requests', { text: 'Too many attempts. Please wait a while and try again.', isGood: false }],
])
