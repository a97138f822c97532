import type { Visitor } from './visitor.ts'

/**
 * Submits a form as a browser without JavaScript would, and follows the redirect.
 * @returns `location`, null if there was no redirect, and `main`, the HTML of the page's main element
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

/** Returns the HTML of the page's main element. */
export function mainOf({ text }: { text: string }): string {
  return text.slice(text.indexOf('<main'), text.indexOf('</main>')).replaceAll('<!-- -->', '')
}
