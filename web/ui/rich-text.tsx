/** Formatted text from the shop's database. It was sanitized when it was saved (server/catalog/html.ts). */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when saved and again in the API's response
  return <div className="rich-text mt-6 max-w-prose" dangerouslySetInnerHTML={{ __html: html }} />
}
