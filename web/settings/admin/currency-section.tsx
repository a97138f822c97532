import { memo } from 'react'
import { CURRENCIES, LOCALES } from '#contract/currencies.ts'
import { formatDay, UTC } from '#contract/dates.ts'
import { t } from '#contract/language/language.ts'
import { formatCents } from '#contract/money.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { ADMIN } from '../../platform/paths.ts'
import { Link } from '../../platform/router/link.tsx'
import { SettingsSelect, settingsSection } from './settings-section.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import type { Settings } from './use-save-section.ts'

const CURRENCY_NAMES = new Intl.DisplayNames('en-US', { type: 'currency' })
const REGION_NAMES = new Intl.DisplayNames('en-US', { type: 'region' })

const FIXED = 'Your shop has orders in this currency, so it can’t change anymore.'
const FREE =
  'Prices aren’t converted: every amount keeps its digits, so 49.99 dollars become 4999 yen. Choose it before you add products. After the first order it can’t change.'

// Created once, so React skips 150 elements while an admin types.
const OPTIONS = [...CURRENCIES.keys()].map((code) => (
  <option key={code} value={code}>
    {code} – {CURRENCY_NAMES.of(code)}
  </option>
))

/** The currency, and the format of amounts, numbers, and dates. */
export const currencySection = settingsSection({
  title: 'Currency and formats',
  saveLabel: 'Save currency and formats',
  labels: {
    currency: 'Currency',
    locale: 'Numbers and dates',
    timeZone: 'Time zone',
    weightUnits: 'Weights',
  },
  schema: SettingsFields.pick({ currency: true, locale: true, timeZone: true, weightUnits: true }),
  valuesOf: ({ currency, locale, timeZone, weightUnits }) => ({ currency, locale, timeZone, weightUnits }),
  Fields: ({ settings: { currency, timeZone, isCurrencyFixed, unpayablePrices } }) => (
    <>
      <SettingsSelect name="currency" hint={isCurrencyFixed ? FIXED : FREE}>
        {isCurrencyFixed ? OPTIONS.filter(({ key }) => key === currency) : OPTIONS}
      </SettingsSelect>
      {unpayablePrices && <UnpayablePrices {...unpayablePrices} />}
      <SettingsSelect
        name="locale"
        hint={t('How amounts, numbers, and dates are written. The texts of the shop are in English.')}
      >
        <LocaleOptions currency={currency} />
      </SettingsSelect>
      <TimeZoneField saved={timeZone} />
      <SettingsSelect
        name="weightUnits"
        hint={t(
          'For product pages and the shipping policy. Weights that you entered in other units are converted.',
        )}
      >
        <option value="entered">{t('In the unit entered for each product')}</option>
        <option value="metric">{t('In kilograms and grams')}</option>
        <option value="imperial">{t('In pounds and ounces')}</option>
      </SettingsSelect>
    </>
  ),
})

/** Formats an example for each locale only if the currency has changed, because that is slow. */
const LocaleOptions = memo(({ currency }: { currency: string }) =>
  LOCALES.map((locale) => (
    <option key={locale} value={locale}>
      {localeLabel(locale, currency)}
    </option>
  )),
)

/** Warns of prices from before a change to the currency, because the checkout rejects totals that cards can't pay. */
function UnpayablePrices({ count, example, step }: NonNullable<Settings['unpayablePrices']>) {
  const { formatMoney } = useFormats()
  const isOne = count === 1
  return (
    <p role="status" className="rounded-card border border-sale p-4 text-sm">
      {isOne
        ? t('Cards can’t pay the price of “{example}” in this currency.', { example })
        : t('Cards can’t pay the prices of {count} products in this currency, such as “{example}”.', {
            count,
            example,
          })}{' '}
      <Link className="underline" to={`${ADMIN}?tab=products`}>
        Change {isOne ? 'it' : 'them'}
      </Link>{' '}
      to {isOne ? t('a multiple') : 'multiples'} of {formatMoney(step)}.
    </p>
  )
}

/** "United Kingdom: £1,234.50, 31 Dec 2026" */
export function localeLabel(locale: string, code: string): string {
  const { region = '' } = new Intl.Locale(locale)
  const currency = CURRENCIES.get(code)
  const amount = currency ? `${formatCents(123_450, { currency, locale })}, ` : ''
  const date = formatDay('2026-12-31', { locale, timeZone: UTC })
  return `${REGION_NAMES.of(region)}: ${amount}${date}`
}
