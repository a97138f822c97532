const MARKUP = Symbol('markup')

/** Escaped markup, which is safe to send. Only the `html` tag creates it. */
export interface Html {
  readonly [MARKUP]: string
}

export type Content = Html | string | number | null | undefined | false | readonly Content[]

/** Builds markup and escapes all values that aren't markup. Attribute values must be quoted. */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  return { [MARKUP]: String.raw({ raw: strings }, ...contents.map(render)) }
}

export function markupOf(piece: Html): string {
  return piece[MARKUP]
}

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (typeof content === 'string' || typeof content === 'number') return escapeText(String(content))
  if (MARKUP in content) return content[MARKUP]
  return content.map(render).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
