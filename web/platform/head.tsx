import { createContext, useContext } from 'react'

/** What the owner calls the shop. */
export const ShopNameContext = createContext('Plinth')

export type HeadProps = {
  /** The whole title; else `page` and the shop's name are it. */
  title?: string
  /** What the page is called. */
  page?: string
  description?: string
  /** Absolute address under which this page wants to be known. */
  canonical?: string
  /** Absolute address of the picture that a link preview shows. */
  image?: string
  type?: 'website' | 'product'
  /** Facts for search engines, in schema.org's words. */
  jsonLd?: object[]
  /** A page that no search engine should list. */
  isPrivate?: boolean
}

/** What a page says about itself to browsers, search engines and link previews; React lifts it into the head. */
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON made by ourselves, every '<' escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  )
}
