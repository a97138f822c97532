import { createContext, useContext } from 'react'

/** The shop's name. */
export const ShopNameContext = createContext('Plinth')

export type HeadProps = {
  /** The complete title. If omitted, it consists of `page` and the shop's name. */
  title?: string
  /** The name of the page. */
  page?: string
  description?: string
  /** Absolute canonical URL of the page. */
  canonical?: string
  /** Absolute URL of the image in link previews. */
  image?: string
  type?: 'website' | 'product'
  /** Structured data for search engines (schema.org). */
  jsonLd?: object[]
  /** Excludes the page from search engines. */
  isPrivate?: boolean
}

/** Title and meta tags for browsers, search engines, and link previews. React moves them into the head. */
export function Head({
  page = '',
  title: wholeTitle,
  description,
  canonical,
  image,
  type = 'website',
  jsonLd = [],
  isPrivate,
}: HeadProps) {
  const shopName = useContext(ShopNameContext)
  const title = wholeTitle ?? `${page} – ${shopName}`
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {isPrivate && <meta name="robots" content="noindex" />}
      <meta property="og:site_name" content={shopName} />
      <meta property="og:title" content={title} />
      <meta property="og:type" content={type} />
      {description && <meta property="og:description" content={description} />}
      {canonical && <meta property="og:url" content={canonical} />}
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {jsonLd.map((facts) => (
        <script
          key={JSON.stringify(facts)}
          type="application/ld+json"
          // Shipping costs are only in the page from the server.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON made by ourselves, every '<' escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  )
}
