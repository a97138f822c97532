import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { centsOf, sampleAmount } from '#contract/money.ts'
import { amountRows } from '#contract/pricing/amounts.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { flatRateRules, quote } from '#contract/pricing/quote.ts'
import { type ShippingZone, zoneFor } from '#contract/pricing/shipping.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { taxRules } from '#contract/settings/tax-rules.ts'
import { type TaxRow, TaxSettings } from '#contract/settings/taxes.ts'
import { zonesFromWire } from '#contract/settings/zones.ts'
import { useFormats } from '../../platform/formats.ts'
import { Select } from '../../ui/field.tsx'
import { useRegionName } from './regions.ts'
import { SettingsField, SettingsSelect, settingsSection } from './settings-section.tsx'
import type { TaxValues } from './tax-form.ts'
import { TaxProviderNotice } from './tax-provider-notice.tsx'
import { countryOptions, TaxTable } from './tax-table.tsx'
import { appliedTaxes, placeName, rateText } from './tax-text.ts'
import type { Settings } from './use-save-section.ts'
import { useToday } from './use-today.ts'

const LABELS = {
  'taxes.mode': 'Taxes',
  'taxes.pricesIncludeTax': 'Product prices',
  'taxes.home': 'VAT registration',
  'taxes.oss': 'Customers in other EU countries',
  'taxes.acceptsUnverifiedNumbers': 'VAT numbers while VIES is unavailable',
  'taxes.classes': 'Custom tax classes',
  'taxes.rows': 'Tax rates',
}

export const taxesSection = settingsSection<TaxValues>({
  title: 'Taxes',
  saveLabel: 'Save taxes',
  labels: LABELS,
  schema: SettingsFields.pick({ taxes: true }),
  valuesOf: ({ taxes }) => ({
    taxes: {
      ...taxes,
      pricesIncludeTax: String(taxes.pricesIncludeTax),
      acceptsUnverifiedNumbers: String(taxes.acceptsUnverifiedNumbers),
      home: taxes.home ?? '',
      classes: taxes.classes.join(', '),
    },
  }),
  describe: ({ taxes: { rows, ...taxes } }, locale) => ({
    ...Object.fromEntries(Object.entries(taxes).map(([name, value]) => [`taxes.${name}`, value])),
    'taxes.rows': rows.map((row) => `${placeName(row)}: ${rateText(row, rows, utcDay(), locale)}`).join('; '),
  }),
  Fields: ({ settings }) => {
    const { mode, rows, home, oss } = useWatch<TaxValues, 'taxes'>({ name: 'taxes' })
    return (
      <>
        <SettingsSelect name="taxes.mode">
          <option value="none">No taxes</option>
          <option value="table">From a table of rates</option>
          <option value="stripe">Calculated by Stripe Tax</option>
        </SettingsSelect>
        {settings.taxes.mode === 'stripe' && <TaxProviderNotice isInSettings />}
        {mode === 'stripe' && <StripeTaxNote hasAddress={settings.business.address !== ''} />}
        {mode !== 'none' && (
          <SettingsSelect name="taxes.pricesIncludeTax">
            <option value="true">Include tax, as is usual in Europe</option>
            <option value="false">Don’t include tax, as is usual in the US</option>
          </SettingsSelect>
        )}
        {mode !== 'none' && (
          <SettingsSelect name="taxes.home" hint="The country where you are registered for VAT.">
            <option value="">Not registered</option>
            {countryOptions}
          </SettingsSelect>
        )}
        {mode !== 'none' && EU_COUNTRIES.includes(home) && (
          <SettingsSelect
            name="taxes.acceptsUnverifiedNumbers"
            hint="VIES, the EU’s register, confirms the VAT numbers of business customers. If you accept unverified numbers, their orders are held for review, and VIES is queried again for three days."
          >
            <option value="false">Charge VAT</option>
            <option value="true">Accept unverified numbers and charge no VAT</option>
          </SettingsSelect>
        )}
        {mode === 'stripe' && (
          <SettingsField
            name="taxes.classes"
            hint="Stripe’s tax codes for products that are taxed differently, such as txcd_20030000 for clothing. Separated by commas."
          />
        )}
        {mode === 'table' && (
          <>
            {rows.some(({ country }) => EU_COUNTRIES.includes(country)) && (
              <SettingsSelect
                name="taxes.oss"
                hint="Reported with the EU’s One-Stop Shop. If you sell less than €10,000 a year to other EU countries, you can charge your own country’s rates."
              >
                <option value="destination">Pay their country’s rates</option>
                <option value="home">Pay your country’s rates</option>
              </SettingsSelect>
            )}
            <SettingsField
              name="taxes.classes"
              hint="Separated by commas, in addition to standard, reduced, and zero. A class without a rate in a country is taxed as standard."
            />
            <p className="font-medium">{appliedTaxes({ rows, home: home || null, oss })}</p>
            <TaxTable label={LABELS['taxes.rows']} />
            <Preview settings={settings} />
          </>
        )}
      </>
    )
  },
})

const utcDay = () => new Date().toISOString().slice(0, 10)

function StripeTaxNote({ hasAddress }: { hasAddress: boolean }) {
  return (
    <div className="rounded-card border border-hairline bg-surface p-4 text-sm">
      <p>
        At checkout, Stripe calculates the tax of each order from its address, and charges it only where you
        are registered. Paid orders and refunds then appear in Stripe’s tax reports. Stripe charges a fee.
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>Set up Tax in your Stripe dashboard, and add your registrations there.</li>
        <li>
          {hasAddress
            ? 'Orders are taxed as shipped from the address under Business.'
            : 'Enter the address of your business under Business first.'}
        </li>
        <li>While Stripe is unavailable, customers can’t check out.</li>
        <li>Wallets are offered on the payment step, not in the cart.</li>
      </ul>
    </div>
  )
}

/** The rate and the price of an example in a place, using the rates in the form before they are saved. */
function Preview({ settings }: { settings: Settings }) {
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
  const quoted =
    zoneFor(zones, to) &&
    quote([{ productId: 1, variantId: 1, quantity: 1, priceCents: centsOf(price), shipsFree: false }], to, {
      currency,
      zones,
      taxes: taxRules(data, today),
    })
  return (
    <div className="rounded-card border border-hairline bg-surface p-4">
      <Select
        label={`A ${formatMoney(price)} product shipped to`}
        value={data.rows.indexOf(row)}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {data.rows.map((one, index) => (
          <PlaceOption key={`${one.country} ${one.region}`} row={one} index={index} />
        ))}
      </Select>
      {!quoted && <p className="mt-3 text-muted">Your shipping zones don’t include this place.</p>}
      {quoted && (
        <>
          <p className="mt-3">
            {name}: {appliedRate(row, data, today, locale)}
          </p>
          <dl aria-label="Example" className="mt-3 tabular-nums">
            {amountRows(quoted, formatCents, locale).map(({ label, value, isTotal }) => (
              <div key={label} className={`flex justify-between ${isTotal ? 'font-medium' : 'text-muted'}`}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}

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
