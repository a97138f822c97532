import type { ListedProduct, Swatch } from '#contract/catalog/api.ts'
import { isColorOption, SWATCHES_MAX } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { swatchOf } from './swatch-color.ts'

/** The colors on a product's card: radio buttons if the card can add its variants, otherwise only a list. */
export function CardSwatches({
  product: { name, options },
  swatches,
  added,
  formId,
  onChoose,
}: {
  product: Pick<ListedProduct, 'name' | 'options'>
  /** Empty if the card can't add them. */
  swatches: Swatch[]
  added: Swatch | undefined
  /** The form of the card's button. Without JavaScript, it submits the selected radio button. */
  formId: string
  onChoose(variantId: number): void
}) {
  const colors = options.find(isColorOption)?.values
  if (!colors) return null
  if (swatches.length === 0)
    return (
      <ul aria-label={t('Colors')} className="flex flex-wrap gap-2">
        {colors.slice(0, SWATCHES_MAX).map((color) => (
          <li key={color}>
            <span
              role="img"
              aria-label={color}
              className="flex size-4 rounded-full border border-control"
              style={{ background: swatchOf(color) }}
            />
          </li>
        ))}
        {colors.length > SWATCHES_MAX && <li className="text-sm leading-4">…</li>}
      </ul>
    )
  return (
    <fieldset className="-ml-1.5 flex flex-wrap">
      <legend className="sr-only">{t('Color of {name}', { name })}</legend>
      {swatches.map(({ variantId, value, isAvailable }) => (
        <input
          key={variantId}
          type="radio"
          form={formId}
          name="variantId"
          value={variantId}
          checked={variantId === added?.variantId}
          onChange={() => onChoose(variantId)}
          aria-label={isAvailable ? value : t('{value}, sold out', { value })}
          className="swatch relative z-10 size-7"
          style={{ backgroundImage: swatchImage(value, isAvailable) }}
        />
      ))}
    </fieldset>
  )
}

/** The color of a radio button, struck through if it can't be bought. */
export function swatchImage(value: string, isAvailable: boolean): string {
  const color = swatchOf(value)
  return isAvailable
    ? `linear-gradient(${color}, ${color})`
    : `linear-gradient(to top right, ${color} 46%, var(--surface) 46% 54%, ${color} 54%)`
}
