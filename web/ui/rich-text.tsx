/** Formatted text from the shop's database. It was sanitized when it was saved (server/catalog/html.ts). */
export function RichText({ html, className = 'mt-6 max-w-prose' }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when saved and again in the API's response
  return <div className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
