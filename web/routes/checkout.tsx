import { CheckoutPage } from '../checkout/checkout-page.tsx'
import type { LoadedRoute } from './routes.tsx'

export function route(): LoadedRoute {
  return { Component: CheckoutPage }
}
