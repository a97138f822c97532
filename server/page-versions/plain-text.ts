import { decodeHtml } from '#contract/html.ts'

const BLOCKS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'hr']

/** Converts a sanitized page to plain text: list items with bullets or numbers, and links with their URLs. In linear time. */
export function plainText(html: string): string {
  const parts: string[] = []
  /** The next number of each open list, or null for bullets. */
  const lists: (number | null)[] = []
  /** The URL of the open link. */
  let url = ''
  for (const token of html.split(/(<[^<>]*>)/)) {
    const [, slash = '', tag = ''] = /^<(\/?)([a-z0-9]+)/.exec(token) ?? []
    if (tag === '') parts.push(decodeHtml(token).replace(/\s+/g, ' '))
    else if (tag === 'br') parts.push('\n')
    else if (tag === 'a' && slash === '') url = decodeHtml(/href="([^"]*)"/.exec(token)?.[1] ?? '')
    else if (tag === 'a') parts.push(isShown(url, parts.at(-1)) ? '' : ` (${url.replace(/^mailto:/, '')})`)
    else if (tag === 'li' && slash === '') parts.push(`\n${bullet(lists)} `)
    if (slash && isList(tag)) lists.pop()
    if (BLOCKS.includes(tag) && lists.length === 0) parts.push('\n\n')
    // Within an item, only the start of a paragraph is a new line.
    else if (tag === 'p' && slash === '') parts.push('\n')
    if (!slash && isList(tag)) lists.push(tag === 'ol' ? 1 : null)
  }
  return parts
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/(^|\n)(\d+\.|-) ?\n+/g, '$1$2 ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const isList = (tag: string) => tag === 'ul' || tag === 'ol'

const isShown = (url: string, label = '') => url === '' || url.replace(/^mailto:|^https?:\/\//, '') === label

function bullet(lists: (number | null)[]): string {
  const next = lists.at(-1) ?? null
  if (next === null) return '-'
  lists[lists.length - 1] = next + 1
  return `${next}.`
}
