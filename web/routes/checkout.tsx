import { CheckoutPage } from '../checkout/checkout-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'

export function route(): LoadedRoute {
  return { Component: CheckoutPage }
}
