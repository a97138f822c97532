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

/** A product's description as it is kept: plain formatting and links to web addresses, nothing that can run. */
export function sanitizeDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }, true) },
  }).trim()
}

const SHOWN_MOST = 2000
const shown = new Map<string, string>()

/**
 * A description as it leaves the shop. What is kept is clean already; this is the second lock, for rows that came in some
 * other way. Remembered, since the same texts leave over and over.
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
