import { useNavigate } from 'react-router'
import { HOME } from '../platform/addresses.ts'
import { addressOf, type Filters, SORT_LABELS } from './filters.ts'

/** The sort dropdown; relevance is the default. A plain form without script. */
export function SortSelect({ filters }: { filters: Filters }) {
  const navigate = useNavigate()
  const { sort: _, page: __, ...others } = filters
  return (
    <form action={HOME} className="flex items-center gap-2">
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort" className="text-muted text-sm">
        Sort by
      </label>
      <select
        id="sort"
        name="sort"
        value={filters.sort ?? 'relevance'}
        onChange={({ target }) => {
          const sort = target.value === 'relevance' ? undefined : target.value
          void navigate(addressOf({ ...others, sort }), { preventScrollReset: true })
        }}
        className="min-h-11 rounded-field border border-control bg-surface px-3"
      >
        {SORT_LABELS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="min-h-11 rounded-field border border-control px-3">
          Sort
        </button>
      </noscript>
    </form>
  )
}
