import { useWatch } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import type { TaxRow } from '#contract/settings/taxes.ts'
import { useRegionNames } from './regions.ts'
import { SettingsField, SettingsSelect, settingsSection } from './settings-section.tsx'
import type { TaxValues } from './tax-form.ts'
import { TaxPreview } from './tax-preview.tsx'
import { TaxProviderNotice } from './tax-provider-notice.tsx'
import { countryOptions, TaxTable } from './tax-table.tsx'
import { appliedTaxes, placeName, rateText } from './tax-text.ts'
import type { Settings } from './use-save-section.ts'

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
  isWide: true,
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
    taxes: {
      ...taxes,
      rows: rows.map((row) => `${placeName(row)}: ${rateText(row, rows, utcDay(), locale)}`).join('; '),
    },
  }),
  Fields: ({ settings }) => {
    const { mode, rows, home, oss } = useWatch<TaxValues, 'taxes'>({ name: 'taxes' })
    const regionName = useRegionNames(countriesWithRegions(rows))
    return (
      <>
        <p className="max-w-xl text-lg">
          {mode === 'table' ? appliedTaxes({ rows, home: home || null, oss }, regionName) : SENTENCES[mode]}
        </p>
        <SettingsSelect name="taxes.mode">
          <option value="none">{t('No taxes')}</option>
          <option value="table">{t('From a table of rates')}</option>
          <option value="stripe">{t('Calculated by Stripe Tax')}</option>
        </SettingsSelect>
        {settings.taxes.mode === 'stripe' && <TaxProviderNotice isInSettings />}
        {mode === 'stripe' && <StripeTaxNote hasAddress={settings.business.address !== ''} />}
        {mode !== 'none' && (
          <SettingsSelect name="taxes.pricesIncludeTax">
            <option value="true">{t('Include tax, as is usual in Europe')}</option>
            <option value="false">{t('Don’t include tax, as is usual in the US')}</option>
          </SettingsSelect>
        )}
        {mode !== 'none' && mayHaveVat(settings, home, rows) && (
          <SettingsSelect name="taxes.home" hint={t('The country where you are registered for VAT.')}>
            <option value="">{t('Not registered')}</option>
            {countryOptions}
          </SettingsSelect>
        )}
        {mode !== 'none' && EU_COUNTRIES.includes(home) && (
          <SettingsSelect
            name="taxes.acceptsUnverifiedNumbers"
            hint={t(
              'VIES, the EU’s register, confirms the VAT numbers of business customers. If you accept unverified numbers, their orders are held for review, and VIES is queried again for three days.',
            )}
          >
            <option value="false">{t('Charge VAT')}</option>
            <option value="true">{t('Accept unverified numbers and charge no VAT')}</option>
          </SettingsSelect>
        )}
        {mode === 'stripe' && (
          <SettingsField
            name="taxes.classes"
            hint={t(
              'Stripe’s tax codes for products that are taxed differently, such as txcd_20030000 for clothing. Separated by commas.',
            )}
          />
        )}
        {mode === 'table' && (
          <>
            {rows.some(({ country }) => EU_COUNTRIES.includes(country)) && (
              <SettingsSelect
                name="taxes.oss"
                hint={t(
                  'Reported with the EU’s One-Stop Shop. If you sell less than €10,000 a year to other EU countries, you can charge your own country’s rates.',
                )}
              >
                <option value="destination">{t('Pay their country’s rates')}</option>
                <option value="home">{t('Pay your country’s rates')}</option>
              </SettingsSelect>
            )}
            <SettingsField
              name="taxes.classes"
              hint={t(
                'Separated by commas, in addition to standard, reduced, and zero. A class without a rate in a country is taxed as standard.',
              )}
            />
            <TaxTable label={LABELS['taxes.rows']} />
            <TaxPreview settings={settings} />
          </>
        )}
      </>
    )
  },
})

const utcDay = () => new Date().toISOString().slice(0, 10)

const SENTENCES = {
  none: 'You charge no taxes.',
  stripe: 'Stripe calculates the tax of each order, and charges it where you are registered.',
}

/** The regions' names are only needed for these. */
const countriesWithRegions = (rows: TaxRow[]) => [
  ...new Set(rows.flatMap(({ country, region }) => (region === null ? [] : [country]))),
]

/** Whether the shop may be registered for VAT, which the United States don't have. */
function mayHaveVat({ business, zones }: Settings, home: string, rows: TaxRow[]): boolean {
  const countries = [
    ...rows.map(({ country }) => country),
    ...(zones ?? []).flatMap(({ countries }) => countries ?? []),
  ]
  return home !== '' || [business.country, ...countries].some((country) => country !== 'US')
}

function StripeTaxNote({ hasAddress }: { hasAddress: boolean }) {
  return (
    <div className="border-hairline border-l-2 pl-4 text-sm">
      <p>
        {t(
          'At checkout, Stripe calculates the tax of each order from its address, and charges it only where you are registered. Paid orders and refunds then appear in Stripe’s tax reports. Stripe charges a fee.',
        )}
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>{t('Set up Tax in your Stripe dashboard, and add your registrations there.')}</li>
        <li>
          {hasAddress
            ? t('Orders are taxed as shipped from the address under Business.')
            : t('Enter the address of your business under Business first.')}
        </li>
        <li>{t('While Stripe is unavailable, customers can’t check out.')}</li>
        <li>{t('Wallets are offered on the payment step, not in the cart.')}</li>
      </ul>
    </div>
  )
}
