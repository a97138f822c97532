import { Outlet, ScrollRestoration } from 'react-router'
import { CartHost } from './cart/cart-host.tsx'
import { CartPanelProvider } from './cart/cart-panel-state.tsx'
import { DemoBanner } from './layout/demo-banner.tsx'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { StartupStatus } from './layout/startup-status.tsx'
import { Toaster } from './ui/toaster.tsx'

/** What stands around every page. */
export function Root() {
  return (
    <CartPanelProvider>
      <DemoBanner />
      <Header />
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
      <CartHost />
      <StartupStatus />
      <Toaster />
      <ScrollRestoration />
    </CartPanelProvider>
  )
}
