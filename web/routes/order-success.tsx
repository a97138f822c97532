import { OrderSuccessPage } from '../checkout/order-success-page.tsx'
import type { LoadedRoute } from './routes.tsx'

export function route(): LoadedRoute {
  return { Component: OrderSuccessPage }
}
