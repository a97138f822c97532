import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { CartHost, CartPanelProvider } from './cart/cart-host.tsx'
import { ConnectionStatus } from './layout/connection-status.tsx'
import { DemoBanner } from './layout/demo-banner.tsx'
import { StartupStatus } from './layout/startup-status.tsx'
import { ShopNameContext } from './platform/head.tsx'
import { useShopName } from './settings/shop-name.tsx'
import { Pending } from './ui/pending.tsx'
import { Toaster } from './ui/toaster.tsx'

/** What stands around every page, the admin's too. */
export function Root() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <ShopNameContext value={useShopName()}>
      <CartPanelProvider>
        <DemoBanner />
        <Outlet />
        <CartHost />
        <StartupStatus />
        {/* Without it a link looks dead on a slow connection until the code of its page has come. */}
        {isLoading && <Pending />}
        <ConnectionStatus />
        <Toaster />
        <ScrollRestoration />
      </CartPanelProvider>
    </ShopNameContext>
  )
}
