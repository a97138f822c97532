import sansFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url&no-inline'
import serifFont from '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?url&no-inline'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import beforePaint from './before-paint.js?url&no-inline'
import { type Api, ApiProvider } from './platform/api.ts'
import { THEME_COLORS } from './platform/theme.ts'

/** Renders the same tree on the server and in the browser, each with its own router. */
export function App({
  api,
  queryClient,
  assets,
  state,
  onStart,
  children,
}: {
  api: Api
  queryClient: QueryClient
  assets: Assets
  state: string
  /** Called in the browser once the page is hydrated. */
  onStart?: () => void
  children: ReactNode
}) {
  useEffect(() => onStart?.(), [onStart])
  return (
    <Document assets={assets} state={state}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ApiProvider>
    </Document>
  )
}

/**
 * URLs that the page loads. They are also part of its state, because the browser hydrates the whole document.
 * `startsAfterPaint`: the page is complete without its scripts, which before-paint.js loads once the page's photograph
 * is painted.
 */
export type Assets = {
  scripts: string[]
  styles: string[]
  preloads: string[]
  startsAfterPaint: boolean
  /** The tab's icon, if it isn't the installed one. */
  icon?: string
  /** The fonts, if they aren't the installed ones. */
  fonts?: string[]
}

export const STATE_ID = 'plinth-state'

/** The HTML around every page. `state` is JSON that can't close its script element. */
function Document({ assets, state, children }: { assets: Assets; state: string; children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {THEME_COLORS.map(({ theme, color }) => (
          <meta key={theme} name="theme-color" media={`(prefers-color-scheme: ${theme})`} content={color} />
        ))}
        <link
          rel="icon"
          type={assets.icon ? 'image/png' : 'image/svg+xml'}
          href={assets.icon ?? '/icon.svg'}
        />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script
          src={beforePaint}
          {...(assets.startsAfterPaint && {
            'data-scripts': assets.scripts.join(' '),
            'data-preloads': assets.preloads.join(' '),
          })}
        />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="default" />
        ))}
        {(assets.fonts ?? [sansFont, serifFont]).map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {!assets.startsAfterPaint && <Scripts {...assets} />}
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

/** Low priority, so that visible content loads first. */
function Scripts({ scripts, preloads }: Assets) {
  return (
    <>
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" fetchPriority="low" href={href} />
      ))}
      {scripts.map((src) => (
        <script key={src} type="module" fetchPriority="low" src={src} />
      ))}
    </>
  )
}
