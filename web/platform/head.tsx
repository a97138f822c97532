/** What a page says about itself to browsers, search engines and link previews; React lifts it into the head. */
export function Head({
  title,
  description,
  canonical,
}: {
  title: string
  description?: string
  canonical?: string
}) {
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
    </>
  )
}
