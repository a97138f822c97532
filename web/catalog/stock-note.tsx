import type { Product } from '#contract/catalog/api.ts'

/** From this many on a shopper is told how many are left. */
const LOW_STOCK = 5

/** In stock, only N left, or out of stock: what the database says. */
export function StockNote({ product: { inStock, stockQuantity } }: { product: Product }) {
  const isLow = inStock && stockQuantity !== null && stockQuantity <= LOW_STOCK
  const text = !inStock ? 'Out of stock' : isLow ? `Only ${stockQuantity} left` : 'In stock'
  return (
    <p
      className={`mt-3 font-medium ${!inStock || isLow ? 'text-sale' : 'text-success'}`}
      data-stock={inStock}
    >
      {text}
    </p>
  )
}
