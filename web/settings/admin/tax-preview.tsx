import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { centsOf, sampleAmount } from '#contract/money.ts'
import { amountRows } from '#contract/pricing/amounts.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { flatRateRules, quote } from '#contract/pricing/quote.ts'
import { type ShippingZone, zoneFor } from '#contract/pricing/shipping.ts'
import { taxRules } from '#contract/settings/tax-rules.ts'
import { type TaxRow, TaxSettings } from '#contract/settings/taxes.ts'
import { zonesFromWire } from '#contract/settings/zones.ts'
import { useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { useRegionName } from './regions.ts'
import type { TaxValues } from './tax-form.ts'
import { placeName, rateText } from './tax-text.ts'
import type { Settings } from './use-save-section.ts'
import { useToday } from './use-today.ts'

/** The rate and the price of an example in a place, using the rates in the form before they are saved. */
export function TaxPreview({ settings }: { settings: Settings }) {
  const { getValues } = useFormContext<TaxValues>()
  const { currency, locale, formatMoney, formatCents, parseCents } = useFormats()
  const today = useToday()
  useWatch<TaxValues>()
  const [chosen, setChosen] = useState<number | null>(null)
  const { data } = TaxSettings.safeParse(getValues('taxes'))
  const rules = currency && flatRateRules(centsOf(settings.shippingRate), currency)
  const zones = (settings.zones && zonesFromWire(settings.zones, parseCents)) ?? rules?.zones ?? []
  const row = data && ((chosen === null ? undefined : data.rows[chosen]) ?? firstShown(data, zones))
  const name = usePlaceName(row)
  if (!data || !row || !currency) return null
  const price = sampleAmount(currency)
  const to = destinationOf(row)
  const rulesNow = taxRules(data, today)
  const lines = [{ productId: 1, variantId: 1, quantity: 1, priceCents: centsOf(price), shipsFree: true }]
  const priceOf = (one: TaxRow) => {
    const place = destinationOf(one)
    const { taxes, totalCents } = quote(lines, place, { currency, zones: EVERYWHERE, taxes: rulesNow })
    const taxCents = taxes.reduce((sum, { cents }) => sum + cents, 0)
    return { tax: formatCents(taxCents), total: formatCents(totalCents) }
  }
  const quoted =
    zoneFor(zones, to) &&
    quote([{ productId: 1, variantId: 1, quantity: 1, priceCents: centsOf(price), shipsFree: false }], to, {
      currency,
      zones,
      taxes: rulesNow,
    })
  return (
    <section aria-label={t('Preview')} className="border-hairline border-t pt-6">
      <h3 className="mb-4 text-lg">{t('What a product costs')}</h3>
      <Select
        label={t('A {price} product shipped to', { price: formatMoney(price) })}
        value={data.rows.indexOf(row)}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {data.rows.map((one, index) => (
          <PlaceOption key={`${one.country} ${one.region}`} row={one} index={index} />
        ))}
      </Select>
      {!quoted && <p className="mt-3 text-muted">{t('Your shipping zones don’t include this place.')}</p>}
      {quoted && (
        <>
          <p className="mt-3">
            {name}: {appliedRate(row, data, today, locale)}
          </p>
          <dl aria-label={t('Example')} className="mt-3 tabular-nums">
            {amountRows(quoted, formatCents, locale).map(({ label, value, isTotal }) => (
              <div key={label} className={`flex justify-between ${isTotal ? 'font-medium' : 'text-muted'}`}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <Everywhere rows={data.rows} priceOf={priceOf} />
    </section>
  )
}

const SHOWN_AT_FIRST = 6

/** The product's price and tax in each place, without shipping. */
function Everywhere({
  rows,
  priceOf,
}: {
  rows: TaxRow[]
  priceOf(row: TaxRow): { tax: string; total: string }
}) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length < 2) return null
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <table className="mt-6 w-full text-left tabular-nums">
        <caption className="pb-2 text-left text-muted text-sm">{t('Without shipping')}</caption>
        <thead>
          <tr className="border-hairline border-b text-muted text-sm">
            <th scope="col" className="py-2 font-medium">
              {t('Place')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('Tax')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('Customer pays')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const { tax, total } = priceOf(row)
            return (
              <tr key={`${row.country} ${row.region}`} className="border-hairline border-b">
                <th scope="row" className="py-2 font-normal">
                  <PlaceName row={row} />
                </th>
                <td className="py-2 text-right text-muted">{tax}</td>
                <td className="py-2 text-right">{total}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length > SHOWN_AT_FIRST && !isWhole && (
        <Button look="quiet" className="mt-2 px-0!" onClick={() => setWhole(true)}>
          {t('Show all {length} places', { length: rows.length })}
        </Button>
      )}
    </>
  )
}

function PlaceName({ row }: { row: TaxRow }) {
  return usePlaceName(row)
}

/** Prices differ by tax even where the shop doesn't ship yet. */
const EVERYWHERE: ShippingZone[] = [
  { countries: null, methods: [{ id: 'free', name: 'Free', rateCents: 0 }] },
]

/** Returns the row of the home country, or else the first one that the shop ships to. */
function firstShown({ rows, home }: TaxSettings, zones: ShippingZone[]): TaxRow | undefined {
  const shipped = rows.filter((row) => zoneFor(zones, destinationOf(row)))
  return shipped.find(({ country, region }) => country === home && region === null) ?? shipped[0] ?? rows[0]
}

const destinationOf = ({ country, region }: TaxRow) => ({ country, region: region ?? '', methodId: null })

function PlaceOption({ row, index }: { row: TaxRow; index: number }) {
  return <option value={index}>{usePlaceName(row)}</option>
}

function usePlaceName(row: TaxRow | undefined): string {
  const region = useRegionName(row?.country ?? '', row?.region ?? null)
  return row ? placeName(row, region) : ''
}

/** Returns the rate that buyers pay: that of the row, or the home country's below the One-Stop Shop's threshold. */
function appliedRate(row: TaxRow, { rows, home, oss }: TaxSettings, day: string, locale: string): string {
  const isHome = oss === 'home' && home !== null && EU_COUNTRIES.includes(row.country) && row.country !== home
  const applied = isHome ? rows.find((one) => one.country === home && one.region === null) : row
  return applied ? rateText(applied, rows, day, locale) : 'no tax'
}
