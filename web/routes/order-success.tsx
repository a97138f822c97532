import { data } from 'react-router'
import { OrderSuccessPage, type RenderedOutcome } from '../checkout/order-success-page.tsx'
import type { LoadedRoute, RouteTools } from './prefetch.ts'

export function route({ api, isServer }: RouteTools): LoadedRoute {
  return {
    Component: OrderSuccessPage,
    async loader({ request }) {
      const clientSecret = new URL(request.url).searchParams.get('payment_intent_client_secret')
      if (!isServer || clientSecret === null) return null
      const [outcome] = await Promise.allSettled([api.call('POST /api/payment-outcome', { clientSecret })])
      const seen = outcome.status === 'fulfilled' ? outcome.value : null
      return data<RenderedOutcome>({ seen }, { headers: { 'cache-control': 'no-store' } })
    },
  }
}
