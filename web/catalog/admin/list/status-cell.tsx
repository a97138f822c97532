import { useChangeStatus } from '../../../admin/changes.tsx'
import { useMay } from '../../../admin/permissions.tsx'
import type { AdminProduct } from '../product-actions.tsx'
import { type ProductStatus, STATUS_NAMES, STATUSES, statusOf } from '../product-status.ts'

/** Whether shoppers see the product. A change is saved immediately. */
export function StatusCell({ product }: { product: AdminProduct }) {
  const { mutate, isPending } = useChangeStatus()
  const mayChange = useMay()('POST /api/admin/products/bulk')
  const { id, name } = product
  return (
    <select
      aria-label={`Status of ${name}`}
      value={statusOf(product)}
      disabled={isPending || !mayChange}
      className="-mx-2 min-h-9 pointer-coarse:min-h-11 rounded-field border border-transparent px-2 hover:border-control"
      // The rule for all selects, which isn't in a layer, overrides utilities.
      style={{ backgroundColor: 'transparent' }}
      onChange={({ target }) => mutate({ id, action: STATUSES[target.value as ProductStatus].action })}
    >
      {STATUS_NAMES.map((status) => (
        <option key={status} value={status}>
          {STATUSES[status].label}
        </option>
      ))}
    </select>
  )
}
