import type { CartItem } from './answers.ts'

/** What stands in the way of buying a line as it is; nothing for most. */
export function LineNote({ item }: { item: CartItem }) {
  const note = noteOf(item)
  return note && <p className="font-medium text-sale text-sm">{note}</p>
}

function noteOf({ isAvailable, quantity, product }: CartItem): string | null {
  if (!isAvailable) return 'No longer available'
  if (!product.inStock) return 'Out of stock'
  const left = product.stockQuantity
  return left !== null && left < quantity ? `Only ${left} left` : null
}
