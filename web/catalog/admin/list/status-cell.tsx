import { useChangeStatus } from '../../../admin/changes.tsx'
import type { AdminProduct } from '../product-actions.tsx'

/** Whether shoppers see the product. A change is saved immediately. */
export function StatusCell({ product: { id, name, isArchived } }: { product: AdminProduct }) {
  const { mutate, isPending } = useChangeStatus()
  return (
    <select
      aria-label={`Status of ${name}`}
      value={isArchived ? 'archive' : 'activate'}
      disabled={isPending}
      className="-mx-2 min-h-9 pointer-coarse:min-h-11 rounded-field border border-transparent px-2 hover:border-control"
      // The rule for all selects, which isn't in a layer, overrides utilities.
      style={{ backgroundColor: 'transparent' }}
      onChange={({ target }) => mutate({ id, action: target.value === 'archive' ? 'archive' : 'activate' })}
    >
      <option value="activate">Active</option>
      <option value="archive">Archived</option>
    </select>
  )
}
