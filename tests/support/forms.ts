import type { Visitor } from './visitor.ts'

/**
 * Sends a form as a browser without script would, and follows the way that is answered.
 * `location` is null when there was none; `main` is what a reader sees of the page.
 */
export async function submit(
  visitor: Visitor,
  action: string,
  fields: Record<string, string> = {},
  headers = {},
) {
  const response = await visitor.send({
    method: 'POST',
    url: action,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  if (response.status !== 303) return { ...response, location: null, main: '' }
  const { location = '' } = response.headers
  const page = await visitor.send({ url: location })
  return { ...page, location, main: mainOf(page) }
}

/** The HTML of what is between header and footer. */
export function mainOf({ text }: { text: string }): string {
  return text.slice(text.indexOf('<main'), text.indexOf('</main>')).replaceAll('<!-- -->', '')
}
