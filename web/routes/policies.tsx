import type { LoadedRoute } from '../platform/router/open-page.ts'
import { AboutPage } from '../policies/about-page.tsx'
import { FaqPage } from '../policies/faq-page.tsx'
import { backInStockQuery, PrivacyPage } from '../policies/privacy-page.tsx'
import { ReturnsPage, ShippingPage, shippingRatesQuery } from '../policies/shipping-and-returns-pages.tsx'
import { TermsPage } from '../policies/terms-page.tsx'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export const privacy = (tools: RouteTools): LoadedRoute => ({
  Component: PrivacyPage,
  async loader() {
    await prefetchAll(tools, [backInStockQuery(tools.api)])
    return null
  },
})
export const terms = (): LoadedRoute => ({ Component: TermsPage })
export const shipping = (tools: RouteTools): LoadedRoute => ({
  Component: ShippingPage,
  async loader() {
    await prefetchAll(tools, [shippingRatesQuery(tools.api)])
    return null
  },
})
export const returns = (): LoadedRoute => ({ Component: ReturnsPage })
export const faq = (): LoadedRoute => ({ Component: FaqPage })
export const about = (): LoadedRoute => ({ Component: AboutPage })
