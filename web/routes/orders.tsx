import { redirect } from 'react-router'
import { Guard } from '../accounts/guard.tsx'
import { OrdersPage } from '../orders/orders-page.tsx'
import { ORDERS } from '../platform/paths.ts'
import type { LoadedRoute } from './prefetch.ts'

export function route(): LoadedRoute {
  return { Component: GuardedOrdersPage }
}

/** The spec's other URLs of the order history (contract section 0). */
export function toOrders(): LoadedRoute {
  return { loader: () => redirect(ORDERS, 301) }
}

function GuardedOrdersPage() {
  return (
    <Guard access="signed-in">
      <OrdersPage />
    </Guard>
  )
}
