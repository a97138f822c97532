import { Link } from 'react-router'
import { DASHBOARD_PERIOD, DASHBOARD_PERIODS } from '#contract/admin/rules.ts'
import { useAdminAddress } from '../address.ts'

/** The period stands in the address, so that it survives a reload. */
export function PeriodSwitch({ days }: { days: number }) {
  const { addressWith } = useAdminAddress()
  return (
    <nav aria-label="Period">
      <ul className="flex rounded-field border border-control bg-surface p-0.5">
        {DASHBOARD_PERIODS.map((period) => (
          <li key={period}>
            <Link
              to={addressWith({ days: period === DASHBOARD_PERIOD ? null : period })}
              replace
              preventScrollReset
              aria-current={period === days ? 'true' : undefined}
              className="flex min-h-10 items-center rounded-[8px] px-4 text-sm hover:bg-hairline aria-[current=true]:bg-ink aria-[current=true]:text-paper"
            >
              {period} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
