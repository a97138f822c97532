import { OrderSuccessPage, type RenderedOutcome } from '../checkout/order-success-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'
import type { RouteTools } from './prefetch.ts'

export function route({ api, isServer }: RouteTools): LoadedRoute {
  return {
    Component: OrderSuccessPage,
    async loader({ parameters }) {
      const clientSecret = parameters.get('payment_intent_client_secret')
      if (!isServer || clientSecret === null) return null
      const [outcome] = await Promise.allSettled([api.call('POST /api/payment-outcome', { clientSecret })])
      const seen = outcome.status === 'fulfilled' ? outcome.value : null
      return { data: { seen } satisfies RenderedOutcome, headers: { 'cache-control': 'no-store' } }
    },
  }
}
