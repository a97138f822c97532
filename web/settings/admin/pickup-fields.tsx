import { keepPreviousData } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { ADDRESS_COUNTRIES, genericFormat, withArticle } from '#contract/addresses/rules.ts'
import { sortedByName } from '#contract/checkout/countries.ts'
import { countryName } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { addressFormatQuery } from '../../checkout/address-formats.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Field, Select } from '../../ui/field.tsx'
import { errorAt, type PickupForm, type PlacesValues } from './places-form.ts'

// Created once, so React skips 250 elements while an admin types.
const COUNTRIES = sortedByName(ADDRESS_COUNTRIES).map((code) => (
  <option key={code} value={code}>
    {countryName(code)}
  </option>
))

/** The address where orders are picked up, with the fields of its country. */
export function PickupFields({
  address,
  path,
  onChange,
}: {
  address: PickupForm
  path: string
  onChange(address: PickupForm): void
}) {
  const form = useFormContext<PlacesValues>()
  const { country } = address
  const { data } = useQuery({ ...addressFormatQuery(useApi(), country), placeholderData: keepPreviousData })
  const { fields } = data ?? genericFormat(country)
  const field = (name: keyof PickupForm) => ({
    value: address[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...address, [name]: target.value }),
    error: errorAt(form, `${path}.${name}`),
  })
  return (
    <fieldset className="space-y-4">
      <legend className="font-medium">{t('Pickup address')}</legend>
      <p className="text-muted text-sm">
        {t('Shown to shoppers. Orders that are picked up are taxed here.')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Select
            label={t('Country')}
            {...field('country')}
            // States and provinces belong to one country.
            onChange={({ target }) => onChange({ ...address, country: target.value, state: '' })}
          >
            {COUNTRIES}
          </Select>
        </div>
        {fields.map(({ name, label, areas, isTyped, min }) => {
          const shown = min === 0 ? `${label} (optional)` : label
          if (name === 'address')
            return (
              <div key={name} className="space-y-4 sm:col-span-2">
                <Field label={shown} {...field(name)} />
                <Field label={t('Apartment, suite, etc. (optional)')} {...field('address2')} />
              </div>
            )
          if (!areas || isTyped) return <Field key={name} label={shown} {...field(name)} />
          return (
            <Select key={name} label={shown} {...field(name)}>
              <option value="">{t('Select {label}', { label: withArticle(label) })}</option>
              {areas.map(([code, text]) => (
                <option key={code} value={code}>
                  {text}
                </option>
              ))}
            </Select>
          )
        })}
      </div>
    </fieldset>
  )
}
