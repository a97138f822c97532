import type { TaxRow } from '#contract/settings/taxes.ts'

/**
 * Rates that the tax table can be filled with. Each was right on the day of its source. A reduced rate is listed only if
 * two independent sources name it either as the only reduced rate for goods of that country, or as that of most food.
 * Elsewhere the owner picks one.
 */

type Source = NonNullable<TaxRow['source']>

/**
 * Compared with the lists in https://github.com/ibericode/vat-rates of August 2025 and https://github.com/commerceguys/tax
 * of June 2026, which have the same standard rates, as has the history of TEDB of 2026-08-26 in
 * https://github.com/vatnode/eu-vat-rates-data. The rates of food in Austria, Belgium, Cyprus, France, and Slovenia are
 * those of TEDB by category of 2025-08-26 (https://github.com/hennrunnel/eu-vat-dataset), and the second list calls them
 * reduced. Finland's was 14% in both until 2025; https://vatapi.com and https://vatcalc.com have 13.5% from 2026. Sweden's is
 * 6% only from April 2026 until 2027, so it isn't listed.
 */
const TEDB: Source = { name: 'European Commission, Taxes in Europe Database', day: '2026-04-28' }
/** Compared with the npm package sales-tax 2.23.0, which has the same standard rates except an old one of Liechtenstein. */
const EUROPE: Source = { name: 'eu-vat-rates-data', day: '2026-04-28' }
/** Compared with taxtips.ca, sales tax rates of 2026. */
const CANADA: Source = { name: 'sales-tax 2.23.0', day: '2026-07-17' }

type Rate = [country: string, name: string, standard: number, reduced?: number]

const EU: Rate[] = [
  ['AT', 'USt.', 20, 10],
  ['BE', 'BTW', 21, 6],
  ['BG', 'ДДС', 20, 9],
  ['CY', 'ΦΠΑ', 19, 5],
  ['CZ', 'DPH', 21, 12],
  ['DE', 'MwSt.', 19, 7],
  ['DK', 'moms', 25],
  ['EE', 'km', 24],
  ['ES', 'IVA', 21, 10],
  ['FI', 'ALV', 25.5, 13.5],
  ['FR', 'TVA', 20, 5.5],
  ['GR', 'ΦΠΑ', 24],
  ['HR', 'PDV', 25],
  ['HU', 'ÁFA', 27],
  ['IE', 'VAT', 23],
  ['IT', 'IVA', 22],
  ['LT', 'PVM', 21],
  ['LU', 'TVA', 17, 8],
  ['LV', 'PVN', 21],
  ['MT', 'VAT', 18],
  ['NL', 'btw', 21, 9],
  ['PL', 'VAT', 23],
  ['PT', 'IVA', 23],
  ['RO', 'TVA', 21, 11],
  ['SE', 'moms', 25],
  ['SI', 'DDV', 22, 9.5],
  ['SK', 'DPH', 23],
]
const UNITED_KINGDOM: Rate[] = [['GB', 'VAT', 20, 5]]
/** Liechtenstein is in the same customs area and has the same VAT. */
const SWITZERLAND: Rate[] = [
  ['CH', 'MwSt.', 8.1, 2.6],
  ['LI', 'MwSt.', 8.1, 2.6],
]
const NORWAY: Rate[] = [['NO', 'MVA', 25, 15]]

/** Harmonized rates replace the country's GST; the others are added to it. */
const PROVINCES: [region: string, name: string, percent: number, addsToCountry: boolean][] = [
  ['BC', 'PST', 7, true],
  ['MB', 'RST', 7, true],
  ['NB', 'HST', 15, false],
  ['NL', 'HST', 15, false],
  ['NS', 'HST', 14, false],
  ['ON', 'HST', 13, false],
  ['PE', 'HST', 15, false],
  ['QC', 'QST', 9.975, true],
  ['SK', 'PST', 6, true],
]

const rowOf = (country: string, name: string, standard: number, facts: Partial<TaxRow>): TaxRow => ({
  country,
  region: null,
  name,
  addsToCountry: false,
  shippingTaxed: true,
  source: null,
  ...facts,
  rates: { standard: cellOf(standard), ...facts.rates },
})
const cellOf = (percent: number) => ({ ppm: Math.round(percent * 10_000), next: null })

const rowsOf = (rates: Rate[], source: Source): TaxRow[] =>
  rates.map(([country, name, standard, reduced]) =>
    rowOf(country, name, standard, {
      source,
      rates: reduced === undefined ? {} : { reduced: cellOf(reduced) },
    }),
  )

export const PREFILLED = {
  eu: { title: 'the European Union', rows: rowsOf(EU, TEDB) },
  uk: { title: 'the United Kingdom', rows: rowsOf(UNITED_KINGDOM, EUROPE) },
  ch: { title: 'Switzerland and Liechtenstein', rows: rowsOf(SWITZERLAND, EUROPE) },
  no: { title: 'Norway', rows: rowsOf(NORWAY, EUROPE) },
  ca: {
    title: 'Canada',
    rows: [
      rowOf('CA', 'GST', 5, { source: CANADA }),
      ...PROVINCES.map(([region, name, percent, addsToCountry]) =>
        rowOf('CA', name, percent, { region, addsToCountry, source: CANADA }),
      ),
    ],
  },
} as const

export type PrefilledName = keyof typeof PREFILLED

/** Names of taxes in countries whose rates aren't prefilled. */
const OTHER_NAMES: Record<string, string> = {
  AU: 'GST',
  IM: 'VAT',
  IN: 'GST',
  IS: 'VSK',
  JP: 'Consumption tax',
  MC: 'TVA',
  MX: 'IVA',
  NZ: 'GST',
  SG: 'GST',
  US: 'Sales tax',
}

/** Returns the name of a country's tax in its own language, or 'Tax'. */
export function taxNameIn(country: string, region: string | null = null): string {
  const rows = Object.values(PREFILLED).flatMap(({ rows }) => rows)
  const found =
    rows.find((row) => row.country === country && row.region === region) ??
    rows.find((row) => row.country === country && row.region === null)
  return found?.name ?? OTHER_NAMES[country] ?? 'Tax'
}

/** Returns the rows with prefilled ones in place of those of the same places. Rates of own classes stay. */
export function withPrefilled(rows: TaxRow[], name: PrefilledName): TaxRow[] {
  const { rows: filled } = PREFILLED[name]
  const isSame = (one: TaxRow, other: TaxRow) => one.country === other.country && one.region === other.region
  const merged = filled.map((row) => {
    const {
      standard: _standard,
      reduced: _reduced,
      ...own
    } = rows.find((one) => isSame(one, row))?.rates ?? {}
    return { ...row, rates: { ...own, ...row.rates } }
  })
  return [...rows.filter((row) => !filled.some((one) => isSame(one, row))), ...merged]
}

const YEARS_UNTIL_CHECK = 2

/** Returns the day of the oldest prefilled rate if it should be checked, or null. @param day such as '2026-11-26' */
export function oldestSourceToCheck(rows: TaxRow[], day: string): string | null {
  const [oldest] = rows.flatMap(({ source }) => (source ? [source.day] : [])).sort()
  if (oldest === undefined) return null
  const year = Number(oldest.slice(0, 4)) + YEARS_UNTIL_CHECK
  return `${year}${oldest.slice(4)}` <= day ? oldest : null
}
