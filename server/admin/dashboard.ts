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
  const [byDay, statuses, bestSellers, low, missedSearches, declines, funnel] = await Promise.all([
    queries.sumByDay(db, period),
    queries.countStatuses(db, period),
    queries.listBestSellers(db, period),
    queries.listLowStock(db, threshold),
    queries.listMissedSearches(db, period),
    queries.countDeclines(db, period),
    queries.countFunnel(db, period),
  ])
  const wire = (cents: number) => centsToWire(cents, currency)
  const sum = (name: 'orders' | 'revenueCents' | 'refundedCents') =>
    byDay.reduce((total, day) => total + day[name], 0)
  return {
    from: period.from,
    to: period.to,
    days: byDay.map(({ day, orders, revenueCents, refundedCents }) => ({
      day,
      orders,
      revenue: wire(revenueCents),
      refunded: wire(refundedCents),
    })),
    totals: {
      orders: sum('orders'),
      revenue: wire(sum('revenueCents')),
      refunded: wire(sum('refundedCents')),
    },
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

function lastDays(count: number, timeZone: string): queries.Period {
  const to = dayInZone(now(), timeZone)
  const days = Array.from({ length: count }, (_, index) => addDays(to, index - count + 1))
  const from = days[0] ?? to
  const starts = days.map((day) => startOfDay(day, timeZone))
  return { from, to, days, starts, ...spanOfDays({ from, to }, timeZone) }
}
