import type { TaxPeriod, TaxTotal } from '#contract/admin/api.ts'
import { addDays, spanOfDays } from '#contract/dates.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import { EU_COUNTRIES, NORTHERN_IRELAND, vatCodeOf } from '#contract/pricing/eu.ts'
import { percentOfRate } from '#contract/pricing/tax-text.ts'
import { sumByRate, type TaxAmount } from '#contract/pricing/taxes.ts'
import { csvRows } from '../platform/csv.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { sumRefundedTaxes, sumSoldTaxes } from './queries.ts'

/** Returns the tax of a period by country and rate: that of orders paid in the period, less that of refunds made in it. */
export async function readTaxReport(db: Db, period: TaxPeriod): Promise<TaxTotal[]> {
  const { currency, timeZone } = await readSettings(db)
  return (await taxesOf(db, period, timeZone)).map((tax) => toTotal(tax, currency))
}

export async function taxReportCsv(db: Db, period: TaxPeriod): Promise<string> {
  const totals = await readTaxReport(db, period)
  const { currency } = await readSettings(db)
  return csvRows([
    ['Country', 'Region', 'Tax', 'Rate', 'Taxable amount', 'Tax amount', 'Currency'],
    ...totals.map(({ country, region, name, rate, taxable, tax }) => [
      ...[country, region ?? '', name, rate, taxable, tax, currency.code],
    ]),
  ])
}

/**
 * Returns the amounts of the One-Stop-Shop return: the VAT of each other EU country by rate. Sales without VAT, such as
 * those with reverse charge, aren't included. The return requires euros, so the file names the shop's currency.
 * @param quarter such as '2026-Q4'
 */
export async function ossCsv(db: Db, quarter: string): Promise<string> {
  const { currency, timeZone, taxes: settings } = await readSettings(db)
  const { home } = settings
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(-1))]
  const next = firstDayOfQuarter(number === 4 ? year + 1 : year, (number % 4) + 1)
  const period = { from: firstDayOfQuarter(year, number), to: addDays(next, -1) }
  const taxes = (await taxesOf(db, period, timeZone))
    .filter(
      ({ country, ppm }) =>
        ppm > 0 && country !== home && [...EU_COUNTRIES, NORTHERN_IRELAND].includes(country),
    )
    .map((tax) => ({ ...tax, country: vatCodeOf(tax.country) }))
    .sort(byPlace)
  return csvRows([
    ['Member state of consumption', 'VAT rate', 'Taxable amount', 'VAT amount', 'Currency'],
    ...taxes
      .map((tax) => toTotal(tax, currency))
      .map(({ country, rate, taxable, tax }) => [country, rate, taxable, tax, currency.code]),
  ])
}

const firstDayOfQuarter = (year: number, quarter: number) =>
  `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`

async function taxesOf(db: Db, period: TaxPeriod, timeZone: string): Promise<TaxAmount[]> {
  const span = spanOfDays(period, timeZone)
  const sold = await sumSoldTaxes(db, span)
  const refunded = await sumRefundedTaxes(db, span)
  const returned = refunded.map((tax) => ({ ...tax, netCents: -tax.netCents, cents: -tax.cents }))
  return sumByRate([...sold, ...returned]).sort(byPlace)
}

const byPlace = (one: TaxAmount, other: TaxAmount) =>
  placeOf(one) === placeOf(other) ? other.ppm - one.ppm : placeOf(one) < placeOf(other) ? -1 : 1
const placeOf = ({ country, region }: TaxAmount) => `${country} ${region ?? ''}`

const toTotal = (
  { country, region, name, ppm, netCents, cents }: TaxAmount,
  currency: Currency,
): TaxTotal => ({
  country,
  region,
  name,
  rate: percentOfRate(ppm),
  taxable: signed(netCents, currency),
  tax: signed(cents, currency),
})

const signed = (cents: number, currency: Currency) =>
  `${cents < 0 ? '-' : ''}${centsToWire(Math.abs(cents), currency)}`
