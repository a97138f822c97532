import { AccountLayout } from '../accounts/account-layout.tsx'
import { Guard } from '../accounts/guard.tsx'
import { OrdersPage } from '../orders/orders-page.tsx'
import { ORDERS } from '../platform/paths.ts'
import type { LoadedRoute } from '../platform/router/open-page.ts'

export function route(): LoadedRoute {
  return { Component: GuardedOrdersPage }
}

/** The spec's other URLs of the order history (contract section 0). */
export function toOrders(): LoadedRoute {
  return { loader: () => ({ redirect: ORDERS, status: 301 }) }
}

function GuardedOrdersPage() {
  return (
    <Guard access="signed-in" frame={AccountLayout}>
      <OrdersPage />
    </Guard>
  )
}
