import { CheckoutPage } from '../checkout/checkout-page.tsx'
import type { LoadedRoute } from './prefetch.ts'

export function route(): LoadedRoute {
  return { Component: CheckoutPage }
}
