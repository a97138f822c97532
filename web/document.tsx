import sansFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url&no-inline'
import serifFont from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url&no-inline'
import type { ReactNode } from 'react'
import beforePaint from './before-paint.js?url&no-inline'

/** Addresses of what the page loads; also part of its state, since the browser hydrates the whole document. */
export type Assets = { scripts: string[]; styles: string[]; preloads: string[] }

export const STATE_ID = 'plinth-state'

/** The HTML around every page. `state` is JSON that cannot end its script element. */
export function Document({
  assets,
  state,
  children,
}: {
  assets: Assets
  state: string
  children: ReactNode
}) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <script src={beforePaint} />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="default" />
        ))}
        {[sansFont, serifFont].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>
        {children}
        <script
          id={STATE_ID}
          type="application/json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON made by ourselves, every '<' escaped
          dangerouslySetInnerHTML={{ __html: state }}
        />
      </body>
    </html>
  )
}
