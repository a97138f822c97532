const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Escapes text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) => `&${Object.keys(CHARACTERS).find((name) => CHARACTERS[name] === character)};`,
  )
}

/** Decodes the output of `escapeHtml` and of the description sanitizer, once: '&amp;lt;' becomes '&lt;'. */
export function decodeHtml(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => CHARACTERS[name] ?? entity)
}

/**
 * Returns whether HTML has text: markup alone isn't a description. The pattern ends a tag where the next one starts, so text
 * with many '<' takes linear time.
 */
export const hasText = (html: string) => html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== ''
