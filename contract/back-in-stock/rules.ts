/** Rules and messages for back-in-stock emails. Doesn't import zod, so pages can load it early. */

/** Unconfirmed requests are deleted after this time. */
export const BACK_IN_STOCK_LINK_HOURS = 48
/** Requests end after this time, even if the product wasn't back in stock. */
export const BACK_IN_STOCK_DAYS = 365
/** How long the email address is kept after the email was sent, so its unsubscribe link works. */
export const BACK_IN_STOCK_SENT_DAYS = 30

export const BACK_IN_STOCK_MESSAGES = {
  email: 'Please enter a valid email address',
  /** Identical for known and unknown email addresses. */
  asked: 'We’ve sent an email to this address. Open the link in it to confirm your request.',
  confirmed: 'Thank you. We’ll email you once when this is back in stock.',
  linkInvalid: 'This link is no longer valid. Please request the email again.',
  unsubscribed: 'We’ve deleted your email address and won’t send you back-in-stock emails.',
  notSubscribed:
    'We couldn’t find a request for this link. You may have already unsubscribed, or the link is incomplete.',
  inStock: 'This product is in stock. You can add it to your cart.',
  notOffered: 'We don’t offer back-in-stock emails for this product.',
} as const

/** Which products offer the email: none, those with options, or all. */
export const BACK_IN_STOCK_SCOPES = ['off', 'options', 'all'] as const
