import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ChevronDownIcon, SlidersIcon } from '../ui/icons.tsx'
import { loadLater, MountOnDemand } from '../ui/load-later.tsx'
import { Trans } from '../ui/trans.tsx'
import { FilterGroups } from './filter-groups.tsx'
import { addressOf, clearAll, countActiveGroups, type Filters } from './filters.ts'

const FilterSheet = loadLater(async () => (await import('./filter-sheet.tsx')).FilterSheet)

/** The collapsible filters: a sidebar on a wide screen, a bottom sheet on a phone (spec section 2). */
export function FilterPanel({ filters }: { filters: Filters }) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const count = countActiveGroups(filters)
  return (
    <>
      <div className="mb-4 lg:hidden">
        <Button
          look="outline"
          className="script-only w-full"
          aria-haspopup="dialog"
          onClick={() => setSheetOpen(true)}
        >
          <SlidersIcon /> <Trans text="Filters <badge/>" parts={{ badge: <Badge count={count} /> }} />
        </Button>
        <MountOnDemand isWanted={isSheetOpen}>
          <FilterSheet filters={filters} isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
        </MountOnDemand>
      </div>
      <details open className="filter-sidebar group mb-6 max-lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 border-hairline border-b font-medium [&::-webkit-details-marker]:hidden">
          <Trans text="Filters <badge/>" parts={{ badge: <Badge count={count} /> }} />
          <ChevronDownIcon className="ml-auto size-4 transition-transform duration-200 group-open:rotate-180" />
        </summary>
        <FilterGroups filters={filters} />
        {count > 0 && (
          <ButtonLink
            look="outline"
            className="mt-4 w-full"
            to={addressOf(clearAll(filters))}
            preventScrollReset
          >
            {t('Clear all')}
          </ButtonLink>
        )}
      </details>
    </>
  )
}

function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="inline-flex size-6 items-center justify-center rounded-full bg-accent text-paper text-sm">
      <span className="sr-only">{t('active: ')}</span>
      {count}
    </span>
  )
}
