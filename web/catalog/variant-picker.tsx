import type { Product, ProductOption, Variant } from '#contract/catalog/api.ts'
import { isColorOption, variantTitle } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { useFormats } from '../platform/formats.ts'
import { Button } from '../ui/button.tsx'
import { SkuLine } from './sku-line.tsx'
import { hasSwatch } from './swatch-color.ts'
import { swatchImage } from './swatches.tsx'
import { type Choice, closestChoices, nameOf } from './variant-choice.ts'

/** An option with more values is a list, because as radio buttons they would fill the page. */
const RADIOS_MAX = 50

/** A radio group or a list for each option. Without JavaScript, a form sends the values to the page. */
export function VariantPicker({
  product: { options },
  choices,
  chosen,
  variant,
  onChoose,
}: {
  product: Product
  choices: Choice[]
  chosen: Choice
  /** Null while it is loading. */
  variant: Variant | null
  onChoose(choice: Choice): void
}) {
  const { formatMoney } = useFormats()
  const closest = closestChoices(choices, chosen)
  return (
    <form method="get" className="mt-5 space-y-4">
      {options.map((option, place) => {
        const values = option.values.flatMap((value) => {
          const choice = closest[place]?.get(value)
          if (!choice) return []
          const isExact = choice.optionValues.every(
            (one, other) => other === place || one === chosen.optionValues[other],
          )
          const note = !isExact ? 'Not in this combination' : choice.inStock ? null : 'Sold out'
          return { value, choice, note, isChosen: chosen.optionValues[place] === value }
        })
        const Values = values.length > RADIOS_MAX ? ValueList : ValueRadios
        return (
          <Values
            key={option.name}
            option={option}
            values={values}
            onChoose={onChoose}
            name={nameOf(place)}
          />
        )
      })}
      <noscript>
        <Button type="submit" look="outline">
          {t('Choose')}
        </Button>
      </noscript>
      <SkuLine sku={variant?.sku} />
      <p role="status" className="sr-only">
        {variant &&
          `${variantTitle(variant.optionValues)}, ${formatMoney(variant.price)}, ${variant.inStock ? 'in stock' : 'sold out'}`}
      </p>
    </form>
  )
}

type ValuesProps = {
  option: ProductOption
  /** Each value with the choice that it leads to, and a note if that can't be bought or has other values. */
  values: { value: string; choice: Choice; note: string | null; isChosen: boolean }[]
  name: string
  onChoose(choice: Choice): void
}

function ValueRadios({ option, values, name, onChoose }: ValuesProps) {
  // Colors without a known swatch would all look alike, so they are words.
  const isColor = isColorOption(option) && values.every(({ value }) => hasSwatch(value))
  const chosen = values.find(({ isChosen }) => isChosen)
  return (
    <fieldset className="min-w-0">
      <legend className="wrap-anywhere text-sm">
        <span className="font-medium">{option.name}</span>
        {isColor && <span aria-hidden="true">: {chosen?.value}</span>}
      </legend>
      <div className={`flex flex-wrap ${isColor ? '-ml-1.5' : 'mt-2 gap-2'}`}>
        {values.map(({ value, choice, note, isChosen }) => {
          const radio = { name, value, checked: isChosen, onChange: () => onChoose(choice) }
          if (isColor)
            return (
              <input
                key={value}
                type="radio"
                {...radio}
                title={value}
                aria-label={note ? `${value} ${note}` : value}
                className="swatch size-11"
                style={{ backgroundImage: swatchImage(value, !note) }}
              />
            )
          return (
            <label
              key={value}
              className="wrap-anywhere flex min-h-11 max-w-full cursor-pointer items-center rounded-field border border-control px-4 text-sm has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input type="radio" {...radio} className="sr-only" />
              {note ? <s className="text-muted">{value}</s> : value}
              {note && <span className="sr-only">{note}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function ValueList({ option, values, name, onChoose }: ValuesProps) {
  return (
    <label className="block">
      <span className="wrap-anywhere font-medium text-sm">{option.name}</span>
      <select
        name={name}
        value={values.find(({ isChosen }) => isChosen)?.value}
        onChange={({ target }) => {
          const chosen = values.find(({ value }) => value === target.value)
          if (chosen) onChoose(chosen.choice)
        }}
        className="mt-2 block min-h-11 w-full rounded-field border border-control bg-surface px-3"
      >
        {values.map(({ value, note }) => (
          <option key={value} value={value}>
            {note ? `${value} – ${note}` : value}
          </option>
        ))}
      </select>
    </label>
  )
}
