import { Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#contract/language/language.ts'
import { GeneratedPassword } from '../accounts/admin/generated-password.tsx'
import { RequiredFactor } from '../accounts/admin/required-factor.tsx'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { useQuery } from '../platform/use-query.ts'
import { useShopName } from '../settings/shop-info.tsx'
import { IconButton } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { MenuIcon, SearchIcon } from '../ui/icons.tsx'
import { loadLater, MountOnDemand } from '../ui/load-later.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Trans } from '../ui/trans.tsx'
import { type TabName, useAdminAddress } from './address.ts'
import { permissionsQuery } from './permissions.tsx'
import { Sidebar, useTabs, WhoIsHere } from './sidebar.tsx'

const CONTENT = {
  dashboard: loadLater(async () => (await import('./dashboard/dashboard-tab.tsx')).DashboardTab),
  products: loadLater(async () => (await import('../catalog/admin/products-tab.tsx')).ProductsTab),
  categories: loadLater(async () => (await import('../catalog/admin/categories-tab.tsx')).CategoriesTab),
  orders: loadLater(async () => (await import('../orders/admin/orders-tab.tsx')).OrdersTab),
  returns: loadLater(async () => (await import('../returns/admin/returns-tab.tsx')).ReturnsTab),
  customers: loadLater(async () => (await import('../accounts/admin/customers-tab.tsx')).CustomersTab),
  reviews: loadLater(async () => (await import('../reviews/admin/reviews-tab.tsx')).ReviewsTab),
  newsletter: loadLater(async () => (await import('../newsletter/admin/newsletter-tab.tsx')).NewsletterTab),
  pages: loadLater(async () => (await import('../pages/admin/pages-tab.tsx')).PagesTab),
  reports: loadLater(async () => (await import('./reports/reports-tab.tsx')).ReportsTab),
  audit: loadLater(async () => (await import('../audit/admin/audit-tab.tsx')).AuditTab),
  integrations: loadLater(async () => (await import('./integrations/integrations-tab.tsx')).IntegrationsTab),
  settings: loadLater(async () => (await import('../settings/admin/settings-tab.tsx')).SettingsTab),
}

const PackingSlips = loadLater(async () => (await import('../orders/admin/packing-slips.tsx')).PackingSlips)

const EvidencePage = loadLater(async () => (await import('../orders/admin/evidence-page.tsx')).EvidencePage)

const CommandPalette = loadLater(async () => (await import('./command-palette.tsx')).CommandPalette)

/** /admin (spec section 2). The tab is part of the URL, so it can be shared and reloaded. */
export function AdminPage() {
  const { read } = useAdminAddress()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const openPalette = () => setPaletteOpen(true)
  usePaletteKey(openPalette)
  const tabs = useTabs()
  const { isPending } = useQuery(permissionsQuery(useApi()))
  const tab = tabs.find(({ name }) => name === read('tab')) ?? tabs[0]
  const name: TabName = tab?.name ?? 'dashboard'
  const Content = CONTENT[name]
  const main = useFocusOnChange(name)
  const shopName = useShopName()
  const shortcut = useShortcut()
  const slip = read('slip')
  if (slip) {
    return (
      <Suspense fallback={<Spinner />}>
        <PackingSlips ids={slip} />
      </Suspense>
    )
  }
  const evidence = read('evidence')
  if (evidence) {
    return (
      <Suspense fallback={<Spinner />}>
        <EvidencePage id={evidence} />
      </Suspense>
    )
  }
  return (
    <div className="mx-auto min-h-dvh max-w-[1600px] lg:grid lg:grid-cols-[240px_1fr]">
      <Head title={`${tab?.label} – ${shopName} Admin`} isPrivate />
      <header className="sticky top-0 z-30 flex items-center gap-2 border-hairline border-b bg-paper px-4 py-2 lg:static lg:block lg:border-r lg:border-b-0 lg:p-0">
        <a
          className="sr-only rounded-field bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
          href="#main"
        >
          {t('Skip to content')}
        </a>
        <IconButton
          label={t('Menu')}
          aria-haspopup="dialog"
          className="lg:hidden"
          onClick={() => setMenuOpen(true)}
        >
          <MenuIcon />
        </IconButton>
        <div className="lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:p-4">
          <p className="type-title lg:mb-4 lg:px-3">{shopName}</p>
          <div className="hidden lg:block">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K Meta+K"
              className="mb-4 flex min-h-11 w-full items-center gap-3 rounded-field border border-control bg-surface px-3 text-left text-muted hover:border-ink"
              onClick={openPalette}
            >
              <SearchIcon className="size-5" />
              <Trans
                text={'Search<kbd>{shortcut}</kbd>'}
                values={{ shortcut }}
                parts={{ kbd: <kbd className="ml-auto font-sans text-xs" /> }}
              />
            </button>
            <Sidebar tab={name} />
            <WhoIsHere />
          </div>
        </div>
        <IconButton
          label={t('Search')}
          aria-haspopup="dialog"
          className="ml-auto lg:hidden"
          onClick={openPalette}
        >
          <SearchIcon />
        </IconButton>
      </header>
      <MountOnDemand isWanted={isPaletteOpen}>
        <CommandPalette tabs={tabs} isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      </MountOnDemand>
      <Sheet isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} title={t('Admin')} side="left">
        <Sidebar tab={name} onChoose={() => setMenuOpen(false)} />
        <WhoIsHere />
      </Sheet>
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 px-4 py-6 outline-none md:px-8 md:py-8">
        <Suspense fallback={<Spinner />}>
          <GeneratedPassword>
            <RequiredFactor>{isPending ? <Spinner /> : <Content />}</RequiredFactor>
          </GeneratedPassword>
        </Suspense>
      </main>
    </div>
  )
}

/** Returns the keys that open the command palette. The server doesn't know the device. */
function useShortcut(): string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  )
}

const subscribeToNothing = () => () => undefined

/** Opens the command palette with Ctrl+K, or ⌘K on Apple's devices. */
function usePaletteKey(open: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey ||
      event.key.toLowerCase() !== 'k'
    )
      return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Moves the focus to the new tab when the tab changes, but not on the first render. */
function useFocusOnChange(name: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    main.current?.focus({ preventScroll: true })
  }, [name])
  return main
}
