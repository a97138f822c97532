import { FIXED_NAMES, type FixedPageName } from '#contract/pages/names.ts'
import { isFixedPage, isOriginalPage } from '#contract/pages/rules.ts'
import { ORIGINALS } from '../pages/originals.ts'
import { OwnPage, ownPageQuery } from '../pages/own-page.tsx'
import { backInStockQuery } from '../pages/privacy-page.tsx'
import { shippingRatesQuery } from '../pages/shipping-and-returns-pages.tsx'
import { type OriginalPage, TextPage } from '../pages/text-page.tsx'
import type { Api } from '../platform/api.ts'
import type { Decision, LoadedRoute } from '../platform/router/open-page.ts'
import { useParams } from '../platform/router/use-router.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { loadNotFound, NotFoundPage } from './not-found.tsx'
import { prefetchAll, type RouteTools } from './prefetch.ts'

type Route = (tools: RouteTools) => LoadedRoute
type Queries = Parameters<typeof prefetchAll>[1]

/** The data that the original texts show. */
const QUERIES: Partial<Record<FixedPageName, (api: Api) => Queries>> = {
  'privacy-policy': (api) => [backInStockQuery(api)],
  shipping: (api) => [shippingRatesQuery(api)],
}

const ROUTES = Object.fromEntries(
  FIXED_NAMES.map((name) => [
    name,
    isOriginalPage(name) ? originalRoute(ORIGINALS[name]) : writtenRoute(() => name),
  ]),
) as Record<FixedPageName, Route>

export const fixedPage = (name: FixedPageName) => ROUTES[name]

/** The pages that the store owner added. One at a fixed URL isn't shown at a second one. */
export const ownPage = writtenRoute(({ name = '' }) => (isFixedPage(name) ? '' : name))

type Params = Record<string, string>

function writtenRoute(nameOf: (params: Params) => string): Route {
  function Component() {
    const name = nameOf(useParams())
    return name === '' ? <NotFoundPage /> : <OwnPage name={name} missing={<NotFoundPage />} />
  }
  return (tools) => ({
    Component,
    loader({ params }) {
      const name = nameOf(params)
      if (name === '') return loadNotFound(tools)
      return tools.isServer ? loadOwnPage(tools, name) : null
    },
  })
}

function originalRoute(page: OriginalPage): Route {
  const Component = () => <TextPage page={page} missing={<NotFoundPage />} />
  return (tools) => ({
    Component,
    async loader() {
      const { api, queryClient, isServer } = tools
      if (isServer) await queryClient.prefetchQuery(shopInfoQuery(api))
      const shop = queryClient.getQueryData(shopInfoQuery(api).queryKey)
      if (shop?.ownTexts?.includes(page.name)) return isServer ? loadOwnPage(tools, page.name) : null
      await prefetchAll(tools, QUERIES[page.name]?.(api) ?? [])
      return null
    },
  })
}

async function loadOwnPage(tools: RouteTools, name: string): Promise<Decision> {
  const query = ownPageQuery(tools.api, name)
  const status = await prefetchAll(tools, [query])
  return tools.queryClient.getQueryData(query.queryKey) === null ? loadNotFound(tools) : { status }
}
