import { useState } from 'react'
import { shopCountry } from '#contract/checkout/countries.ts'
import { countryName } from '#contract/checkout/rules.ts'
import { LOCALES } from '#contract/currencies.ts'
import { showNumber } from '#contract/numbers.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { type InputOf, useApi } from '../../platform/api.ts'
import { useMutation } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Select } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { localeLabel } from './currency-section.tsx'
import { PREFILLED } from './prefilled-rates.ts'
import { type Settings, useAfterSaving } from './use-save-section.ts'

type Preset = Pick<Settings, 'business' | 'currency' | 'locale' | 'timeZone' | 'zones' | 'taxes'>
type PresetName = keyof typeof PRESETS

/** Members of the European Union that don't use the euro. */
const EU_CURRENCIES: Record<string, string> = {
  CZ: 'CZK',
  DK: 'DKK',
  HU: 'HUF',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
}

/** IANA time zones of the capitals. The United States have several, so their preset keeps the shop's. */
const TIME_ZONES: Record<string, string> = {
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CH: 'Europe/Zurich',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
}

const PRESETS = {
  us: {
    title: 'US shop',
    of: () => ({ country: 'US', currency: 'USD', locale: 'en-US', zones: null, taxes: NO_TAXES }),
  },
  eu: {
    title: 'EU shop',
    of: (country: string, rate: string) => ({
      country,
      currency: EU_CURRENCIES[country] ?? 'EUR',
      locale: LOCALES.find((locale) => locale.endsWith(`-${country}`)) ?? 'en-IE',
      zones: [
        zone(countryName(country), [country], rate),
        zone(
          'European Union',
          EU_COUNTRIES.filter((other) => other !== country),
          rate,
        ),
      ],
      taxes: { ...VAT, home: country, rows: PREFILLED.eu.rows },
    }),
  },
  uk: {
    title: 'UK shop',
    of: (_country: string, rate: string) => ({
      country: 'GB',
      currency: 'GBP',
      locale: 'en-GB',
      zones: [zone('United Kingdom', ['GB'], rate)],
      taxes: { ...VAT, home: 'GB', rows: PREFILLED.uk.rows },
    }),
  },
  ch: {
    title: 'Switzerland',
    of: (_country: string, rate: string) => ({
      country: 'CH',
      currency: 'CHF',
      locale: 'de-CH',
      zones: [zone('Switzerland and Liechtenstein', ['CH', 'LI'], rate)],
      taxes: { ...VAT, home: 'CH', rows: PREFILLED.ch.rows },
    }),
  },
} as const

const VAT = { ...NO_TAXES, mode: 'table' as const, pricesIncludeTax: true }

const zone = (name: string, countries: string[], rate: string) => ({
  name,
  countries,
  regions: [],
  postalCodes: [],
  methods: [{ id: 'standard', kind: 'flat' as const, name: 'Standard', rate, freeFrom: null, days: null }],
})

/** Sets the home country, currency, shipping zones, and taxes in one step, after listing what will change. */
export function Presets({ settings }: { settings: Settings }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState<PresetName>('eu')
  const [country, setCountry] = useState('DE')
  const api = useApi()
  const afterSaving = useAfterSaving()
  const preset = presetOf(name, country, settings)
  const changes = changesOf(settings, preset)
  const apply = useMutation({
    mutationFn: () =>
      api.call('PATCH /api/admin/settings', { ...inputOf(preset), version: settings.version }),
    onSuccess: (saved) => {
      setOpen(false)
      return afterSaving(saved)
    },
  })
  const close = () => {
    apply.reset()
    setOpen(false)
  }
  return (
    <>
      <p className="mb-5 max-w-xl">
        A preset replaces your home country, currency, number formats, time zone, shipping zones, and taxes
        with those of a typical shop in the US, the EU, the UK, or Switzerland. You see every change before
        you apply it.
      </p>
      <Button look="outline" onClick={() => setOpen(true)}>
        Use a preset
      </Button>
      <Modal isOpen={isOpen} onClose={close} title="Use a preset">
        <div className="space-y-4">
          <Select label="Preset" value={name} onChange={({ target }) => setName(target.value as PresetName)}>
            {Object.entries(PRESETS).map(([key, { title }]) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </Select>
          {name === 'eu' && (
            <Select label="Your country" value={country} onChange={({ target }) => setCountry(target.value)}>
              {EU_COUNTRIES.map((code) => (
                <option key={code} value={code}>
                  {countryName(code)}
                </option>
              ))}
            </Select>
          )}
          {changes.length === 0 && <p>Your shop already has these settings.</p>}
          {changes.length > 0 && (
            <section aria-label="Changes">
              <p>This will change:</p>
              <dl className="mt-2 space-y-2">
                {changes.map(({ label, before, after }) => (
                  <div key={label}>
                    <dt className="text-muted text-sm">{label}</dt>
                    <dd>
                      {before} → {after}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          {settings.isCurrencyFixed && (
            <p className="text-muted text-sm">The currency stays, because the shop has orders in it.</p>
          )}
          <Rejection>{rejectionMessage(apply.error)}</Rejection>
          <div className="flex justify-end gap-3">
            <Button look="outline" onClick={close}>
              Cancel
            </Button>
            <Button isBusy={apply.isPending} disabled={changes.length === 0} onClick={() => apply.mutate()}>
              Apply preset
            </Button>
          </div>
        </div>
      </Modal>
    </>
  )
}

function presetOf(name: PresetName, euCountry: string, settings: Settings): Preset {
  const { country, currency, locale, zones, taxes } = PRESETS[name].of(euCountry, settings.shippingRate)
  const home = shopCountry(country)
  const { business } = settings
  const noAddress = { address: '', address2: '', city: '', state: '', zipCode: '' }
  return {
    business: home === business.country ? business : { ...business, ...noAddress, country: home },
    currency: settings.isCurrencyFixed ? settings.currency : currency,
    locale,
    timeZone: TIME_ZONES[country] ?? settings.timeZone,
    zones: zones && [...zones],
    taxes: { ...taxes, classes: settings.taxes.classes },
  }
}

function changesOf(now: Settings, preset: Preset): { label: string; before: string; after: string }[] {
  const rows: [label: string, name: keyof Preset, text: (settings: Preset) => string][] = [
    ['Home country', 'business', ({ business }) => businessText(business)],
    ['Currency', 'currency', ({ currency }) => currency],
    ['Numbers and dates', 'locale', ({ locale, currency }) => localeLabel(locale, currency)],
    ['Time zone', 'timeZone', ({ timeZone }) => timeZone],
    ['Shipping zones', 'zones', ({ zones, locale }) => zonesText(zones, locale)],
    ['Taxes', 'taxes', ({ taxes }) => taxesText(taxes)],
  ]
  return rows
    .filter(([, name]) => JSON.stringify(now[name]) !== JSON.stringify(preset[name]))
    .map(([label, , text]) => ({ label, before: text(now), after: text(preset) }))
}

function businessText({ country, address, city }: Settings['business']): string {
  return [countryName(country), [address, city].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(', with the address ')
}

function zonesText(zones: Settings['zones'], locale: string): string {
  if (!zones) return 'US, Canada, Mexico, and UK at the shipping rate'
  return zones
    .map(({ name, methods }) => `${name} (${methods.map((one) => methodText(one, locale)).join(', ')})`)
    .join(', ')
}

const methodText = ({ name, rate }: { name: string; rate?: string | null }, locale: string) =>
  rate ? `${name} ${showNumber(rate, locale)}` : name

function taxesText({ mode, rows, pricesIncludeTax }: Settings['taxes']): string {
  if (mode === 'none') return 'no taxes'
  return `rates of ${rows.length} ${rows.length === 1 ? 'country' : 'countries'}, ${pricesIncludeTax ? 'included in' : 'added to'} prices`
}

const inputOf = (preset: Preset) => preset as InputOf<'PATCH /api/admin/settings'>
