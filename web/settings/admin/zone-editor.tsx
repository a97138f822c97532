import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { isCountry, sortedByName } from '#contract/checkout/countries.ts'
import { countryName, isoCountry } from '#contract/checkout/rules.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { MethodEditor } from './method-editor.tsx'
import { errorAt, newMethod, type PlacesValues, type ZoneForm } from './places-form.ts'
import { regionsQuery } from './regions.ts'
import type { Settings } from './use-save-section.ts'

/** One zone: its places and its methods. */
export function ZoneEditor({
  zone,
  path,
  business,
  onChange,
  onRemove,
}: {
  zone: ZoneForm
  path: string
  business: Settings['business']
  onChange(zone: ZoneForm): void
  onRemove(): void
}) {
  const form = useFormContext<PlacesValues>()
  const { methods } = zone
  const set = (changes: Partial<ZoneForm>) => onChange({ ...zone, ...changes })
  const field = (name: 'name' | 'regions' | 'postalCodes') => ({
    value: zone[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    error: errorAt(form, `${path}.${name}`),
  })
  const mayHaveRegions = useMayHaveRegions(zone.countries)
  const isPart = zone.countries?.length === 1 || zone.regions !== '' || zone.postalCodes !== ''
  return (
    <fieldset className="space-y-5 rounded-card border border-hairline bg-surface p-5">
      <legend className="sr-only">Zone {zone.name}</legend>
      <Field label="Zone name" hint="Shown only to admins and in the shipping policy." {...field('name')} />
      <ZoneCountries zone={zone} error={errorAt(form, `${path}.countries`)} onChange={set} />
      {isPart && (
        <div className="grid gap-5 sm:grid-cols-2">
          {(mayHaveRegions || zone.regions !== '') && (
            <Field
              label="Only these states (optional)"
              hint="Separated by commas, such as HI, Alaska."
              {...field('regions')}
            />
          )}
          <Field
            label="Only these postal codes (optional)"
            hint="The first digits, ranges, or UK districts, such as 10, 20000–29999, or N1."
            {...field('postalCodes')}
          />
        </div>
      )}
      {methods.map((method, index) => (
        <MethodEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: new methods have no ID, and all of their fields are controlled
          key={index}
          method={method}
          path={`${path}.methods.${index}`}
          business={business}
          onChange={(changed) => set({ methods: methods.with(index, changed) })}
          onRemove={() => set({ methods: methods.filter((_, other) => other !== index) })}
        />
      ))}
      {methods.length === 0 && <p className="text-sale text-sm">{errorAt(form, `${path}.methods`)}</p>}
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => set({ methods: [...methods, newMethod()] })}>
          Add method
        </Button>
        <Button look="outline" onClick={onRemove} aria-label={`Remove zone ${zone.name}`}>
          Remove zone
        </Button>
      </div>
    </fieldset>
  )
}

/** Returns false for one country whose addresses have no regions, and while they load. */
function useMayHaveRegions(countries: string[] | null): boolean {
  const [country = '', ...others] = countries ?? []
  const isKnown = others.length === 0 && isCountry(country)
  const { data, isLoading } = useQuery(regionsQuery(useApi(), isKnown ? country : ''))
  return data ? data.length > 0 : !isLoading
}

const NAMES = sortedByName(ADDRESS_COUNTRIES).map((code) => ({
  code: isoCountry(code),
  name: countryName(code),
}))

/** The countries of a zone, entered by name with suggestions, each with a button to remove it. */
function ZoneCountries({
  zone: { name, countries },
  error,
  onChange,
}: {
  zone: ZoneForm
  error: string | undefined
  onChange(changes: Pick<ZoneForm, 'countries'>): void
}) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const add = (text: string, isDone: boolean) => {
    const wanted = text.trim().toLowerCase()
    const found =
      NAMES.find((one) => one.name.toLowerCase() === wanted) ??
      (isDone && wanted ? NAMES.find((one) => one.name.toLowerCase().startsWith(wanted)) : undefined)
    // The server knows the names in other languages.
    const added = found?.code ?? (isDone && wanted ? text.trim() : undefined)
    setTyped(added ? '' : text)
    if (added && countries && !countries.includes(added)) onChange({ countries: [...countries, added] })
  }
  return (
    <div className="space-y-3">
      <Checkbox
        label="Everywhere else"
        checked={countries === null}
        onChange={({ target }) => onChange({ countries: target.checked ? null : [] })}
      />
      {countries && (
        <>
          <Field
            label="Add a country"
            list={list}
            value={typed}
            autoComplete="off"
            error={error}
            onChange={({ target }) => add(target.value, false)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add(typed, true)
            }}
          />
          <datalist id={list}>
            {NAMES.map(({ code, name }) => (
              <option key={code} value={name} />
            ))}
          </datalist>
          {countries.length > 0 && (
            <ul className="flex flex-wrap gap-2" aria-label={`Countries of ${name || 'this zone'}`}>
              {countries.map((code) => (
                <li key={code}>
                  <button
                    type="button"
                    className="min-h-11 rounded-field border border-control px-3 text-sm hover:border-ink"
                    aria-label={`Remove ${countryName(code)}`}
                    onClick={() => onChange({ countries: countries.filter((other) => other !== code) })}
                  >
                    {countryName(code)} <span aria-hidden="true">×</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
