import { defaultShouldDehydrateQuery, dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { REJECTED_FORM, type RejectedForm } from '#contract/page-forms.ts'
import { App, type Assets } from './document.tsx'
import { createApi, type Transport } from './platform/api.ts'
import { createQueryClient } from './platform/query-cache.ts'
import { SERVER_ONLY } from './platform/server-only.ts'
import { createRoutes, LED_BY_A_PHOTOGRAPH } from './routes/routes.tsx'

type PageRequest = {
  url: string
  transport: Transport
  /** The form that was submitted without JavaScript and rejected. */
  rejected?: RejectedForm
  /** The assets of every page. `pages` maps the file name of each page to its code. */
  assets: Omit<Assets, 'startsAfterPaint'> & { pages: Record<string, string[]> }
}
type PageAnswer = { status: number; headers: Record<string, string>; html: string }

/** Renders a URL for an anonymous visitor: complete HTML with the data that the browser continues from. */
export async function render({
  url,
  transport,
  rejected,
  assets: { pages, ...shared },
}: PageRequest): Promise<PageAnswer> {
  const api = createApi(transport)
  const queryClient = createQueryClient()
  if (rejected) queryClient.setQueryData(REJECTED_FORM, rejected)
  const routes = createRoutes({ api, queryClient, isServer: true })
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(url, 'http://plinth.invalid')))
  if (context instanceof Response) return redirectResponse(context)
  const router = createStaticRouter(handler.dataRoutes, context)
  const handles = context.matches.map(({ route }) => String(route.handle))
  const assets = {
    ...shared,
    preloads: [...shared.preloads, ...handles.flatMap((name) => pages[name] ?? [])],
    startsAfterPaint: handles.some((name) => LED_BY_A_PHOTOGRAPH.includes(name)),
  }
  const state = safeJson({
    assets,
    queries: dehydrate(queryClient, {
      shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) && query.meta !== SERVER_ONLY,
    }),
    loaderData: context.loaderData,
    hasFailed: context.errors !== null,
  })
  const html = renderToString(
    <App api={api} queryClient={queryClient} assets={assets} state={state}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
  queryClient.clear()
  return {
    status: context.statusCode,
    headers: headersOf(context.loaderHeaders),
    html: `<!doctype html>${html}`,
  }
}

/** Returns the headers that a URL's loaders set, for example to prevent caching. */
function headersOf(byRoute: Record<string, Headers>): Record<string, string> {
  return Object.fromEntries(Object.values(byRoute).flatMap((headers) => [...headers]))
}

function redirectResponse(response: Response): PageAnswer {
  const location = response.headers.get('location') ?? '/'
  return { status: response.status, headers: { location }, html: '' }
}

/** Serializes JSON for a script element. Escapes '<', so no text can close the element. */
function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
