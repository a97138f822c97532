import { cartQuery, fetchCart } from '../cart/queries.ts'
import { quoteQuery } from '../cart/quote.ts'
import { addressFormatQuery, completeFormat, shippedCountriesQuery } from '../checkout/address-formats.ts'
import { CheckoutPage, type RenderedCheckout } from '../checkout/checkout-page.tsx'
import { checkoutQuery } from '../checkout/queries.ts'
import { firstPlace } from '../checkout/use-checkout.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import { prefetchAll, type RouteTools } from './prefetch.ts'

export function route(tools: RouteTools): LoadedRoute {
  return {
    Component: CheckoutPage,
    // Browsers change the step at once.
    loader: ({ parameters }) => (tools.isServer && !parameters.has('step') ? renderedCheckout(tools) : null),
  }
}

async function renderedCheckout(tools: RouteTools) {
  if (!(await prefetchCheckout(tools))) return null
  return { data: { isComplete: true } satisfies RenderedCheckout }
}

/**
 * Fetches what the first step shows to the visitor whose cookie the cart has. A user's cart needs the token, and the
 * payment step the address; only the browser has those.
 * @returns whether there is a cart, and everything about it
 */
async function prefetchCheckout(tools: RouteTools): Promise<boolean> {
  const { api, queryClient } = tools
  const items = await fetchCart(tools)
  if (!items || items.length === 0) return false
  const [checkout, countries] = [checkoutQuery(api), shippedCountriesQuery(api)]
  if ((await prefetchAll(tools, [checkout, countries])) !== 200) return false
  const known = queryClient.getQueryData(checkout.queryKey)
  const shipped = queryClient.getQueryData(countries.queryKey)
  if (!known || !shipped) return false
  queryClient.setQueryData(cartQuery(api).queryKey, items)
  const { shippingInfo, methodId } = known
  const { country = shipped.preselected } = shippingInfo
  const quote = quoteQuery(api, { place: firstPlace(shipped), ...(methodId && { methodId }) })
  await prefetchAll(tools, [
    ...(completeFormat(country) ? [] : [addressFormatQuery(api, country)]),
    // The browser quotes a known address, because its price may depend on the street.
    ...(shippingInfo.country ? [] : [quote]),
  ])
  return true
}
