import type { ReactNode } from 'react'

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
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="default" />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} async />
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
