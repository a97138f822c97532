import type { Product, Variant } from '#contract/catalog/api.ts'
import { isColorOption } from '#contract/catalog/variants.ts'
import { swatchOf } from './swatch-color.ts'

/** A radio button that shows only its color. In a forced-colors theme, it keeps the shop's colors. */
const BARE = { appearance: 'none', forcedColorAdjust: 'none' } as const

/** The colors on a product's card: radio buttons if the card can add its variants, otherwise only a list. */
export function CardSwatches({
  product: { name, options },
  variants,
  added,
  formId,
  onChoose,
}: {
  product: Pick<Product, 'name' | 'options'>
  /** Empty if the card can't add them. */
  variants: Variant[]
  added: Variant | undefined
  /** The form of the card's button. Without JavaScript, it submits the selected radio button. */
  formId: string
  onChoose(id: number): void
}) {
  const colors = options.find(isColorOption)?.values
  if (!colors) return null
  if (variants.length === 0)
    return (
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
  return (
    <fieldset className="mt-1 flex flex-wrap gap-2">
      <legend className="sr-only">Color of {name}</legend>
      {variants.map(({ id, optionValues: [color = ''], inStock }) => (
        <input
          key={id}
          type="radio"
          form={formId}
          name="variantId"
          value={id}
          checked={id === added?.id}
          onChange={() => onChoose(id)}
          aria-label={inStock ? color : `${color}, sold out`}
          className="swatch relative z-10 size-7 rounded-full border border-control"
          style={{ ...BARE, background: inStock ? swatchOf(color) : struckThrough(swatchOf(color)) }}
        />
      ))}
    </fieldset>
  )
}

function struckThrough(color: string): string {
  return `linear-gradient(to top right, ${color} 46%, var(--surface) 46% 54%, ${color} 54%)`
}
