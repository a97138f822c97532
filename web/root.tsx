import { Outlet, ScrollRestoration } from 'react-router'
import { CartHost } from './cart/cart-host.tsx'
import { CartPanelProvider } from './cart/cart-panel-state.tsx'
import { DemoBanner } from './layout/demo-banner.tsx'
import { StartupStatus } from './layout/startup-status.tsx'
import { Toaster } from './ui/toaster.tsx'

/** What stands around every page, the admin's too. */
export function Root() {
  return (
    <CartPanelProvider>
      <DemoBanner />
      <Outlet />
      <CartHost />
      <StartupStatus />
      <Toaster />
      <ScrollRestoration />
    </CartPanelProvider>
  )
}
