import { useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ChevronDownIcon, SlidersIcon } from '../ui/icons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { FilterGroups } from './filter-groups.tsx'
import { addressOf, clearAll, countActiveGroups, type Filters } from './filters.ts'

/** The collapsible Filters: a sidebar on a wide screen, a sheet from below on a phone (spec section 2). */
export function FilterPanel({ filters }: { filters: Filters }) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const count = countActiveGroups(filters)
  const close = () => setSheetOpen(false)
  return (
    <>
      <div className="mb-4 lg:hidden">
        <Button
          look="outline"
          className="script-only w-full"
          aria-haspopup="dialog"
          onClick={() => setSheetOpen(true)}
        >
          <SlidersIcon /> Filters <Badge count={count} />
        </Button>
        <Sheet
          isOpen={isSheetOpen}
          onClose={close}
          title="Filters"
          side="bottom"
          footer={
            <div className="grid grid-cols-2 gap-3">
              <ButtonLink look="outline" to={addressOf(clearAll(filters))} preventScrollReset onClick={close}>
                Clear all
              </ButtonLink>
              <Button onClick={close}>Show results</Button>
            </div>
          }
        >
          <FilterGroups filters={filters} />
        </Sheet>
      </div>
      <details open className="filter-sidebar group mb-6 max-lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 border-hairline border-b font-medium [&::-webkit-details-marker]:hidden">
          Filters <Badge count={count} />
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
            Clear all
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
      <span className="sr-only">active: </span>
      {count}
    </span>
  )
}
