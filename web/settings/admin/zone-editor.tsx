import { useFormContext } from 'react-hook-form'
import { isCountry } from '#contract/checkout/countries.ts'
import { t } from '#contract/language/language.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { CountryPicker } from './country-picker.tsx'
import { ListError, MethodEditor } from './method-editor.tsx'
import { errorAt, type MethodForm, newMethod, type PlacesValues, type ZoneForm } from './places-form.ts'
import { regionsQuery } from './regions.ts'
import type { Settings } from './use-save-section.ts'

/** The fields of a zone: its places and its methods. */
export function ZoneEditor({
  zone,
  path,
  taken,
  business,
  onChange,
}: {
  zone: ZoneForm
  path: string
  /** Countries of other zones. */
  taken: readonly string[]
  business: Settings['business']
  onChange(update: (zone: ZoneForm) => ZoneForm): void
}) {
  const form = useFormContext<PlacesValues>()
  const { methods, countries } = zone
  const set = (changes: Partial<ZoneForm>) => onChange((zone) => ({ ...zone, ...changes }))
  const setCountries = (change: (countries: string[]) => string[]) =>
    onChange((zone) => ({ ...zone, countries: change(zone.countries ?? []) }))
  const setMethods = (change: (methods: MethodForm[]) => MethodForm[]) =>
    onChange((zone) => ({ ...zone, methods: change(zone.methods) }))
  const field = (name: 'name' | 'regions' | 'postalCodes') => ({
    value: zone[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    error: errorAt(form, `${path}.${name}`),
  })
  const mayHaveRegions = useMayHaveRegions(zone.countries)
  const isPart = zone.countries?.length === 1 || zone.regions !== '' || zone.postalCodes !== ''
  return (
    <div className="space-y-5">
      <Field
        label={t('Zone name')}
        hint={t('Shown only to admins and in the shipping policy.')}
        {...field('name')}
      />
      <div className="space-y-3">
        <Checkbox
          label={t('Everywhere else')}
          checked={countries === null}
          onChange={({ target }) => set({ countries: target.checked ? null : [] })}
        />
        {countries && (
          <CountryPicker
            countries={countries}
            taken={taken}
            listLabel={`Countries of ${zone.name || 'this zone'}`}
            error={errorAt(form, `${path}.countries`)}
            onChange={setCountries}
          />
        )}
      </div>
      {isPart && (
        <div className="grid gap-5 sm:grid-cols-2">
          {(mayHaveRegions || zone.regions !== '') && (
            <Field
              label={t('Only these states (optional)')}
              hint={t('Separated by commas, such as HI, Alaska.')}
              {...field('regions')}
            />
          )}
          <Field
            label={t('Only these postal codes (optional)')}
            hint={t('The first digits, ranges, or UK districts, such as 10, 20000–29999, or N1.')}
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
          onChange={(changed) => setMethods((methods) => methods.with(index, changed))}
          onRemove={() => setMethods((methods) => methods.filter((_, other) => other !== index))}
        />
      ))}
      {methods.length === 0 && <ListError>{errorAt(form, `${path}.methods`)}</ListError>}
      <Button look="outline" onClick={() => setMethods((methods) => [...methods, newMethod()])}>
        {t('Add method')}
      </Button>
    </div>
  )
}

/** Returns false for one country whose addresses have no regions, and while they load. */
function useMayHaveRegions(countries: string[] | null): boolean {
  const [country = '', ...others] = countries ?? []
  const isKnown = others.length === 0 && isCountry(country)
  const { data, isLoading } = useQuery(regionsQuery(useApi(), isKnown ? country : ''))
  return data ? data.length > 0 : !isLoading
}
