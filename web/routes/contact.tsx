import { ContactPage } from '../contact/contact-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { businessQuery } from '../settings/business.ts'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: ContactPage,
    async loader() {
      await prefetchAll(tools, [businessQuery(tools.api)])
      return null
    },
  }
}
