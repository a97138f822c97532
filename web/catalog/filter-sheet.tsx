import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { FilterGroups } from './filter-groups.tsx'
import { addressOf, clearAll, type Filters } from './filters.ts'
import { listProductsQuery } from './queries.ts'

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
  const { data: products } = useQuery(listProductsQuery(useApi(), filters))
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('Filters')}
      side="bottom"
      footer={
        <div className="grid grid-cols-2 gap-3">
          <ButtonLink look="outline" to={addressOf(clearAll(filters))} preventScrollReset onClick={onClose}>
            {t('Clear all')}
          </ButtonLink>
          <Button onClick={onClose}>Show {products ? resultsText(products.total) : 'results'}</Button>
        </div>
      }
    >
      <FilterGroups filters={filters} />
    </Sheet>
  )
}

const resultsText = (total: number) => (total === 1 ? '1 result' : `${total} results`)
