import type { InputOf, ResponseOf } from '../../platform/api.ts'

type AdminProduct = ResponseOf<'GET /api/admin/products/:id'>
export type ProductStatus = 'active' | 'draft' | 'archived'

export function statusOf({
  isDraft,
  isArchived,
}: Pick<AdminProduct, 'isDraft' | 'isArchived'>): ProductStatus {
  return isDraft ? 'draft' : isArchived ? 'archived' : 'active'
}

type Action = Exclude<InputOf<'POST /api/admin/products/bulk'>['action'], 'delete'>

/** Each status with its name, what it means, and the action that leads to it. */
export const STATUSES: Record<ProductStatus, { label: string; effect: string; action: Action }> = {
  active: { label: 'Active', effect: 'Shoppers see it in the shop.', action: 'activate' },
  draft: { label: 'Draft', effect: 'Shoppers don’t see it yet.', action: 'draft' },
  archived: { label: 'Archived', effect: 'Shoppers don’t see it anymore.', action: 'archive' },
}
export const STATUS_NAMES = Object.keys(STATUSES) as ProductStatus[]
