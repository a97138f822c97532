import type { Dashboard } from '#contract/admin/api.ts'
import { centsToWire } from '#contract/money.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000

/** Returns the dashboard of the last `days` days in UTC, including today. */
export async function readDashboard(db: Db, days: number): Promise<Dashboard> {
  const period = lastDays(days)
  const { lowStockThreshold: threshold, currency } = await readSettings(db)
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
    from: period.firstDay,
    to: period.lastDay,
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

function lastDays(days: number): queries.Period {
  const lastDay = dayOf(now())
  const start = new Date(Date.parse(lastDay) - (days - 1) * DAY_MS)
  return { firstDay: dayOf(start), lastDay, start, end: new Date(Date.parse(lastDay) + DAY_MS) }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
