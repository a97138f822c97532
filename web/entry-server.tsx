import { renderToString } from 'react-dom/server'
import { REJECTED_FORM, type RejectedForm } from '#contract/page-forms.ts'
import { App, type Assets } from './document.tsx'
import { Shop } from './layout/shop.tsx'
import type { PageState } from './page-state.ts'
import { createApi, type ResponseOf, type Transport } from './platform/api.ts'
import { keys } from './platform/query-cache.ts'
import { locationOf } from './platform/router/location.ts'
import { openPage } from './platform/router/open-page.ts'
import { PageProvider } from './platform/router/router-provider.tsx'
import { ServerQueryClient } from './platform/server-query-client.ts'
import { prefetchShared } from './routes/prefetch.ts'
import { LED_BY_A_PHOTOGRAPH, matchPage } from './routes/routes.tsx'

type PageRequest = {
  url: string
  transport: Transport
  /** The form that was submitted without JavaScript and rejected. */
  rejected?: RejectedForm
  /** The assets of every page. `pages` maps the file name of each page to its own ones. */
  assets: Omit<Assets, 'startsAfterPaint' | 'icon' | 'fonts'> & {
    pages: Record<string, Pick<Assets, 'preloads' | 'styles'>>
  }
}
type ShopInfo = ResponseOf<'GET /api/shop'>
type PageAnswer = { status: number; headers: Record<string, string>; html: string }

/** Renders a URL for an anonymous visitor: complete HTML with the data that the browser continues from. */
export async function render({
  url,
  transport,
  rejected,
  assets: { pages, ...shared },
}: PageRequest): Promise<PageAnswer> {
  const api = createApi(transport)
  const queryClient = new ServerQueryClient()
  if (rejected) queryClient.setQueryData(REJECTED_FORM, rejected)
  const tools = { api, queryClient, isServer: true }
  const location = locationOf(url)
  const match = matchPage(location.pathname)
  // In this order, so the page's state is the same whether its code is loaded or not.
  const [, opened] = await Promise.all([prefetchShared(tools), openPage(match, tools, location)])
  const { status = 200, headers = {}, redirect, file } = opened
  if (redirect !== undefined) return { status, headers: { location: redirect }, html: '' }
  const own = pages[file]
  const look = queryClient.getQueryData<ShopInfo>(keys.shop)?.look
  const assets = {
    ...shared,
    preloads: [...shared.preloads, ...(own?.preloads ?? [])],
    styles: [...shared.styles, ...(own?.styles ?? []), ...(look?.stylesheet ? [look.stylesheet] : [])],
    startsAfterPaint: LED_BY_A_PHOTOGRAPH.includes(file),
    ...(look?.icon && { icon: look.icon }),
    ...(look?.fonts && { fonts: look.fonts.preloads }),
  }
  const state: PageState = {
    assets,
    queries: queryClient.forBrowser(),
    madeAt: Date.now(),
    data: opened.data,
    hasFailed: opened.failure !== null,
  }
  const html = renderToString(
    <App api={api} queryClient={queryClient} assets={assets} state={safeJson(state)}>
      <PageProvider location={location} shown={opened}>
        <Shop />
      </PageProvider>
    </App>,
  )
  return { status, headers, html: `<!doctype html>${html}` }
}

/** Serializes JSON for a script element. Escapes '<', so no text can close the element. */
function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
