import sanitizeHtml from 'sanitize-html'

const TAGS = [
  'p',
  'br',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'blockquote',
  'hr',
  'a',
]

/** Returns a product's description as stored: basic formatting and links, no scripts. */
export function sanitizeDescription(html: string): string {
  return sanitize(html, withoutReferral)
}

/** Like sanitizeDescription, for the store owner's text pages, which search engines follow to the shop's other pages. */
export function sanitizePage(html: string): string {
  return sanitize(html, (tagName, { href = '' }) =>
    isOwnPath(href) ? { tagName, attribs: { href } } : withoutReferral(tagName, { href }),
  )
}

function sanitize(html: string, transformLink: sanitizeHtml.Transformer): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: { a: transformLink },
  }).trim()
}

/** A path of the shop. Browsers read two slashes or a backslash as the start of a host name. */
const isOwnPath = (href: string) => /^\/(?![/\\])[\w\-./?=&#%]*$/.test(href)

/** Search engines and the linked site don't count the link as the shop's. */
const withoutReferral = (tagName: string, attribs: Record<string, string>) => ({
  tagName,
  attribs: { ...attribs, rel: 'nofollow noopener' },
})

const SHOWN_MOST = 2000
const shown = new Map<string, string>()

/**
 * Returns a description as sent. Stored descriptions are already sanitized; this covers rows that were written some
 * other way. Cached, because the same texts are sent repeatedly.
 */
export function shownDescription(html: string): string {
  const known = shown.get(html)
  if (known !== undefined) return known
  const clean = sanitizeDescription(html)
  const [oldest] = shown.keys()
  if (shown.size >= SHOWN_MOST && oldest !== undefined) shown.delete(oldest)
  shown.set(html, clean)
  return clean
}
