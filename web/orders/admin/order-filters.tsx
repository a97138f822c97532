import { useAdminAddress } from '../../admin/address.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { Field, Select } from '../../ui/field.tsx'

export const FILTERS = ['search', 'status', 'needs', 'from', 'to'] as const

/** What the list is narrowed by; it begins at page 1 again. */
export function OrderFilters() {
  const { filter } = useAdminAddress()
  return (
    <section
      aria-label="Orders"
      className="mt-5 grid grid-cols-2 items-end gap-3 xl:grid-cols-5 max-xl:[&>:first-child]:col-span-2"
    >
      <SearchField label="Search by ID, email or name" />
      <Select label="Status" {...filter('status')}>
        <option value="">All paid orders</option>
        <option value="pending">Open holds, unpaid</option>
        <option value="processing">Processing</option>
        <option value="shipped">Shipped</option>
        <option value="delivered">Delivered</option>
        <option value="cancelled">Cancelled</option>
      </Select>
      <Select label="Needs attention" {...filter('needs')}>
        <option value="">Anything</option>
        <option value="return">Return to settle</option>
        <option value="refund">Failed refund</option>
        <option value="dispute">Open dispute</option>
        <option value="review">Held for review</option>
      </Select>
      <Field label="From" type="date" {...filter('from')} />
      <Field label="To" type="date" {...filter('to')} />
    </section>
  )
}
