import { shopCountry, sortedByName } from '#contract/checkout/countries.ts'
import { countryName, isoCountry } from '#contract/checkout/rules.ts'
import { LOCALES } from '#contract/currencies.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { PREFILLED } from './prefilled-rates.ts'
import type { Settings } from './use-save-section.ts'

/** The settings that follow from the country that a shop sells from. */
export const PRESET_NAMES = ['currency', 'locale', 'timeZone', 'zones', 'taxes'] as const
export type Preset = Pick<Settings, (typeof PRESET_NAMES)[number]>

/** Members of the European Union that don't use the euro. */
const EU_CURRENCIES: Record<string, string> = {
  CZ: 'CZK',
  DK: 'DKK',
  HU: 'HUF',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
}

/** IANA time zones of the capitals. The United States and Canada have several, so their presets keep the shop's. */
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
  NO: 'Europe/Oslo',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
}

const VAT = { ...NO_TAXES, mode: 'table' as const, pricesIncludeTax: true }

const zone = (name: string, countries: string[], rate: string) => ({
  name,
  countries,
  regions: [],
  postalCodes: [],
  methods: [{ id: 'standard', kind: 'flat' as const, name: 'Standard', rate, freeFrom: null, days: null }],
})

type PresetOf = (rate: string) => Omit<Preset, 'timeZone'>

/** By ISO code. The members of the European Union share another preset. */
const PRESETS: Record<string, PresetOf> = {
  US: (rate) => ({
    currency: 'USD',
    locale: 'en-US',
    zones: [zone('United States', ['US'], rate)],
    taxes: NO_TAXES,
  }),
  CA: (rate) => ({
    currency: 'CAD',
    locale: 'en-CA',
    zones: [zone('Canada', ['CA'], rate)],
    taxes: { ...NO_TAXES, mode: 'table', home: 'CA', rows: [...PREFILLED.ca.rows] },
  }),
  GB: (rate) => ({
    currency: 'GBP',
    locale: 'en-GB',
    zones: [zone('United Kingdom', ['GB'], rate)],
    taxes: { ...VAT, home: 'GB', rows: [...PREFILLED.uk.rows] },
  }),
  CH: (rate) => ({
    currency: 'CHF',
    locale: 'de-CH',
    zones: [zone('Switzerland and Liechtenstein', ['CH', 'LI'], rate)],
    taxes: { ...VAT, home: 'CH', rows: [...PREFILLED.ch.rows] },
  }),
  NO: (rate) => ({
    currency: 'NOK',
    locale: 'en-IE',
    zones: [zone('Norway', ['NO'], rate)],
    taxes: { ...VAT, home: 'NO', rows: [...PREFILLED.no.rows] },
  }),
}

const euPreset = (country: string, rate: string): Omit<Preset, 'timeZone'> => ({
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
  taxes: { ...VAT, home: country, rows: [...PREFILLED.eu.rows] },
})

/** The countries with a preset, by our codes. */
export const PRESET_COUNTRIES = sortedByName([...Object.keys(PRESETS), ...EU_COUNTRIES].map(shopCountry))

/** Returns the settings of a typical shop in the country, which charges the shop's rate for shipping. @param country our code */
export function presetOf(country: string, settings: Settings): Preset {
  const iso = isoCountry(country)
  const preset = PRESETS[iso]?.(settings.shippingRate) ?? euPreset(iso, settings.shippingRate)
  return {
    ...preset,
    currency: settings.isCurrencyFixed ? settings.currency : preset.currency,
    timeZone: TIME_ZONES[iso] ?? settings.timeZone,
    taxes: { ...preset.taxes, classes: settings.taxes.classes },
  }
}
