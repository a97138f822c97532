import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { countryName } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { Select } from '../../ui/field.tsx'
import { Trans } from '../../ui/trans.tsx'
import { AccentField } from './accent-field.tsx'
import { FontsField } from './fonts-field.tsx'
import { BUSINESS_LABELS } from './plain-sections.tsx'
import { PRESET_COUNTRIES, PRESET_NAMES, type Preset, presetOf } from './presets.ts'
import { settingsAddress } from './setting-pages.ts'
import { SettingsField, settingsSection } from './settings-section.tsx'
import { SetupChanges, type SetupValues, textsOf } from './setup-changes.tsx'
import type { Settings } from './use-save-section.ts'

const LABELS = {
  ...BUSINESS_LABELS,
  currency: 'Currency',
  locale: 'Numbers and dates',
  timeZone: 'Time zone',
  zones: 'Shipping zones',
  taxes: 'Taxes',
  shopName: 'Shop name',
  supportEmail: 'Support address',
  'brand.accent': 'Accent color',
  'brand.fonts': 'Fonts',
}

const { shopName, supportEmail, business, brand } = SettingsFields.shape
/** The server checks the preset, which the form doesn't show field by field. */
const SCHEMA = z.object({ shopName, supportEmail, business, brand })

/** The first settings of a new shop, with a preset for its country. Each of these settings is also on its own page. */
export const setupSection = settingsSection<SetupValues>({
  title: 'Set up your shop',
  saveLabel: 'Save changes',
  labels: LABELS,
  schema: SCHEMA,
  valuesOf,
  describe: textsOf,
  Fields: ({ settings }) => (
    <>
      <p className="text-muted">
        {t('Everything is optional. Nothing changes until you save, and the audit log can undo it.')}
      </p>
      <Part title={t('Where you sell from')}>
        <CountryPreset settings={settings} />
        <SetupChanges saved={valuesOf(settings)} labels={LABELS} />
      </Part>
      <Part title={t('Name and contact')}>
        <SettingsField name="shopName" autoComplete="organization" />
        <SettingsField
          name="supportEmail"
          type="email"
          placeholder={settings.senderEmail}
          hint={t('Where shoppers can email you.')}
        />
        <SettingsField
          name="business.legalName"
          hint={t('On invoices and legal pages, if it differs from the shop’s name.')}
        />
        <SettingsField name="business.address" autoComplete="address-line1" />
        <SettingsField name="business.address2" autoComplete="address-line2" />
        <SettingsField name="business.city" autoComplete="address-level2" />
        <SettingsField name="business.state" autoComplete="address-level1" />
        <SettingsField name="business.zipCode" autoComplete="postal-code" />
        <SettingsField name="business.phone" type="tel" autoComplete="tel" />
        <SettingsField name="business.vatId" />
      </Part>
      <Part title={t('Look')}>
        <AccentField />
        <FontsField />
        <p className="text-muted text-sm">
          <Trans
            text="Logo, corners, and the words around every page are under <link>Brand</link>."
            parts={{ link: <Link className="underline underline-offset-4" to={settingsAddress('brand')} /> }}
          />
        </p>
      </Part>
    </>
  ),
})

function valuesOf(settings: Settings): SetupValues {
  const { shopName, supportEmail, business, brand, currency, locale, timeZone, zones, taxes } = settings
  return { shopName, supportEmail, business, brand, currency, locale, timeZone, zones, taxes }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-4 border-hairline border-t pt-5">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}

// Created once, so React skips them while an admin types.
const OPTIONS = PRESET_COUNTRIES.map((code) => (
  <option key={code} value={code}>
    {countryName(code)}
  </option>
))

/** Fills the form with the preset of a country. No country is chosen until the admin does. */
function CountryPreset({ settings }: { settings: Settings }) {
  const { setValue, getValues } = useFormContext<SetupValues>()
  const values = useWatch<SetupValues>() as SetupValues
  const [chosen, setChosen] = useState('')
  // Discarding the form, and an undo, leave the preset.
  const isApplied = chosen !== '' && isSame(presetOf(chosen, settings), values)

  function choose(country: string) {
    setChosen(country)
    const { business, ...preset } = country
      ? { business: { country }, ...presetOf(country, settings) }
      : valuesOf(settings)
    for (const name of PRESET_NAMES) setValue(name, preset[name], { shouldDirty: true })
    // An address follows the format of its country. One that was typed just now is meant for this country.
    if (country && country !== settings.business.country)
      for (const name of PLACE)
        if (getValues(`business.${name}`) === settings.business[name])
          setValue(`business.${name}`, '', { shouldDirty: true })
    setValue('business.country', business.country, { shouldDirty: true })
  }
  return (
    <Select
      label={t('Country')}
      value={isApplied ? chosen : ''}
      onChange={({ target }) => choose(target.value)}
      hint={
        <>
          Sets currency, number formats, time zone, shipping zones, and taxes with reduced rates. For another
          country, use the pages{' '}
          <Link className="underline underline-offset-4" to={settingsAddress('business')}>
            {t('Business')}
          </Link>
          ,{' '}
          <Link className="underline underline-offset-4" to={settingsAddress('places')}>
            {t('Places and shipping')}
          </Link>
          , and{' '}
          <Link className="underline underline-offset-4" to={settingsAddress('taxes')}>
            {t('Taxes')}
          </Link>
          .{settings.isCurrencyFixed && t(' The currency stays, because the shop has orders in it.')}
        </>
      }
    >
      <option value="">{t('Choose a country')}</option>
      {OPTIONS}
    </Select>
  )
}

const PLACE = ['address', 'address2', 'city', 'state', 'zipCode'] as const

const isSame = (preset: Preset, values: SetupValues) =>
  PRESET_NAMES.every((name) => JSON.stringify(preset[name]) === JSON.stringify(values[name]))
