import { Link } from '../platform/router/link.tsx'
import { type Changes, useAdminAddress } from './address.ts'
import { useFormatCount } from './use-format-count.ts'

export type ListTab = {
  label: string
  /** The URL parameters that select it. */
  filter: Changes
  isCurrent: boolean
  /** How many records wait there; 0 isn't shown. */
  count?: number | undefined
}

/** Links to the most frequent filters of a list, with the number of records that wait in each. */
export function ListTabs({ label, tabs }: { label: string; tabs: ListTab[] }) {
  const { addressWith } = useAdminAddress()
  return (
    <nav aria-label={label} className="mt-5 overflow-x-auto max-md:-mx-4 max-md:px-4">
      <ul className="flex w-max min-w-full gap-x-5 md:gap-x-6 border-hairline border-b">
        {tabs.map(({ label, filter, isCurrent, count }) => (
          <li key={label}>
            <Link
              to={addressWith({ ...filter, page: null })}
              preventScrollReset
              aria-current={isCurrent ? 'page' : undefined}
              className="-outline-offset-2! inline-flex min-h-11 min-w-6 items-center gap-2 whitespace-nowrap border-transparent border-b-2 text-muted hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {label}
              {count ? <Count value={count} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A number of records that wait for the admin. */
export function Count({ value }: { value: number }) {
  return <span className="text-sm tabular-nums">{useFormatCount()(value)}</span>
}
