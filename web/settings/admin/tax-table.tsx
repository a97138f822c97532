import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { sortedByName } from '#contract/checkout/countries.ts'
import { countryName, isoCountry } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { BUILT_IN_CLASSES, placeProblems, type TaxRow, ZERO_CLASS } from '#contract/settings/taxes.ts'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { errorAt } from './places-form.ts'
import { taxNameIn } from './prefilled-rates.ts'
import { PrefilledRates } from './prefilled-rates-picker.tsx'
import { regionsQuery } from './regions.ts'
import type { TaxValues } from './tax-form.ts'
import { TaxRowEditor } from './tax-row.tsx'

/** The table of rates: a row per country or region, and a column per tax class. */
export function TaxTable({ label }: { label: string }) {
  const form = useFormContext<TaxValues>()
  const { rows, classes } = useWatch<TaxValues, 'taxes'>({ name: 'taxes' })
  const columns = columnsOf(classes, rows)
  const change = (next: TaxRow[]) =>
    form.setValue('taxes.rows', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const problem = errorAt(form, 'taxes.rows')
  return (
    // By default a fieldset is as wide as its content, and the page would scroll instead of the table.
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      {rows.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <thead>
              <tr className="border-hairline border-b text-muted text-sm">
                <th scope="col" className="py-2 pr-2 font-medium">
                  {t('Place')}
                </th>
                {columns.map((name) => (
                  <th key={name} scope="col" className="whitespace-nowrap px-1 py-2 font-medium">
                    {titleOf(name)} %
                  </th>
                ))}
                <th scope="col" className="px-1 py-2 font-medium max-sm:hidden">
                  {t('Zero %')}
                </th>
                <th scope="col">
                  <span className="sr-only">{t('Actions')}</span>
                </th>
              </tr>
            </thead>
            {rows.map((row, index) => (
              <TaxRowEditor
                key={`${row.country} ${row.region}`}
                row={row}
                rows={rows}
                columns={columns}
                path={`taxes.rows.${index}`}
                onChange={(changed) => change(rows.with(index, changed))}
                onRemove={() => change(rows.filter((_, other) => other !== index))}
              />
            ))}
          </table>
        </div>
      )}
      <p className="text-sale text-sm empty:hidden" role="alert">
        {rows.length === 0 && problem}
      </p>
      <NewRow rows={rows} onAdd={(row) => change([...rows, row].sort(byPlace))} />
      <PrefilledRates rows={rows} onFill={(filled) => change(filled.sort(byPlace))} />
    </fieldset>
  )
}

/** Returns the classes with a column, including deleted ones that rows still have rates for. */
function columnsOf(classes: string, rows: TaxRow[]): string[] {
  const own = classes.split(',').map((name) => name.trim())
  const used = rows.flatMap(({ rates }) => Object.keys(rates))
  return [...new Set([...BUILT_IN_CLASSES, ...own, ...used])].filter((name) => name && name !== ZERO_CLASS)
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const keyOf = ({ country, region }: TaxRow) => `${countryName(country)} ${region ?? ''}`
const byPlace = (one: TaxRow, other: TaxRow) => keyOf(one).localeCompare(keyOf(other), 'en')

const COUNTRIES = sortedByName(ADDRESS_COUNTRIES).map((code) => isoCountry(code))

/** The options of a list of countries, by name. */
export const countryOptions = COUNTRIES.map((code) => (
  <option key={code} value={code}>
    {countryName(code)}
  </option>
))

function NewRow({ rows, onAdd }: { rows: TaxRow[]; onAdd(row: TaxRow): void }) {
  const [country, setCountry] = useState('')
  const [region, setRegion] = useState('')
  const { data: regions = [] } = useQuery(regionsQuery(useApi(), country))
  const place = { country, region: region || null, addsToCountry: false }
  const problem = country && placeProblems([...rows, place]).find(({ index }) => index === rows.length)
  const add = () => {
    onAdd({ ...place, name: taxNameIn(country, place.region), shippingTaxed: true, rates: {}, source: null })
    setRegion('')
  }
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="sr-only">{t('New row')}</legend>
      <div className="w-56">
        <Select
          label={t('Country')}
          value={country}
          error={problem ? problem.message : undefined}
          onChange={({ target }) => {
            setCountry(target.value)
            setRegion('')
          }}
        >
          <option value="">{t('Choose a country')}</option>
          {countryOptions}
        </Select>
      </div>
      {regions.length > 0 && (
        <div className="w-56">
          <Select label={t('Region')} value={region} onChange={({ target }) => setRegion(target.value)}>
            <option value="">{t('The whole country')}</option>
            {regions.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
      <Button look="outline" disabled={country === '' || Boolean(problem)} onClick={add}>
        {t('Add row')}
      </Button>
    </fieldset>
  )
}
