import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Product, Variant } from '#contract/catalog/api.ts'
import { isColorOption, variantTitle } from '#contract/catalog/variants.ts'
import { useFormats } from '../platform/formats.ts'
import { Button } from '../ui/button.tsx'
import { shownVariant } from './card-variant.ts'
import { swatchOf } from './swatch-color.ts'

/**
 * Returns the variant to show, and a function that selects another one. The variant comes from `?variant=ID` or, without
 * JavaScript, from the form's values. Otherwise it is the one whose price the product shows. Null for a product without
 * options.
 */
export function useChosenVariant({ options, variants, price }: Product) {
  const [parameters] = useSearchParams()
  const [id, setId] = useState(() => Number(parameters.get('variant')))
  const asked = options.map((_, place) => parameters.get(nameOf(place)) ?? '')
  const chosen =
    variants.find((one) => one.id === id) ??
    variants.find(({ optionValues }) => optionValues.every((value, place) => value === asked[place])) ??
    shownVariant({ variants, price })
  const choose = (variant: Variant) => {
    setId(variant.id)
    // Bypasses the router, which would run the page's loader again.
    history.replaceState(history.state, '', `?variant=${variant.id}${location.hash}`)
  }
  return { variant: chosen ?? null, choose }
}

/** A radio group for each option. Without JavaScript, a form sends the values to the page. */
export function VariantPicker({
  product: { options, variants },
  chosen,
  onChoose,
}: {
  product: Product
  chosen: Variant
  onChoose(variant: Variant): void
}) {
  const { formatMoney } = useFormats()
  return (
    <form method="get" className="mt-5 space-y-4">
      {options.map((option, place) => (
        <fieldset key={option.name}>
          <legend className="font-medium font-sans text-sm">{option.name}</legend>
          <div className="mt-2 flex flex-wrap gap-2">
            {option.values.map((value) => {
              const variant = closest(variants, chosen, place, value)
              if (!variant) return null
              const isExact = variant.optionValues.every(
                (one, other) => other === place || one === chosen.optionValues[other],
              )
              const isSoldOut = !isExact || !variant.inStock
              return (
                <label
                  key={value}
                  className="flex min-h-11 cursor-pointer items-center gap-2 rounded-field border border-control px-3 text-sm"
                >
                  <input
                    type="radio"
                    name={nameOf(place)}
                    value={value}
                    checked={chosen.optionValues[place] === value}
                    onChange={() => onChoose(variant)}
                    className="size-5 accent-(--accent)"
                  />
                  {isColorOption(option) && (
                    <span
                      aria-hidden="true"
                      className="size-4 rounded-full border border-control"
                      style={{ background: swatchOf(value) }}
                    />
                  )}
                  {isSoldOut ? <s className="text-muted">{value}</s> : value}
                  {isSoldOut && (
                    <span className="sr-only">{isExact ? 'Sold out' : 'Not in this combination'}</span>
                  )}
                </label>
              )
            })}
          </div>
        </fieldset>
      ))}
      <noscript>
        <Button type="submit" look="outline">
          Choose
        </Button>
      </noscript>
      {chosen.sku && <p className="text-muted text-sm">SKU: {chosen.sku}</p>}
      <p role="status" className="sr-only">
        {`${variantTitle(chosen.optionValues)}, ${formatMoney(chosen.price)}, ${chosen.inStock ? 'in stock' : 'sold out'}`}
      </p>
    </form>
  )
}

/** Returns the variant with this value that shares the most other values with the selected one. */
function closest(variants: Variant[], chosen: Variant, place: number, value: string): Variant | undefined {
  const shared = ({ optionValues }: Variant) =>
    optionValues.filter((one, index) => one === chosen.optionValues[index]).length
  return variants
    .filter(({ optionValues }) => optionValues[place] === value)
    .reduce<Variant | undefined>((best, one) => (best && shared(best) >= shared(one) ? best : one), undefined)
}

/** Returns an option's field name in the form, such as 'option1'. */
const nameOf = (place: number) => `option${place + 1}`
