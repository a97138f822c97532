import type { BulkChanges } from './use-bulk-edit.ts'

/** The form as it is filled in; an empty text leaves things as they are. */
export const NO_CHANGE = {
  isNew: '',
  isFeatured: '',
  isOnSale: '',
  inStock: '',
  categoryId: '',
  direction: '',
  percent: '',
  oldPrice: '',
}
export type BulkValues = typeof NO_CHANGE

const FLAG: Record<string, boolean | undefined> = { yes: true, no: false }

export function changesOf(values: BulkValues): BulkChanges {
  const { direction, percent, categoryId, oldPrice } = values
  return {
    isNew: FLAG[values.isNew],
    isFeatured: FLAG[values.isFeatured],
    isOnSale: FLAG[values.isOnSale],
    inStock: FLAG[values.inStock],
    categoryId: categoryId || undefined,
    pricePercent: direction ? `${direction}${percent.trim()}` : undefined,
    oldPrice: oldPrice === 'strike' || oldPrice === 'remove' ? oldPrice : undefined,
  }
}
