/** Rules and messages for the newsletter. Doesn't import zod, since every page has its form in the footer. */

/** Unconfirmed subscriptions are deleted after this time. */
export const NEWSLETTER_LINK_HOURS = 48

export const NEWSLETTER_MESSAGES = {
  email: 'Please enter a valid email address',
  /** Identical for known and unknown email addresses. */
  asked: 'We’ve sent an email to this address. Open the link in it to confirm your subscription.',
  confirmed: 'Thank you. You’re subscribed to our newsletter.',
  linkInvalid: 'This link is no longer valid. Please subscribe again.',
  unsubscribed: 'You’re unsubscribed. We’ve deleted your email address and won’t email you again.',
  notSubscribed:
    'We couldn’t find a subscription for this link. You may have already unsubscribed, or the link is incomplete.',
} as const
