import { nameWithArticle } from '#contract/checkout/countries.ts'
import { countryName } from '#contract/checkout/rules.ts'
import { showNumber } from '#contract/numbers.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { percentOfRate } from '#contract/pricing/tax-text.ts'
import { ppmOn } from '#contract/settings/tax-rules.ts'
import type { TaxRow, TaxSettings } from '#contract/settings/taxes.ts'

/** Returns a row's place: 'Germany', or 'British Columbia, Canada'. @param regionName the region's code if it is unknown */
export function placeName(
  { country, region }: Pick<TaxRow, 'country' | 'region'>,
  regionName = region,
): string {
  return [regionName, countryName(country)].filter(Boolean).join(', ')
}

/**
 * Returns what a buyer pays on standard goods on a day: 'MwSt. 19%', or '12% (GST 5% + PST 7%)'.
 * @param locale decides the decimal sign
 */
export function rateText(row: TaxRow, rows: TaxRow[], day: string, locale: string): string {
  const percent = (ppm: number) => showNumber(percentOfRate(ppm), locale)
  const parts = [...(row.addsToCountry ? rows.filter((one) => isCountryOf(one, row)) : []), row].flatMap(
    ({ name, rates: { standard } }) =>
      standard && !Number.isNaN(ppmOn(standard, day)) ? [{ name, ppm: ppmOn(standard, day) }] : [],
  )
  const texts = parts.map(({ name, ppm }) => `${name} ${percent(ppm)}`)
  if (texts.length < 2) return texts.join()
  const total = parts.reduce((sum, { ppm }) => sum + ppm, 0)
  return `${percent(total)} (${texts.join(' + ')})`
}

const isCountryOf = (one: TaxRow, { country }: TaxRow) => one.country === country && one.region === null

type RegionName = (country: string, region: string) => string

/** Returns one sentence that says where the shop charges taxes. */
export function appliedTaxes(
  { rows, home, oss }: Pick<TaxSettings, 'rows' | 'home' | 'oss'>,
  regionName: RegionName,
): string {
  const countries = new Set(rows.map(({ country }) => country))
  const isEuShop = home !== null && EU_COUNTRIES.includes(home)
  if (isEuShop && !rows.some(({ country, region }) => country === home && region === null))
    return `Add a row for ${nameWithArticle(home)}, where you are registered for VAT.`
  if (isEuShop && oss === 'home')
    return `You charge ${possessive(home)} VAT everywhere in the EU; the One-Stop Shop isn’t used.${elsewhere(countries)}`
  const untaxed = EU_COUNTRIES.filter((country) => !countries.has(country))
  if (isEuShop && untaxed.length === 0)
    return `You charge each EU country’s own VAT and report it with the One-Stop Shop.${elsewhere(countries)}`
  if (countries.size === 0) return 'You charge no taxes until you add a country.'
  return `You charge taxes in ${LIST.format(placesOf(rows, regionName))}. Orders to other places aren’t taxed.`
}

function elsewhere(countries: Set<string>): string {
  const others = [...countries].filter((country) => !EU_COUNTRIES.includes(country))
  const [first, ...more] = others
  if (!first) return ' Orders to other places aren’t taxed.'
  const names = more.length === 0 ? nameWithArticle(first) : `${others.length} countries outside the EU`
  return ` You also charge taxes in ${names}.`
}

const NAMES_MAX = 4
const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** 'Oregon and Washington (United States)', '9 regions of Canada', or 'the Netherlands', for each country */
function placesOf(rows: TaxRow[], regionName: RegionName): string[] {
  const countries = [...new Set(rows.map(({ country }) => country))]
  const names = countries.map((country) => {
    const regions = rows.flatMap((row) => (row.country === country ? [row.region] : []))
    if (regions.includes(null)) return nameWithArticle(country)
    if (regions.length > NAMES_MAX) return `${regions.length} regions of ${nameWithArticle(country)}`
    return `${LIST.format(regions.map((region) => regionName(country, region ?? '')))} (${countryName(country)})`
  })
  if (names.length <= NAMES_MAX) return names
  return [...names.slice(0, NAMES_MAX - 1), `${names.length - NAMES_MAX + 1} other countries`]
}

function possessive(country: string): string {
  const name = nameWithArticle(country)
  return name.endsWith('s') ? `${name}’` : `${name}’s`
}
