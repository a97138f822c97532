import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money } from '../money-schema.ts'
import { OrderStatus } from '../orders/parts.ts'
import { DASHBOARD_PERIOD, DASHBOARD_PERIODS } from './rules.ts'

const count = z.int().nonnegative()
/** 2026-01-31, a day in UTC. */
const Day = z.iso.date()

/** What happened in a period, and what is low now (contract section 8). What was never paid is no order. */
export const Dashboard = z.object({
  /** First and last day of the period. */
  from: Day,
  to: Day,
  /**
   * Every day of it, by when orders were paid. An order counts once it is paid, even if it is cancelled later. Revenue is what
   * was paid less what is refunded of it by now; cancelled orders have none.
   */
  days: z.array(z.object({ day: Day, orders: count, revenue: Money, refunded: Money })),
  totals: z.object({ orders: count, revenue: Money, refunded: Money }),
  /** The orders of the period by their status now. */
  statuses: z.array(z.object({ status: OrderStatus, orders: count })),
  /** By pieces in orders that were paid in the period and not cancelled. */
  bestSellers: z.array(
    z.object({ productId: z.int().positive(), name: z.string(), quantity: count, revenue: Money }),
  ),
  /** Products on sale of which the threshold or fewer can be bought, the fewest first. */
  lowStock: z.object({
    threshold: count,
    total: count,
    products: z.array(z.object({ productId: z.int().positive(), name: z.string(), left: count })),
  }),
  /** What was searched for and not found, the most frequent first. */
  missedSearches: z.array(z.object({ text: z.string(), count })),
  /** Cards that the provider declined in the period, and how many orders they were tried for. */
  declines: z.object({ cards: count, orders: count }),
  /** Carts: those with something in them that were used in the period, and those that became an order in it. */
  funnel: z.object({ carts: count, checkouts: count, paid: count }),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  summary: `Sales, orders, best sellers, missed searches and carts of the last ${DASHBOARD_PERIODS.join(', ')} days in UTC, and what is low on stock.`,
  input: z.object({
    days: z.coerce.number().pipe(z.literal(DASHBOARD_PERIODS)).default(DASHBOARD_PERIOD),
  }),
  answer: Dashboard,
})

export const dashboardEndpoints = [getDashboard] as const
