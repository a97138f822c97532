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

const SAFE = {
  allowedTags: TAGS,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
}

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
    ...SAFE,
    allowedAttributes: { a: ['href', 'rel'] },
    disallowedTagsMode: 'discard',
    transformTags: { a: transformLink },
  }).trim()
}

/**
 * Returns a text page for emails: links are absolute, and headings are below the email's own. Styles are inline, and the
 * class is that of links in the email's dark theme.
 */
export function emailHtml(html: string, publicUrl: string): string {
  return sanitizeHtml(html, {
    ...SAFE,
    allowedAttributes: { '*': ['style'], a: ['href', 'class'] },
    parseStyleAttributes: false,
    transformTags: {
      h2: () => ({ tagName: 'h3', attribs: { style: 'margin:24px 0 8px;font-size:16px' } }),
      h3: () => ({ tagName: 'h4', attribs: { style: 'margin:16px 0 8px;font-size:14px' } }),
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: {
          class: 'link',
          href: isOwnPath(href) ? `${publicUrl}${href}` : href,
          style: 'color:#1d1a16',
        },
      }),
    },
  })
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
