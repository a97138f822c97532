import { escapeHtml } from '#contract/html.ts'
import { currencyPlural, formatCents } from '#contract/money.ts'
import { originalTerms, type TextPart } from '#contract/pages/original-terms.ts'
import { FIXED_PAGES } from '#contract/pages/rules.ts'
import { emailHtml } from '../catalog/html.ts'
import type { Db } from '../platform/db/database.ts'
import type { EmailDocument } from '../platform/mail/layout.ts'
import { lowestRate } from '../settings/lowest-rate.ts'
import type { Settings } from '../settings/settings.ts'
import { plainText } from './plain-text.ts'
import { listTextsAt } from './queries.ts'

const TERMS = 'terms-conditions'
const WITHDRAWAL = 'withdrawal-policy'

/**
 * Returns the terms and the withdrawal policy that were valid at the time of an order, for its confirmation on a durable
 * medium (Directive 2011/83/EU, article 8). The withdrawal policy is omitted if it wasn't published.
 */
export async function orderTexts(
  db: Db,
  settings: Settings,
  at: Date,
  publicUrl: string,
): Promise<EmailDocument[]> {
  const rows = await listTextsAt(db, [TERMS, WITHDRAWAL], at)
  const written = (name: string) => rows.find(({ page, state }) => page === name && state === 'published')
  const terms = written(TERMS) ?? {
    title: FIXED_PAGES[TERMS].title,
    html: originalTermsHtml(settings),
  }
  return [terms, written(WITHDRAWAL)].flatMap((text) => {
    if (!text) return []
    const html = emailHtml(text.html, publicUrl)
    return [{ title: text.title, html, text: plainText(html) }]
  })
}

/** The text in the code, which follows the settings. */
function originalTermsHtml(settings: Settings): string {
  const rate = formatCents(lowestRate(settings), settings)
  return originalTerms({
    shopName: settings.shopName,
    currency: currencyPlural(settings.currency.code),
    shippingRate: settings.zones ? `from ${rate}` : rate,
    needsAccount: !settings.guestCheckout,
    returnDays: settings.returnDays,
    shipsWithin: settings.brand.shipsWithin,
  })
    .map(({ heading, parts }) => {
      const title = heading ? `<h2>${escapeHtml(heading)}</h2>` : ''
      return `${title}<p>${parts.map(partHtml).join('')}</p>`
    })
    .join('')
}

const partHtml = (part: TextPart) =>
  typeof part === 'string'
    ? escapeHtml(part)
    : `<a href="${escapeHtml(part.address)}">${escapeHtml(part.label)}</a>`
