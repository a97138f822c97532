import { Outlet, ScrollRestoration } from 'react-router'
import { CartHost } from './cart/cart-host.tsx'
import { CartPanelProvider } from './cart/cart-panel-state.tsx'
import { ConnectionStatus } from './layout/connection-status.tsx'
import { DemoBanner } from './layout/demo-banner.tsx'
import { NavigationStatus } from './layout/navigation-status.tsx'
import { StartupStatus } from './layout/startup-status.tsx'
import { ShopNameContext } from './platform/head.tsx'
import { useShopName } from './settings/shop-name.tsx'
import { Toaster } from './ui/toaster.tsx'

/** What stands around every page, the admin's too. */
export function Root() {
  return (
    <ShopNameContext value={useShopName()}>
      <CartPanelProvider>
        <DemoBanner />
        <Outlet />
        <CartHost />
        <StartupStatus />
        <NavigationStatus />
        <ConnectionStatus />
        <Toaster />
        <ScrollRestoration />
      </CartPanelProvider>
    </ShopNameContext>
  )
}
