import { useQuery } from '@tanstack/react-query'
import { useAdminAddress } from '../../admin/address.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { useApi } from '../../platform/api-context.ts'
import { Select } from '../../ui/field.tsx'
import { listCategoriesQuery } from '../queries.ts'

export const FILTERS = ['search', 'categoryId', 'status', 'stock'] as const

/** What the list is narrowed by; it begins at page 1 again. */
export function ProductFilters() {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const { filter } = useAdminAddress()
  return (
    <section
      aria-label="Products"
      className="mt-5 grid grid-cols-2 gap-3 sm:max-xl:grid-cols-3 xl:grid-cols-4 max-sm:[&>:nth-child(-n+2)]:col-span-2 sm:max-xl:[&>:first-child]:col-span-3"
    >
      <SearchField label="Search by name, slug or number" />
      <Select label="Category" {...filter('categoryId')}>
        <option value="">All categories</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select label="Status" {...filter('status')}>
        <option value="">On sale</option>
        <option value="archived">Archived</option>
        <option value="all">All</option>
      </Select>
      <Select label="Stock" {...filter('stock')}>
        <option value="">Any stock</option>
        <option value="low">Low</option>
        <option value="out">Out of stock</option>
      </Select>
    </section>
  )
}
