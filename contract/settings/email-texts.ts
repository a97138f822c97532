import { z } from 'zod'
import { isOneLine, ONE_LINE, shownText } from '../text.ts'

/** The words of emails to customers that the store owner can replace. Facts, such as items and amounts, stay. */
type EmailText = {
  /** In the settings. */
  title: string
  subject: string
  /** The first paragraph. */
  greeting: string
}

/** The emails about orders, with the words of a fresh install. Names in braces are placeholders. */
export const EMAIL_TEXTS = {
  placed: {
    title: 'Order confirmation',
    subject: 'Your order {order number} at {shop name}',
    greeting: 'Thank you for your order, {name}. We have received your payment.',
  },
  shipped: {
    title: 'Order shipped',
    subject: 'Your order {order number} has shipped',
    greeting: 'Good news, {name}: your order {order number} has shipped.',
  },
  'parcel-corrected': {
    title: 'Tracking details changed',
    subject: 'Your order {order number} has new tracking details',
    greeting:
      '{name}, the tracking details for your order {order number} have changed. Please use these instead:',
  },
  delivered: {
    title: 'Order delivered',
    subject: 'Your order {order number} was delivered',
    greeting: 'Your order {order number} has arrived, {name}. We hope you like it.',
  },
  cancelled: {
    title: 'Order cancelled',
    subject: 'Your order {order number} was cancelled',
    greeting: 'Your order {order number} at {shop name} was cancelled.',
  },
  'sold-out': {
    title: 'Sold out before the payment',
    subject: "We couldn't fulfill your order {order number}",
    greeting:
      "We're sorry, {name}. Your payment for order {order number} arrived after the payment window closed, and the items have sold out.",
  },
  'payment-failed': {
    title: 'Payment failed',
    subject: "Your payment for order {order number} didn't go through",
    greeting:
      "{name}, the payment for your order {order number} didn't go through. You weren't charged, and nothing will be shipped.",
  },
} satisfies Record<string, EmailText>

export type EmailTextKind = keyof typeof EMAIL_TEXTS
export const EMAIL_TEXT_KINDS = Object.keys(EMAIL_TEXTS) as EmailTextKind[]

const EMAIL_PLACEHOLDERS = ['order number', 'name', 'shop name'] as const
type PlaceholderValues = Record<(typeof EMAIL_PLACEHOLDERS)[number], string>

/** Replaces the placeholders of a text. Braces in their values stay as they are. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(/\{([^{}]*)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof PlaceholderValues] : placeholder,
  )
}

const SUBJECT_MAX = 150
const PARAGRAPH_MAX = 1000
export const PLACEHOLDER_LIST = EMAIL_PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
const WRONG_PLACEHOLDER = `The only placeholders are ${PLACEHOLDER_LIST}`

const NO_VALUES: PlaceholderValues = { 'order number': '', name: '', 'shop name': '' }
const hasKnownPlaceholders = (text: string) => !/[{}]/.test(fillPlaceholders(text, NO_VALUES))

const words = (max: number) =>
  shownText({ min: 0, tooShort: '', max, tooLong: `At most ${max} characters` })
    .refine(hasKnownPlaceholders, WRONG_PLACEHOLDER)
    .default('')

/** The texts of one email. Empty ones are those of a fresh install. */
export const EmailWords = z.object({
  subject: words(SUBJECT_MAX).refine(isOneLine, ONE_LINE),
  greeting: words(PARAGRAPH_MAX),
  /** The last paragraph. A fresh install has none. */
  closing: words(PARAGRAPH_MAX),
})
export type EmailWords = z.output<typeof EmailWords>

export const NO_WORDS: EmailWords = EmailWords.parse({})

/** By email. Omitted emails have the words of a fresh install. */
export const EmailTexts = z.partialRecord(z.enum(EMAIL_TEXT_KINDS), EmailWords)
export type EmailTexts = z.output<typeof EmailTexts>
