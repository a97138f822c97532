import { useState } from 'react'
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import salesTaxes from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' }
import { countryName } from '#contract/checkout/rules.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { BUILT_IN_CLASSES, type RateSetting, type TaxSettings } from '#contract/settings/taxes.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'

/** The form's values: text as entered, except for the rates. */
export type TaxValues = {
  taxes: {
    mode: TaxSettings['mode']
    pricesIncludeTax: string
    home: string
    oss: TaxSettings['oss']
    acceptsUnverifiedNumbers: string
    classes: string
    rates: RateSetting[]
  }
}

/** The editable table of rates, with buttons that fill in the rates of the EU and the US. */
export function TaxRates({ label }: { label: string }) {
  const { control, getValues, formState } = useFormContext<TaxValues>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'taxes.rates' })
  const classes = useWatch<TaxValues, 'taxes.classes'>({ name: 'taxes.classes' })
  const names = [...BUILT_IN_CLASSES, ...classes.split(',').map((name) => name.trim())].filter(Boolean)
  const problem = formState.errors.taxes?.rates
  /** Replaces the standard rates of these countries and keeps all others. */
  const fill = (filled: RateSetting[]) => {
    const countries = new Set(filled.map(({ country }) => country))
    const others = getValues('taxes.rates').filter(
      ({ country, taxClass }) => taxClass !== 'standard' || !countries.has(country),
    )
    replace([...others, ...filled].sort(byPlace))
  }
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <p className="mb-3 text-muted text-sm">
        Check filled-in rates before you save. They are standard rates only: for products taxed at a reduced
        rate, add a rate with the tax class “reduced”, and select this class for the products or their
        category. US states also have local taxes.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => fill(ratesOfEu())}>
          Fill in EU rates
        </Button>
        <Button look="outline" onClick={() => fill(ratesOfStates())}>
          Fill in US state rates
        </Button>
        <Button look="outline" onClick={() => append(rateOf({ country: '', name: '', ppm: Number.NaN }))}>
          Add rate
        </Button>
      </div>
      {(problem?.root ?? problem)?.message && (
        <p className="mt-2 text-sale text-sm">{(problem?.root ?? problem)?.message}</p>
      )}
      <ul className="mt-4 divide-y divide-hairline">
        {fields.map(({ id }, index) => (
          <RateRow key={id} index={index} classes={names} onRemove={() => remove(index)} />
        ))}
      </ul>
    </fieldset>
  )
}

function RateRow({ index, classes, onRemove }: { index: number; classes: string[]; onRemove(): void }) {
  const { register, formState, control } = useFormContext<TaxValues>()
  const errors = formState.errors.taxes?.rates?.[index]
  const country = useWatch<TaxValues, `taxes.rates.${number}.country`>({
    name: `taxes.rates.${index}.country`,
  })
  const named = countryName(country)
  const rowName = `${named || 'New'} rate ${index + 1}`
  const field = (name: 'country' | 'region' | 'name' | 'from') => ({
    ...register(`taxes.rates.${index}.${name}`, { setValueAs: name === 'from' ? orNull : undefined }),
    error: errors?.[name]?.message,
  })
  return (
    <li>
      <fieldset className="grid grid-cols-2 gap-3 py-4 sm:grid-cols-3">
        <legend className="sr-only">{rowName}</legend>
        <Field
          label="Country"
          maxLength={2}
          hint={named === country ? undefined : named}
          {...field('country')}
        />
        <Field label="Region" placeholder="All" {...field('region')} />
        <Select
          label="Tax class"
          error={errors?.taxClass?.message}
          {...register(`taxes.rates.${index}.taxClass`)}
        >
          {classes.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <Field label="Name" placeholder="VAT" {...field('name')} />
        <Controller
          control={control}
          name={`taxes.rates.${index}.ppm`}
          render={({ field: { value, onChange } }) => (
            <PercentField ppm={value} onChange={onChange} error={errors?.ppm?.message} />
          )}
        />
        <Field label="Valid from" type="date" {...field('from')} />
        <div>
          <Button
            look="quiet"
            className="px-0! text-sm underline"
            aria-label={`Remove ${rowName}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      </fieldset>
    </li>
  )
}

const PPM_OF_PERCENT = 10_000

/** A rate entered in percent, with a comma or a period. Other text becomes NaN, which the form rejects. */
function PercentField({
  ppm,
  onChange,
  error,
}: {
  ppm: number
  onChange(ppm: number): void
  error?: string
}) {
  const [text, setText] = useState(Number.isNaN(ppm) ? '' : String(ppm / PPM_OF_PERCENT))
  return (
    <Field
      label="Rate in %"
      inputMode="decimal"
      value={text}
      error={error}
      onChange={({ target }) => {
        setText(target.value)
        const isNumber = /^\s*\d{1,3}([.,]\d{1,4})?\s*$/.test(target.value)
        onChange(isNumber ? Math.round(Number(target.value.replace(',', '.')) * PPM_OF_PERCENT) : Number.NaN)
      }}
    />
  )
}

const orNull = (text: string | null) => text || null

const rateOf = (
  facts: Pick<RateSetting, 'country' | 'name' | 'ppm'> & Partial<RateSetting>,
): RateSetting => ({
  ...{ region: null, taxClass: 'standard', from: null },
  ...facts,
})

const ppmOf = (rate: number) => Math.round(rate * 100 * PPM_OF_PERCENT)

/** Returns a country's standard VAT rate. */
export const vatRate = (country: string) =>
  rateOf({ country, name: 'VAT', ppm: ppmOf(salesTaxes[country as 'DE'].rate) })

export const ratesOfEu = () => EU_COUNTRIES.map(vatRate)

const ratesOfStates = () =>
  Object.entries(salesTaxes.US.states).map(([region, { rate }]) =>
    rateOf({ country: 'US', region, name: 'Sales tax', ppm: ppmOf(rate) }),
  )

const keyOf = ({ country, region, taxClass }: RateSetting) => `${country} ${region ?? ''} ${taxClass}`
const byPlace = (one: RateSetting, other: RateSetting) => (keyOf(one) < keyOf(other) ? -1 : 1)
