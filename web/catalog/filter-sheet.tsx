import { Button, ButtonLink } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { FilterGroups } from './filter-groups.tsx'
import { addressOf, clearAll, type Filters } from './filters.ts'

/** The filters on a phone, as a bottom sheet. */
export function FilterSheet({
  filters,
  isOpen,
  onClose,
}: {
  filters: Filters
  isOpen: boolean
  onClose(): void
}) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title="Filters"
      side="bottom"
      footer={
        <div className="grid grid-cols-2 gap-3">
          <ButtonLink look="outline" to={addressOf(clearAll(filters))} preventScrollReset onClick={onClose}>
            Clear all
          </ButtonLink>
          <Button onClick={onClose}>Show results</Button>
        </div>
      }
    >
      <FilterGroups filters={filters} />
    </Sheet>
  )
}
