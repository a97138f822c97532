import { NEWSLETTER_LINK_HOURS } from '#contract/newsletter/rules.ts'
import { renderEmail } from '../platform/mail/layout.ts'

/** Prefix of the reasons of all emails about a subscription, used to find them. */
export const reasonFor = (subscriberId: number) => `newsletter-${subscriberId}-`

export function confirmationEmail({ shopName, address }: { shopName: string; address: string }) {
  return renderEmail({
    shopName,
    subject: `Please confirm: the newsletter of ${shopName}`,
    paragraphs: [
      `Somebody, hopefully you, asked for the newsletter of ${shopName} with this email address.`,
      'You will get it once you have confirmed that you want it: open the page and press the button there.',
    ],
    button: { label: 'Confirm', address },
    note: `The link works once, within ${NEWSLETTER_LINK_HOURS} hours. If this was not you, do nothing: you will get no newsletter, and we forget this address.`,
  })
}

type Subscribed = { shopName: string; unsubscribeUrl: string }

export function welcomeEmail({ shopName, unsubscribeUrl }: Subscribed) {
  return subscribedEmail(
    `Welcome to the newsletter of ${shopName}`,
    `Thank you for confirming. From now on you get the newsletter of ${shopName}: new pieces and quiet offers, now and then.`,
    { shopName, unsubscribeUrl },
  )
}

/**
 * Sent if a subscriber requests the newsletter again: only the mailbox's owner may learn that the email address is
 * known.
 */
export function alreadySubscribedEmail({ shopName, unsubscribeUrl }: Subscribed) {
  return subscribedEmail(
    `You already get the newsletter of ${shopName}`,
    `Somebody, hopefully you, asked for the newsletter of ${shopName} with this email address. You get it already, so there is nothing to do.`,
    { shopName, unsubscribeUrl },
  )
}

function subscribedEmail(subject: string, text: string, { shopName, unsubscribeUrl }: Subscribed) {
  const letter = renderEmail({
    shopName,
    subject,
    paragraphs: [text, 'You can unsubscribe whenever you like, here and in every newsletter.'],
    button: { label: 'Unsubscribe', address: unsubscribeUrl },
  })
  return { ...letter, unsubscribeUrl }
}
