/** The words of an email to customers that the store owner can replace. Facts, such as items and amounts, stay. */
type EmailKind = {
  /** In the settings. */
  title: string
  group: string
  /** The names that its texts may contain in braces, besides the shop's. */
  placeholders: readonly string[]
  subject: string
  /** The first paragraph. Empty if the facts of a fresh install come first, and stay. */
  greeting: string
}

const ORDERS = 'Orders'
const RETURNS = 'Returns and refunds'
const ACCOUNTS = 'Accounts'
const BACK_IN_STOCK = 'Back in stock'
const NEWSLETTER = 'Newsletter'
export const EMAIL_GROUPS = [ORDERS, RETURNS, ACCOUNTS, BACK_IN_STOCK, NEWSLETTER]

const ORDER = { group: ORDERS, placeholders: ['order number', 'name'] } as const
const RETURN = { group: RETURNS, placeholders: ['order number', 'name'] } as const
/** The event, the link, and its validity are facts, because people decide by them whether to click. */
const ACCOUNT = { group: ACCOUNTS, placeholders: ['username'], greeting: '' } as const
const OFFER = { group: BACK_IN_STOCK, placeholders: ['product'] } as const
const SUBSCRIPTION = { group: NEWSLETTER, placeholders: [] } as const

/** The emails to customers, with the words of a fresh install. Names in braces are placeholders. */
export const EMAIL_TEXTS = {
  placed: {
    ...ORDER,
    title: 'Order confirmation',
    subject: 'Your order {order number} at {shop name}',
    greeting: 'Thank you for your order, {name}. We have received your payment.',
  },
  shipped: {
    ...ORDER,
    title: 'Order shipped',
    subject: 'Your order {order number} has shipped',
    greeting: 'Good news, {name}: your order {order number} has shipped.',
  },
  'ready-for-pickup': {
    ...ORDER,
    title: 'Order ready for pickup',
    subject: 'Your order {order number} is ready for pickup',
    greeting: 'Good news, {name}: your order {order number} is ready for pickup.',
  },
  'parcel-corrected': {
    ...ORDER,
    title: 'Tracking details changed',
    subject: 'Your order {order number} has new tracking details',
    greeting:
      '{name}, the tracking details for your order {order number} have changed. Please use these instead:',
  },
  delivered: {
    ...ORDER,
    title: 'Order delivered',
    subject: 'Your order {order number} was delivered',
    greeting: 'Your order {order number} has arrived, {name}. We hope you like it.',
  },
  'picked-up': {
    ...ORDER,
    title: 'Order picked up',
    subject: 'You picked up your order {order number}',
    greeting: 'You picked up your order {order number}, {name}. We hope you like it.',
  },
  cancelled: {
    ...ORDER,
    title: 'Order cancelled',
    subject: 'Your order {order number} was cancelled',
    greeting: 'Your order {order number} at {shop name} was cancelled.',
  },
  'sold-out': {
    ...ORDER,
    title: 'Sold out before the payment',
    subject: "We couldn't fulfill your order {order number}",
    greeting:
      "We're sorry, {name}. Your payment for order {order number} arrived after the payment window closed, and the items have sold out.",
  },
  'payment-failed': {
    ...ORDER,
    title: 'Payment failed',
    subject: "Your payment for order {order number} didn't go through",
    greeting:
      "{name}, the payment for your order {order number} didn't go through. You weren't charged, and nothing will be shipped.",
  },
  'return-requested': {
    ...RETURN,
    title: 'Return requested',
    placeholders: [...RETURN.placeholders, 'date and time'],
    subject: 'We received your return request for order {order number}',
    greeting:
      'We received your request to return items of order {order number} at {shop name} on {date and time}.',
  },
  // EU law requires its content (Directive 2011/83/EU, article 11a).
  withdrawal: {
    ...RETURN,
    title: 'Withdrawal received',
    subject: 'We received your withdrawal for order {order number}',
    greeting: '',
  },
  'return-accepted': {
    ...RETURN,
    title: 'Return accepted',
    subject: 'Your return for order {order number} was accepted',
    greeting: 'We accepted your return for order {order number}.',
  },
  'return-declined': {
    ...RETURN,
    title: 'Return declined',
    subject: 'About your return for order {order number}',
    greeting: "We couldn't accept your return for order {order number}.",
  },
  refund: {
    ...RETURN,
    title: 'Refund',
    placeholders: [...RETURN.placeholders, 'amount'],
    subject: 'We refunded {amount} for your order {order number}',
    greeting: 'We refunded {amount} to the card you used for order {order number}.',
  },
  verify: {
    ...ACCOUNT,
    title: 'Verify an email address',
    subject: 'Verify your email address for {shop name}',
  },
  reset: { ...ACCOUNT, title: 'Reset a password', subject: 'Reset your password for {shop name}' },
  'password-changed': {
    ...ACCOUNT,
    title: 'Password changed',
    subject: 'Your password for {shop name} was changed',
  },
  change: { ...ACCOUNT, title: 'New email address', subject: 'Your new email address for {shop name}' },
  undo: {
    ...ACCOUNT,
    title: 'Email address change requested',
    subject: 'Email address change requested for your {shop name} account',
  },
  'email-changed': {
    ...ACCOUNT,
    title: 'Email address changed',
    subject: 'Your email address for {shop name} was changed',
  },
  'sign-in-changed': {
    ...ACCOUNT,
    title: 'Way to sign in changed',
    placeholders: [...ACCOUNT.placeholders, 'change'],
    subject: '{change} at {shop name}',
  },
  google: {
    ...ACCOUNT,
    title: 'Finish signing in with Google',
    subject: 'Finish signing in with Google at {shop name}',
  },
  claim: { ...ACCOUNT, title: 'Add guest orders', subject: 'Your guest orders at {shop name}' },
  'back-in-stock-confirm': {
    ...OFFER,
    title: 'Confirm a request',
    subject: 'Confirm your request for {product}',
    greeting: 'We received a request to email this address once when {product} is back in stock.',
  },
  'back-in-stock': {
    ...OFFER,
    title: 'Product back in stock',
    subject: '{product} is back in stock',
    greeting: "{product} is back in stock. We've emailed everyone who asked, and can't reserve it for you.",
  },
  'newsletter-confirm': {
    ...SUBSCRIPTION,
    title: 'Confirm a subscription',
    subject: 'Confirm your subscription to the {shop name} newsletter',
    greeting: 'We received a request to send the {shop name} newsletter to this email address.',
  },
  'newsletter-welcome': {
    ...SUBSCRIPTION,
    title: 'Welcome to the newsletter',
    subject: 'Welcome to the {shop name} newsletter',
    greeting:
      "Thank you for confirming. You'll now get the {shop name} newsletter, with new products and occasional offers.",
  },
  'newsletter-known': {
    ...SUBSCRIPTION,
    title: 'Already subscribed',
    subject: "You're already subscribed to the {shop name} newsletter",
    greeting:
      "We received a request to send the {shop name} newsletter to this email address. You're already subscribed, so there's nothing to do.",
  },
} as const satisfies Record<string, EmailKind>

export type EmailTextKind = keyof typeof EMAIL_TEXTS
export const EMAIL_TEXT_KINDS = Object.keys(EMAIL_TEXTS) as EmailTextKind[]

/** The values of an email's placeholders, except for the shop's name. */
export type PlaceholderValues<K extends EmailTextKind> = Record<
  (typeof EMAIL_TEXTS)[K]['placeholders'][number],
  string
>

export const placeholdersOf = (kind: EmailTextKind): readonly string[] => [
  ...EMAIL_TEXTS[kind].placeholders,
  'shop name',
]

/** Replaces the placeholders of a text. Braces in their values stay as they are. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([^{}]*)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  )
}
