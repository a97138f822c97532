import { NEWSLETTER_LINK_HOURS } from '#contract/newsletter/rules.ts'
import { renderEmail } from '../platform/mail/layout.ts'
import { type WordSettings, wordedEmail } from '../settings/email-words.ts'

/** Prefix of the reasons of all emails about a subscription, for finding them. */
export const reasonFor = (subscriberId: number) => `newsletter-${subscriberId}-`

export function confirmationEmail({ settings, address }: { settings: WordSettings; address: string }) {
  const email = wordedEmail(
    settings,
    'newsletter-confirm',
    {},
    {
      paragraphs: ['To subscribe, open the page and press the button there.'],
      button: { label: 'Confirm', address },
      note: `The link works once and expires in ${NEWSLETTER_LINK_HOURS} hours. If this wasn't you, ignore this email. You won't receive the newsletter, and we'll delete this email address.`,
    },
  )
  return renderEmail(email)
}

/**
 * @param kind 'newsletter-known' if a subscriber requests the newsletter again, because only the mailbox's owner may
 * learn that the email address is known
 */
export function subscribedEmail(
  kind: 'newsletter-welcome' | 'newsletter-known',
  { settings, unsubscribeUrl }: { settings: WordSettings; unsubscribeUrl: string },
) {
  const email = wordedEmail(
    settings,
    kind,
    {},
    {
      paragraphs: ['You can unsubscribe at any time, here or in any newsletter.'],
      button: { label: 'Unsubscribe', address: unsubscribeUrl },
    },
  )
  return { ...renderEmail(email), unsubscribeUrl }
}
