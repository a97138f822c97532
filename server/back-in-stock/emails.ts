import { BACK_IN_STOCK_LINK_HOURS } from '#contract/back-in-stock/rules.ts'
import { variantName } from '#contract/catalog/variants.ts'
import { renderEmail } from '../platform/mail/layout.ts'
import type { Offer } from './queries.ts'

/** Prefix that the reasons of all back-in-stock emails share, for finding them. */
export const BACK_IN_STOCK_REASON = 'back-in-stock-'

/** Prefix that the reasons of all emails about a request share. */
export const reasonFor = (requestId: number) => `${BACK_IN_STOCK_REASON}${requestId}-`

type Parts = { shopName: string; publicUrl: string; offer: Offer; unsubscribeToken: string }

export function confirmationEmail({ token, ...parts }: Parts & { token: string }) {
  const { shopName, publicUrl, offer } = parts
  const name = variantName(offer.name, offer.optionValues)
  const email = renderEmail({
    shopName,
    subject: `Confirm your request for ${name}`,
    paragraphs: [
      `We received a request to email this address once when ${name} is back in stock.`,
      'To confirm, open the page and press the button there.',
    ],
    button: { label: 'Confirm', address: `${publicUrl}/back-in-stock/confirm?token=${token}` },
    note: `The link works once and expires in ${BACK_IN_STOCK_LINK_HOURS} hours. If this wasn't you, ignore this email. We won't email you again, and we'll delete this email address.`,
  })
  return { ...email, unsubscribeUrl: unsubscribeUrl(parts) }
}

export function backInStockEmail(parts: Parts) {
  const { shopName, publicUrl, offer } = parts
  const name = variantName(offer.name, offer.optionValues)
  const email = renderEmail({
    shopName,
    subject: `${name} is back in stock`,
    paragraphs: [`${name} is back in stock. We've emailed everyone who asked, and can't reserve it for you.`],
    button: { label: 'View product', address: `${publicUrl}${pathOf(offer)}` },
    note: `You asked ${shopName} for this one email. If you wait for other products and don't want those emails anymore, unsubscribe.`,
    noteLink: { label: 'Unsubscribe', address: unsubscribeUrl(parts) },
  })
  return { ...email, unsubscribeUrl: unsubscribeUrl(parts) }
}

function pathOf({ productId, slug, variantId, optionValues }: Offer): string {
  const path = `/product/${encodeURIComponent(slug ?? String(productId))}`
  return optionValues.length === 0 ? path : `${path}?variant=${variantId}`
}

/** Returns the unsubscribe URL: a page for people, and a POST target for email programs. */
const unsubscribeUrl = ({ publicUrl, unsubscribeToken }: Parts) =>
  `${publicUrl}/back-in-stock/unsubscribe?token=${unsubscribeToken}`
