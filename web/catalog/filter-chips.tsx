import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '../platform/api-context.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { addressOf, chipsOf, clearAll, type Filters } from './filters.ts'
import { listCategoriesQuery } from './queries.ts'

/** What is active, each with a way to take it off, and 'Clear All'. */
export function FilterChips({ filters }: { filters: Filters }) {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const chips = chipsOf(filters, categories)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="mt-4 flex flex-wrap items-center gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={addressOf(without)}
            preventScrollReset
            aria-label={`Remove filter ${label}`}
            className="wrap-anywhere inline-flex min-h-9 tap items-center gap-1.5 rounded-full border border-control bg-surface py-1 pr-2.5 pl-3.5 text-sm hover:border-ink"
          >
            {label} <CloseIcon className="size-3.5" />
          </Link>
        </li>
      ))}
      {/* It keeps the search (spec section 4): with nothing else to clear it would do nothing. */}
      {(chips.length > 1 || !filters.search) && (
        <li>
          <Link
            to={addressOf(clearAll(filters))}
            preventScrollReset
            className="inline-flex min-h-9 tap items-center px-2 text-sm underline underline-offset-4 hover:text-accent"
          >
            Clear All
          </Link>
        </li>
      )}
    </ul>
  )
}
