import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLogout } from '../accounts/queries.ts'
import { HOME } from '../platform/paths.ts'
import { SlidersIcon, UserIcon } from '../ui/icons.tsx'
import { PackageIcon, TruckIcon } from '../ui/page-icons.tsx'
import { adminAddress, type TabName } from './address.ts'
import { EmailIcon, HomeIcon, ListIcon, LogoutIcon, PlugIcon, QuoteIcon, ShelvesIcon } from './icons.tsx'

const ENTRY =
  'flex min-h-11 w-full items-center gap-3 rounded-field px-3 text-left hover:bg-hairline aria-[current=page]:bg-ink aria-[current=page]:text-paper'

/** In the order of spec section 2, with our own tabs before Integrations. */
export const TABS: { name: TabName; label: string; icon: ReactNode }[] = [
  { name: 'dashboard', label: 'Dashboard', icon: <HomeIcon /> },
  { name: 'products', label: 'Products', icon: <PackageIcon /> },
  { name: 'categories', label: 'Categories', icon: <ShelvesIcon /> },
  { name: 'orders', label: 'Orders', icon: <TruckIcon /> },
  { name: 'customers', label: 'Customers', icon: <UserIcon /> },
  { name: 'reviews', label: 'Reviews', icon: <QuoteIcon /> },
  { name: 'newsletter', label: 'Newsletter', icon: <EmailIcon /> },
  { name: 'audit', label: 'Audit log', icon: <ListIcon /> },
  { name: 'integrations', label: 'Integrations', icon: <PlugIcon /> },
  { name: 'settings', label: 'Settings', icon: <SlidersIcon /> },
]

/** Navigation within the admin, a link to the store, and sign out. */
export function Sidebar({ tab, onChoose }: { tab: TabName; onChoose?(): void }) {
  const logout = useLogout(() => HOME)
  return (
    <nav aria-label="Admin" className="flex h-full flex-col gap-1">
      <ul className="space-y-1">
        {TABS.map(({ name, label, icon }) => (
          <li key={name}>
            <Link
              to={adminAddress(name)}
              className={ENTRY}
              aria-current={name === tab ? 'page' : undefined}
              onClick={onChoose}
            >
              {icon}
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <ul className="mt-4 space-y-1 border-hairline border-t pt-4">
        <li>
          <Link to={HOME} className={ENTRY}>
            <ShopIcon />
            View Store
          </Link>
        </li>
        <li>
          <button type="button" className={ENTRY} disabled={logout.isPending} onClick={() => logout.mutate()}>
            <LogoutIcon />
            Logout
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** The shop's logo. */
function ShopIcon() {
  return <img src="/icon.svg" alt="" width="20" height="20" className="size-5" />
}
