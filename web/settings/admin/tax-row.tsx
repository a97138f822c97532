import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { countryName } from '#contract/checkout/rules.ts'
import { formatDay, UTC } from '#contract/dates.ts'
import { t } from '#contract/language/language.ts'
import { showNumber } from '#contract/numbers.ts'
import { percentOfRate } from '#contract/pricing/tax-text.ts'
import { STANDARD_CLASS } from '#contract/pricing/taxes.ts'
import type { TaxCell, TaxRow } from '#contract/settings/taxes.ts'
import { useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { PercentField } from './percent-field.tsx'
import { errorAt } from './places-form.ts'
import { useRegionName } from './regions.ts'
import type { TaxValues } from './tax-form.ts'
import { placeName, rateText } from './tax-text.ts'
import { useToday } from './use-today.ts'

type RowProps = {
  row: TaxRow
  rows: TaxRow[]
  /** The tax classes with a column. */
  columns: string[]
  path: string
  onChange(row: TaxRow): void
  onRemove(): void
}

/** A row of the tax table: a rate per class, and further fields that are folded away. */
export function TaxRowEditor({ row, rows, columns, path, onChange, onRemove }: RowProps) {
  const form = useFormContext<TaxValues>()
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const today = useToday()
  const { locale } = useFormats()
  const name = placeName(row, useRegionName(row.country, row.region))
  const errorOf = (field: string) => errorAt(form, `${path}.${field}`)
  const hasHiddenError = ['name', 'addsToCountry', ...columns.map((one) => `rates.${one}.next`)].some(
    (field) => hasError(form.formState.errors, `${path}.${field}`),
  )
  const isShown = isOpen || hasHiddenError
  // A changed rate is the owner's own.
  const setCell = (taxClass: string, cell: TaxCell | null) => {
    const { [taxClass]: _before, ...others } = row.rates
    onChange({ ...row, rates: cell ? { ...others, [taxClass]: cell } : others, source: null })
  }
  const rowError = errorOf('country') ?? errorOf('region')
  return (
    <tbody className="border-hairline border-b">
      <tr className="align-top">
        <th scope="row" className="py-3 pr-2 font-normal">
          <span className="font-medium">{name}</span>
          <span className="block text-muted text-sm">{rateText(row, rows, today, locale)}</span>
          {rowError && <span className="block text-sale text-sm">{rowError}</span>}
        </th>
        {columns.map((taxClass) => (
          <td key={taxClass} className="w-24 min-w-18 px-1 py-2">
            <PercentField
              label={t('{name}: {taxClass} rate in %', { name, taxClass })}
              isLabelHidden
              ppm={row.rates[taxClass]?.ppm ?? null}
              error={errorOf(`rates.${taxClass}.ppm`) ?? errorOf(`rates.${taxClass}`)}
              onChange={(ppm) =>
                setCell(taxClass, ppm === null ? null : { ppm, next: row.rates[taxClass]?.next ?? null })
              }
            />
            <NextRate cell={row.rates[taxClass]} />
          </td>
        ))}
        <td className="w-14 px-1 py-5 text-center text-muted tabular-nums max-sm:hidden">0</td>
        <td className="w-11 py-2">
          <button
            type="button"
            className="size-11 rounded-field text-muted hover:bg-hairline"
            aria-expanded={isShown}
            aria-controls={details}
            aria-label={t('More about {name}', { name })}
            onClick={() => setOpen(!isShown)}
          >
            <span aria-hidden="true">{isShown ? '▴' : '▾'}</span>
          </button>
        </td>
      </tr>
      <tr id={details} hidden={!isShown}>
        <td colSpan={columns.length + 3} className="pb-4">
          <fieldset className="space-y-4 border-hairline border-l-2 pl-4">
            <legend className="sr-only">{name}</legend>
            <RowDetails
              row={row}
              name={name}
              columns={columns}
              errorOf={errorOf}
              setCell={setCell}
              onChange={onChange}
            />
            <Button look="quiet" className="px-0! text-sm underline" onClick={onRemove}>
              {t('Remove {name}', { name })}
            </Button>
          </fieldset>
        </td>
      </tr>
    </tbody>
  )
}

function hasError(errors: object, path: string): boolean {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], errors)
  return found !== undefined
}

/** The rate that begins on a later day. */
function NextRate({ cell }: { cell: TaxCell | undefined }) {
  const { locale } = useFormats()
  const today = useToday()
  const next = cell?.next
  if (!next?.from || Number.isNaN(next.ppm)) return null
  const day = formatDay(next.from, { locale, timeZone: UTC })
  return (
    <span className="mt-1 block text-muted text-xs">
      {showNumber(percentOfRate(next.ppm), locale)} {next.from > today ? 'from' : 'since'} {day}
    </span>
  )
}

function RowDetails({
  row,
  name,
  columns,
  errorOf,
  setCell,
  onChange,
}: Pick<RowProps, 'row' | 'columns' | 'onChange'> & {
  name: string
  errorOf(field: string): string | undefined
  setCell(taxClass: string, cell: TaxCell): void
}) {
  const { locale } = useFormats()
  return (
    <>
      <div className="max-w-60">
        <Field
          label={t('Name shown to shoppers')}
          placeholder="VAT"
          value={row.name}
          error={errorOf('name')}
          onChange={({ target }) => onChange({ ...row, name: target.value })}
        />
      </div>
      <div className="flex flex-col">
        {row.region !== null && (
          <Checkbox
            label={t('Added to the rate of {country}, not instead of it', {
              country: countryName(row.country),
            })}
            checked={row.addsToCountry}
            onChange={({ target }) => onChange({ ...row, addsToCountry: target.checked })}
          />
        )}
        {errorOf('addsToCountry') && <p className="text-sale text-sm">{errorOf('addsToCountry')}</p>}
        <Checkbox
          label={t('Shipping is taxed like the goods')}
          checked={row.shippingTaxed}
          onChange={({ target }) => onChange({ ...row, shippingTaxed: target.checked })}
        />
      </div>
      {columns.map((taxClass) => {
        const cell = row.rates[taxClass]
        return (
          cell && (
            <NextRateFields
              key={taxClass}
              taxClass={taxClass}
              cell={cell}
              rateError={errorOf(`rates.${taxClass}.next.ppm`)}
              dayError={errorOf(`rates.${taxClass}.next.from`)}
              onChange={(changed) => setCell(taxClass, changed)}
            />
          )
        )
      })}
      <p className="text-muted text-sm empty:hidden">
        {row.source &&
          `${name}: ${row.source.name}, as of ${formatDay(row.source.day, { locale, timeZone: UTC }, 'long')}.`}
        {row.source && !row.rates.reduced && t(' Its reduced rate isn’t confirmed, so it is empty.')}
      </p>
    </>
  )
}

/** The next rate of a class, and the day on which it replaces the current one. */
function NextRateFields({
  taxClass,
  cell,
  rateError,
  dayError,
  onChange,
}: {
  taxClass: string
  cell: TaxCell
  rateError: string | undefined
  dayError: string | undefined
  onChange(cell: TaxCell): void
}) {
  const { ppm = null, from = '' } = cell.next ?? {}
  const title = taxClass === STANDARD_CLASS ? 'Next rate' : `Next ${taxClass} rate`
  const set = (next: { ppm: number | null; from: string }) =>
    onChange({
      ...cell,
      next: next.ppm === null && next.from === '' ? null : { ppm: next.ppm ?? Number.NaN, from: next.from },
    })
  return (
    <div className="grid max-w-md grid-cols-2 gap-3">
      <PercentField
        label={t('{title} in %', { title })}
        ppm={Number.isNaN(ppm) ? null : ppm}
        error={rateError}
        onChange={(ppm) => set({ ppm, from })}
      />
      <Field
        label={t('From')}
        type="date"
        value={from}
        error={dayError}
        aria-label={t('{title}: first day', { title })}
        onChange={({ target }) => set({ ppm: Number.isNaN(ppm) ? null : ppm, from: target.value })}
      />
    </div>
  )
}
