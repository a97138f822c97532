import { Link } from 'react-router'
import type { Product } from '#contract/catalog.ts'
import { productAddress } from '../platform/addresses.ts'
import { Price } from '../ui/price.tsx'

export function ProductCard({ product }: { product: Product }) {
  return (
    <article className="rounded-card border border-hairline bg-surface p-4">
      <h3 className="text-lg">
        <Link to={productAddress(product)}>{product.name}</Link>
      </h3>
      <Price price={product.price} oldPrice={product.oldPrice} />
    </article>
  )
}
