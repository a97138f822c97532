import type { ProductOption } from '#contract/catalog/api.ts'
import { isColorOption } from '#contract/catalog/variants.ts'
import { swatchOf } from './swatches.ts'

/** The colors to choose from, on a product's card. */
export function CardSwatches({ options }: { options: ProductOption[] }) {
  const colors = options.find(isColorOption)?.values
  return (
    colors && (
      <ul aria-label="Colors" className="flex flex-wrap gap-2">
        {colors.map((color) => (
          <li key={color}>
            <span
              role="img"
              aria-label={color}
              className="flex size-4 rounded-full border border-control"
              style={{ background: swatchOf(color) }}
            />
          </li>
        ))}
      </ul>
    )
  )
}
