import { ContactPage } from '../contact/contact-page.tsx'
import { businessQuery } from '../settings/business.ts'
import { type LoadedRoute, prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: ContactPage,
    async loader() {
      await prefetchAll(tools, [businessQuery(tools.api)])
      return null
    },
  }
}
