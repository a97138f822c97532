import { BACK_IN_STOCK_MESSAGES as SAYS } from './rules.ts'

/** Messages of the pages, keyed by the outcome code in the URL. Used after forms that were submitted without JavaScript. */
export const BACK_IN_STOCK_OUTCOMES: ReadonlyMap<string, { text: string; isGood: boolean }> = new Map([
  ['asked', { text: SAYS.asked, isGood: true }],
  ['confirmed', { text: SAYS.confirmed, isGood: true }],
  ['unsubscribed', { text: SAYS.unsubscribed, isGood: true }],
  ['not-subscribed', { text: SAYS.notSubscribed, isGood: true }],
  ['in_stock', { text: SAYS.inStock, isGood: true }],
  ['not_found', { text: SAYS.notOffered, isGood: false }],
  ['invalid_input', { text: SAYS.email, isGood: false }],
  ['link_invalid', { text: SAYS.linkInvalid, isGood: false }],
  ['too_many_requests', { text: 'Too many attempts. Please wait a while and try again.', isGood: false }],
])
