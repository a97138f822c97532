import { BACK_IN_STOCK_LINK_HOURS } from '#contract/back-in-stock/rules.ts'
import { variantName } from '#contract/catalog/variants.ts'
import { renderEmail } from '../platform/mail/layout.ts'
import { type WordSettings, wordedEmail } from '../settings/email-words.ts'
import type { Offer } from './queries.ts'

/** Prefix that the reasons of all back-in-stock emails share, for finding them. */
export const BACK_IN_STOCK_REASON = 'back-in-stock-'

/** Prefix that the reasons of all emails about a request share. */
export const reasonFor = (requestId: number) => `${BACK_IN_STOCK_REASON}${requestId}-`

type Parts = { settings: WordSettings; publicUrl: string; offer: Offer; unsubscribeToken: string }

export function confirmationEmail({ token, ...parts }: Parts & { token: string }) {
  const { settings, publicUrl, offer } = parts
  const email = wordedEmail(settings, 'back-in-stock-confirm', valuesOf(offer), {
    paragraphs: ['To confirm, open the page and press the button there.'],
    button: { label: 'Confirm', address: `${publicUrl}/back-in-stock/confirm?token=${token}` },
    note: `The link works once and expires in ${BACK_IN_STOCK_LINK_HOURS} hours. If this wasn't you, ignore this email. We won't email you again, and we'll delete this email address.`,
  })
  return { ...renderEmail(email), unsubscribeUrl: unsubscribeUrl(parts) }
}

export function backInStockEmail(parts: Parts) {
  const { settings, publicUrl, offer } = parts
  const email = wordedEmail(settings, 'back-in-stock', valuesOf(offer), {
    paragraphs: [],
    button: { label: 'View product', address: `${publicUrl}${pathOf(offer)}` },
    note: `You asked ${settings.shopName} for this one email. If you wait for other products and don't want those emails anymore, unsubscribe.`,
    noteLink: { label: 'Unsubscribe', address: unsubscribeUrl(parts) },
  })
  return { ...renderEmail(email), unsubscribeUrl: unsubscribeUrl(parts) }
}

const valuesOf = ({ name, optionValues }: Offer) => ({ product: variantName(name, optionValues) })

function pathOf({ productId, slug, variantId, optionValues }: Offer): string {
  const path = `/product/${encodeURIComponent(slug ?? String(productId))}`
  return optionValues.length === 0 ? path : `${path}?variant=${variantId}`
}

/** Returns the unsubscribe URL: a page for people, and a POST target for email programs. */
const unsubscribeUrl = ({ publicUrl, unsubscribeToken }: Parts) =>
  `${publicUrl}/back-in-stock/unsubscribe?token=${unsubscribeToken}`
