import type { ReactNode } from 'react'
import { ROLE_NAMES } from '#contract/accounts/staff-roles.ts'
import { t } from '#contract/language/language.ts'
import { useLogout, useUser } from '../accounts/queries.ts'
import { orderCountsQuery } from '../orders/admin/queries.ts'
import { type Name, useApi } from '../platform/api.ts'
import { HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { SlidersIcon, UserIcon } from '../ui/icons.tsx'
import { PackageIcon, TruckIcon } from '../ui/page-icons.tsx'
import { adminAddress, type TabName } from './address.ts'
import {
  ChartIcon,
  EmailIcon,
  HomeIcon,
  ListIcon,
  LogoutIcon,
  PageIcon,
  PlugIcon,
  QuoteIcon,
  ShelvesIcon,
  UndoIcon,
} from './icons.tsx'
import { Count } from './list-tabs.tsx'
import { useMay } from './permissions.tsx'

const ENTRY =
  'flex min-h-11 w-full items-center gap-3 rounded-field px-3 text-left hover:bg-hairline aria-[current=page]:bg-ink aria-[current=page]:text-paper'

/** The tabs of spec section 2 in its order, and our own among them. */
const TABS: { name: TabName; label: string; icon: ReactNode; needs?: Name }[] = [
  { name: 'dashboard', label: 'Dashboard', icon: <HomeIcon /> },
  { name: 'products', label: 'Products', icon: <PackageIcon /> },
  { name: 'categories', label: 'Categories', icon: <ShelvesIcon /> },
  { name: 'orders', label: 'Orders', icon: <TruckIcon /> },
  { name: 'returns', label: 'Returns', icon: <UndoIcon /> },
  { name: 'customers', label: 'Customers', icon: <UserIcon />, needs: 'GET /api/admin/customers' },
  { name: 'reviews', label: 'Reviews', icon: <QuoteIcon />, needs: 'GET /api/admin/reviews' },
  { name: 'newsletter', label: 'Newsletter', icon: <EmailIcon />, needs: 'GET /api/admin/newsletter' },
  { name: 'pages', label: 'Pages', icon: <PageIcon />, needs: 'PUT /api/admin/pages/:name' },
  { name: 'reports', label: 'Reports', icon: <ChartIcon />, needs: 'GET /api/admin/taxes' },
  { name: 'audit', label: 'Audit log', icon: <ListIcon />, needs: 'GET /api/admin/audit' },
  { name: 'integrations', label: 'Integrations', icon: <PlugIcon />, needs: 'POST /api/admin/sync-runs' },
  { name: 'settings', label: 'Settings', icon: <SlidersIcon />, needs: 'GET /api/admin/settings' },
]

/** The tabs that the admin may use. */
export function useTabs() {
  const may = useMay()
  return TABS.filter(({ needs }) => !needs || may(needs))
}

/** Navigation within the admin, a link to the store, and sign out. */
export function Sidebar({ tab, onChoose }: { tab: TabName; onChoose?(): void }) {
  const logout = useLogout(() => HOME)
  const counts = useWaiting()
  const waiting: Partial<Record<TabName, [count: number | undefined, what: string]>> = {
    orders: [counts?.shipment, 'to ship'],
    returns: [counts?.openReturns, 'to settle'],
  }
  return (
    <nav aria-label={t('Admin')} className="flex h-full flex-col gap-1">
      <ul className="space-y-1">
        {useTabs().map(({ name, label, icon }) => {
          const [count = 0, what] = waiting[name] ?? []
          return (
            <li key={name}>
              <Link
                to={adminAddress(name)}
                className={ENTRY}
                aria-current={name === tab ? 'page' : undefined}
                title={count > 0 ? `${count} ${what}` : undefined}
                onClick={onChoose}
              >
                {icon}
                {label}
                {count > 0 && (
                  <span aria-hidden="true" className="ml-auto">
                    <Count value={count} />
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
      <ul className="mt-4 space-y-1 border-hairline border-t pt-4">
        <li>
          <Link to={HOME} className={ENTRY}>
            <ShopIcon />
            {t('View Store')}
          </Link>
        </li>
        <li>
          <button type="button" className={ENTRY} disabled={logout.isPending} onClick={() => logout.mutate()}>
            <LogoutIcon />
            {t('Logout')}
          </button>
        </li>
      </ul>
    </nav>
  )
}

/**
 * Counts the orders and returns that wait. Before the generated password is changed, only the demo answers, and before a
 * required second factor is set up, no shop does.
 */
function useWaiting() {
  const api = useApi()
  const { user } = useUser()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const isAllowed = user?.mustChangePassword === false || shop?.demo === true
  return useQuery({ ...orderCountsQuery(api), enabled: isAllowed && !user?.needsSecondFactor }).data
}

/** The shop's logo. */
function ShopIcon() {
  return <img src="/icon.svg" alt="" width="20" height="20" className="size-5" />
}

export function WhoIsHere() {
  const { user } = useUser()
  const role = user?.staffRole
  return (
    <p className="mt-4 px-3 text-muted text-sm">
      Signed in as {user?.username}
      {role && role !== 'owner' && `, ${ROLE_NAMES[role]}`}
    </p>
  )
}
