import { z } from 'zod'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { OrderStatus } from '../orders/api.ts'
import { Day, Money } from '../text.ts'
import { DASHBOARD_PERIOD, DASHBOARD_PERIODS } from './rules.ts'

/** The four cards of the dashboard (contract section 0). */
export const ShopCounts = z.object({
  products: z.int().nonnegative(),
  categories: z.int().nonnegative(),
  orders: z.int().nonnegative(),
  customers: z.int().nonnegative(),
})
export type ShopCounts = z.infer<typeof ShopCounts>

export const getShopCounts = endpoint({
  method: 'GET',
  path: '/api/admin/counts',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'Number of active products, categories, orders, and customers.',
  input: z.object({}),
  response: ShopCounts,
})

/**
 * Numbers of products, reviews, and sync conflicts that wait for an admin, as in the lists that the dashboard links to.
 * GET /api/admin/orders/counts has those of orders and returns.
 */
export const ShopTasks = z.object({
  /** Active products that are sold out, or have a variant that is. */
  soldOut: z.int().nonnegative(),
  /** Reviews that shoppers don't see until they are published. */
  heldReviews: z.int().nonnegative(),
  /** Fields that changed both in the shop and on the platform. */
  conflicts: z.int().nonnegative(),
})
export type ShopTasks = z.infer<typeof ShopTasks>

export const getShopTasks = endpoint({
  method: 'GET',
  path: '/api/admin/tasks',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'Number of products, reviews, and sync conflicts that wait for an admin.',
  input: z.object({}),
  response: ShopTasks,
})

export const AdminIcon = z.object({
  /** Class name, for example fa-folder. */
  icon: z.string(),
  /** Its name and search terms. */
  words: z.string(),
})
export type AdminIcon = z.infer<typeof AdminIcon>

export const listIcons = endpoint({
  method: 'GET',
  path: '/api/admin/icons',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'List the Font Awesome icons that a category can have.',
  input: z.object({}),
  response: z.array(AdminIcon),
})

const count = z.int().nonnegative()

/** The sales of a period. `average` is the revenue of an order that isn't cancelled, or null if there are none. */
const Totals = z.object({ orders: count, revenue: Money, refunded: Money, average: Money.nullable() })

/** Activity in a period, and current low stock (contract section 8). Unpaid orders are excluded. */
export const Dashboard = z.object({
  /** First and last day of the period. */
  from: Day,
  to: Day,
  /**
   * Every day of the period, by payment date. An order is counted once it is paid, even if it is cancelled later.
   * Revenue is the amount paid less all refunds to date; cancelled orders have none.
   */
  days: z.array(z.object({ day: Day, orders: count, revenue: Money, refunded: Money })),
  totals: Totals,
  /** The totals of as many days before the period. */
  previous: Totals,
  /** The orders of the period by current status. */
  statuses: z.array(z.object({ status: OrderStatus, orders: count })),
  /** By units in orders paid in the period and not cancelled. */
  bestSellers: z.array(
    z.object({ productId: z.int().positive(), name: z.string(), quantity: count, revenue: Money }),
  ),
  /** Active products whose available quantity is at or below the threshold, lowest first. */
  lowStock: z.object({
    threshold: count,
    total: count,
    products: z.array(z.object({ productId: z.int().positive(), name: z.string(), left: count })),
  }),
  /** Zero-result searches, most frequent first. */
  missedSearches: z.array(z.object({ text: z.string(), count })),
  /** Number of cards declined in the period, and number of orders involved. */
  declines: z.object({ cards: count, orders: count }),
  /** Non-empty carts used in the period, and how many of them became an order in it. */
  funnel: z.object({ carts: count, checkouts: count, paid: count }),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: `Sales and orders with those of the period before, best sellers, zero-result searches, and carts of the last ${DASHBOARD_PERIODS.join(', ')} days, and current low stock.`,
  input: z.object({
    days: z.coerce.number().pipe(z.literal(DASHBOARD_PERIODS)).default(DASHBOARD_PERIOD),
  }),
  response: Dashboard,
})

const DAY = 'Must be a date, such as 2026-10-01'
/** PostgreSQL has no year 0. */
const TypedDay = z.iso.date(DAY).regex(/^20/, DAY)
/** An amount, negative if the period has more refunds than sales. */
const SignedMoney = z.string().regex(/^-?\d+(\.\d{2,3})?$/)

/** The tax of one country and rate, computed from the quotes of paid orders, less refunds. */
export const TaxTotal = z.object({
  country: z.string(),
  region: z.string().nullable(),
  name: z.string(),
  /** A percentage, such as '19%'. */
  rate: z.string(),
  /** The net amount that the tax was computed from. */
  taxable: SignedMoney,
  tax: SignedMoney,
})
export type TaxTotal = z.infer<typeof TaxTotal>

export const TaxPeriod = z
  .object({ from: TypedDay, to: TypedDay })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first' })
export type TaxPeriod = z.output<typeof TaxPeriod>

export const getTaxReport = endpoint({
  method: 'GET',
  path: '/api/admin/taxes',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'Tax by country and rate for orders paid between two days, less refunds in that period.',
  input: TaxPeriod,
  response: z.array(TaxTotal),
})

export const exportTaxReport = endpoint({
  method: 'GET',
  path: '/api/admin/taxes/export',
  access: 'admin',
  staff: ['manager'],
  summary: 'The tax report as a CSV file.',
  input: TaxPeriod,
  response: z.string(),
  media: 'text/csv',
})

export const exportOss = endpoint({
  method: 'GET',
  path: '/api/admin/taxes/oss',
  access: 'admin',
  staff: ['manager'],
  summary:
    "VAT by EU country for a quarter, without the shop's own country, as a CSV file for the One-Stop-Shop return.",
  input: z.object({
    quarter: z.string().regex(/^20\d\d-Q[1-4]$/, 'Must be a quarter, such as 2026-Q4'),
  }),
  response: z.string(),
  media: 'text/csv',
})

export const adminEndpoints = [
  getShopCounts,
  getShopTasks,
  listIcons,
  getDashboard,
  getTaxReport,
  exportTaxReport,
  exportOss,
] as const
