import type { Dashboard } from '#contract/admin/api.ts'
import { addDays, dayInZone, spanOfDays, startOfDay } from '#contract/dates.ts'
import { centsToWire } from '#contract/money.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import * as queries from './queries.ts'

/** Returns the dashboard of the last `days` days, including today. */
export async function readDashboard(db: Db, days: number): Promise<Dashboard> {
  const { lowStockThreshold: threshold, currency, timeZone } = await readSettings(db)
  const period = lastDays(days, timeZone)
  const [byDay, totals, previous, statuses, bestSellers, low, missedSearches, declines, funnel] =
    await Promise.all([
      queries.sumByDay(db, period),
      queries.sumPeriod(db, period),
      queries.sumPeriod(db, spanBefore(period, days, timeZone)),
      queries.countStatuses(db, period),
      queries.listBestSellers(db, period),
      queries.listLowStock(db, threshold),
      queries.listMissedSearches(db, period),
      queries.countDeclines(db, period),
      queries.countFunnel(db, period),
    ])
  const wire = (cents: number) => centsToWire(cents, currency)
  const sums = ({ orders, revenueCents, refundedCents, averageCents }: typeof totals) => ({
    orders,
    revenue: wire(revenueCents),
    refunded: wire(refundedCents),
    average: averageCents === null ? null : wire(averageCents),
  })
  return {
    from: period.from,
    to: period.to,
    days: byDay.map(({ day, orders, revenueCents, refundedCents }) => ({
      day,
      orders,
      revenue: wire(revenueCents),
      refunded: wire(refundedCents),
    })),
    totals: sums(totals),
    previous: sums(previous),
    statuses,
    bestSellers: bestSellers.map(({ revenueCents, ...product }) => ({
      ...product,
      revenue: wire(revenueCents),
    })),
    lowStock: { threshold, ...low },
    missedSearches,
    declines,
    funnel,
  }
}

/** Returns as many days before a period. */
function spanBefore({ from }: queries.Period, days: number, timeZone: string) {
  return spanOfDays({ from: addDays(from, -days), to: addDays(from, -1) }, timeZone)
}

function lastDays(count: number, timeZone: string): queries.Period {
  const to = dayInZone(now(), timeZone)
  const days = Array.from({ length: count }, (_, index) => addDays(to, index - count + 1))
  const from = days[0] ?? to
  const starts = days.map((day) => startOfDay(day, timeZone))
  return { from, to, days, starts, ...spanOfDays({ from, to }, timeZone) }
}
