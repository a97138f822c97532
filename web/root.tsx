import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { t } from '#contract/language/language.ts'
import { useUser } from './accounts/queries.ts'
import { CartHost, CartPanelProvider } from './cart/cart-host.tsx'
import { useApi } from './platform/api.ts'
import { readToken } from './platform/auth-token.ts'
import { FormatsContext, formatsOf } from './platform/formats.ts'
import { ShopNameContext } from './platform/head.tsx'
import { useIsLoading } from './platform/router/use-router.ts'
import { useQuery } from './platform/use-query.ts'
import { shopInfoQuery, useShopName } from './settings/shop-info.tsx'
import { Pending } from './ui/feedback.tsx'
import { Toaster } from './ui/toaster.tsx'
import { useHasScript } from './ui/use-has-script.ts'

/** The layout of every page, including the admin's. */
export function Root({ children }: { children: ReactNode }) {
  const isLoading = useIsLoading()
  return (
    <ShopSettings>
      <CartPanelProvider>
        <DemoBanner />
        {children}
        <CartHost />
        <StartupStatus />
        {/* Without this, a link seems dead on a slow connection until its page's code has loaded. */}
        {isLoading && <Pending />}
        <ConnectionStatus />
        <Toaster />
      </CartPanelProvider>
    </ShopSettings>
  )
}

function ShopSettings({ children }: { children: ReactNode }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const formats = useMemo(() => formatsOf(shop), [shop])
  return (
    <ShopNameContext value={useShopName()}>
      <FormatsContext value={formats}>{children}</FormatsContext>
    </ShopNameContext>
  )
}

/** A small status shown while the browser is offline. The page itself doesn't change. */
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
          {t('You’re offline. This page will update when you’re back online.')}
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

/** Shows that this shop is a demo (contract section 5). */
function DemoBanner() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.demo) return null
  return (
    <aside
      aria-label={t('Demo mode')}
      className="bg-night px-2 py-1.5 text-center text-night-ink text-xs print:hidden"
    >
      Demo mode – no card is charged.{' '}
      {shop.sandboxUrl && (
        <a className="underline underline-offset-2" href={shop.sandboxUrl}>
          {t('Mailbox and test cards')}
        </a>
      )}
    </aside>
  )
}

/** A small status on public pages while the user is loading (contract section 7). It covers nothing. */
function StartupStatus() {
  const { isChecking } = useUser()
  const hasScript = useHasScript()
  if (!isChecking || !hasScript || !readToken()) return null
  return <Pending>{t('Initializing application...')}</Pending>
}
