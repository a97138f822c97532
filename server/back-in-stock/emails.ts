import { BACK_IN_STOCK_LINK_HOURS } from '#contract/back-in-stock/rules.ts'
import { renderEmail } from '../platform/mail/layout.ts'

/** Prefix that the reasons of all back-in-stock emails share, for finding them. */
export const BACK_IN_STOCK_REASON = 'back-in-stock-'

/** Prefix that the reasons of all emails about a request share. */
export const reasonFor = (requestId: number) => `${BACK_IN_STOCK_REASON}${requestId}-`

type Parts = {
  shopName: string
  /** 'Desk Mat (Gray / 900 mm)' */
  name: string
  address: string
  unsubscribeUrl: string
}

export function confirmationEmail({ shopName, name, address, unsubscribeUrl }: Parts) {
  const email = renderEmail({
    shopName,
    subject: `Confirm your request for ${name}`,
    paragraphs: [
      `We received a request to email this address once when ${name} is back in stock.`,
      'To confirm, open the page and press the button there.',
    ],
    button: { label: 'Confirm', address },
    note: `The link works once and expires in ${BACK_IN_STOCK_LINK_HOURS} hours. If this wasn't you, ignore this email. We won't email you again, and we'll delete this email address.`,
  })
  return { ...email, unsubscribeUrl }
}

export function backInStockEmail({ shopName, name, address, unsubscribeUrl }: Parts) {
  const email = renderEmail({
    shopName,
    subject: `${name} is back in stock`,
    paragraphs: [`${name} is back in stock. We've emailed everyone who asked, and can't reserve it for you.`],
    button: { label: 'View product', address },
    note: `You asked ${shopName} for this one email. If you wait for other products and don't want those emails anymore, unsubscribe.`,
    noteLink: { label: 'Unsubscribe', address: unsubscribeUrl },
  })
  return { ...email, unsubscribeUrl }
}
