/** Rules and messages of the newsletter. Free of zod, since every page has its form in the footer. */

/** Unconfirmed subscriptions are deleted after this time. */
export const NEWSLETTER_LINK_HOURS = 48

export const NEWSLETTER_MESSAGES = {
  email: 'Please enter a valid email address',
  /** Identical for known and unknown email addresses. */
  asked:
    'We have sent an email to this address. Please open its link to confirm that you want our newsletter.',
  confirmed: 'Thank you. You are subscribed to our newsletter.',
  linkInvalid: 'This link is no longer valid. Please subscribe again.',
  unsubscribed: 'You are unsubscribed. We have deleted your address and will not write to it again.',
  notSubscribed:
    'There is no subscription for this link. Either you have unsubscribed already, or the link is incomplete.',
} as const
