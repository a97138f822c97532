import { NEWSLETTER_LINK_HOURS } from '#contract/newsletter/rules.ts'
import { renderEmail } from '../platform/mail/layout.ts'

/** Prefix of the reasons of all emails about a subscription, for finding them. */
export const reasonFor = (subscriberId: number) => `newsletter-${subscriberId}-`

export function confirmationEmail({ shopName, address }: { shopName: string; address: string }) {
  return renderEmail({
    shopName,
    subject: `Confirm your subscription to the ${shopName} newsletter`,
    paragraphs: [
      `We received a request to send the ${shopName} newsletter to this email address.`,
      'To subscribe, open the page and press the button there.',
    ],
    button: { label: 'Confirm', address },
    note: `The link works once and expires in ${NEWSLETTER_LINK_HOURS} hours. If this wasn't you, ignore this email. You won't receive the newsletter, and we'll delete this email address.`,
  })
}

type Subscribed = { shopName: string; unsubscribeUrl: string }

export function welcomeEmail({ shopName, unsubscribeUrl }: Subscribed) {
  return subscribedEmail(
    `Welcome to the ${shopName} newsletter`,
    `Thank you for confirming. You'll now get the ${shopName} newsletter, with new products and occasional offers.`,
    { shopName, unsubscribeUrl },
  )
}

/**
 * Sent if a subscriber requests the newsletter again, because only the mailbox's owner may learn that the email address
 * is known.
 */
export function alreadySubscribedEmail({ shopName, unsubscribeUrl }: Subscribed) {
  return subscribedEmail(
    `You're already subscribed to the ${shopName} newsletter`,
    `We received a request to send the ${shopName} newsletter to this email address. You're already subscribed, so there's nothing to do.`,
    { shopName, unsubscribeUrl },
  )
}

function subscribedEmail(subject: string, text: string, { shopName, unsubscribeUrl }: Subscribed) {
  const email = renderEmail({
    shopName,
    subject,
    paragraphs: [text, 'You can unsubscribe at any time, here or in any newsletter.'],
    button: { label: 'Unsubscribe', address: unsubscribeUrl },
  })
  return { ...email, unsubscribeUrl }
}
