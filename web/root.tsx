import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useUser } from './accounts/queries.ts'
import { CartHost, CartPanelProvider } from './cart/cart-host.tsx'
import { useApi } from './platform/api.ts'
import { readToken } from './platform/auth-token.ts'
import { ShopNameContext } from './platform/head.tsx'
import { shopInfoQuery, useShopName } from './settings/shop-info.tsx'
import { Pending } from './ui/loading.tsx'
import { Toaster } from './ui/toaster.tsx'
import { useHasScript } from './ui/use-has-script.ts'

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

/** A quiet status while the browser is offline. The page itself stays as it is. */
function ConnectionStatus() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div
      role="status"
      className="connection-status pointer-events-none fixed left-4 z-40 max-w-[calc(100vw-2rem)] print:hidden"
    >
      {!isOnline && (
        <p className="rounded-card border border-hairline bg-surface px-4 py-2 text-sm shadow-float">
          You are offline. We will carry on as soon as your connection is back.
        </p>
      )}
    </div>
  )
}

const KINDS = ['online', 'offline'] as const

function subscribe(listener: () => void) {
  for (const kind of KINDS) addEventListener(kind, listener)
  return () => {
    for (const kind of KINDS) removeEventListener(kind, listener)
  }
}

/** Says plainly that this shop is a demonstration (contract section 5). */
function DemoBanner() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.demo) return null
  return (
    <aside
      aria-label="Demo mode"
      className="bg-night px-4 py-1.5 text-center text-night-ink text-sm print:hidden"
    >
      Demo mode – no card is charged.{' '}
      {shop.sandboxUrl && (
        <a className="underline underline-offset-2" href={shop.sandboxUrl}>
          Mailbox and test cards
        </a>
      )}
    </aside>
  )
}

/** On public pages: a small status that covers nothing while it is checked who is here (contract section 7). */
function StartupStatus() {
  const { isChecking } = useUser()
  const hasScript = useHasScript()
  if (!isChecking || !hasScript || !readToken()) return null
  return <Pending>Initializing application...</Pending>
}
