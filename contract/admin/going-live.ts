import { z } from 'zod'
import { OWNERS_ONLY } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'

/** The requirements for opening a shop (docs/going-live.md), in the order in which to meet them. */
export const REQUIREMENTS = [
  'products',
  'business',
  'places',
  'taxes',
  'look',
  'legal',
  'address',
  'email',
  'payments',
  'webhook',
  'purchase',
  'secondFactor',
  'backup',
] as const
export type Requirement = (typeof REQUIREMENTS)[number]

const Count = z.int().nonnegative()

const GoingLive = z.object({
  /** Whether each requirement is met, as the shop sees it now. An admin can't tick one off. */
  isMet: z.record(z.enum(REQUIREMENTS), z.boolean()),
  /** Whether the sandbox emulates payments and emails, which then prove nothing. */
  isDemo: z.boolean(),
  /** Why shoppers can't pay, or null if they can. */
  paymentProblem: z.string().nullable(),
  /** Products of the demo that are still on sale under their names. */
  demoProducts: z.int().nonnegative(),
  /** Names of the demo's categories that contain nothing but products that would be deleted. */
  demoCategories: z.array(z.string()),
  /** Orders of the demo and of the test mode that can be removed: none until payments are live. */
  testOrders: z.int().nonnegative(),
})
export type GoingLive = z.infer<typeof GoingLive>

export const getGoingLive = endpoint({
  method: 'GET',
  path: '/api/admin/going-live',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary:
    'Whether the shop meets each requirement for opening: own products, its business, places, taxes, look, legal pages, a public https address, a delivered email, live payments, their webhook, a purchase that was refunded, a second factor for each admin, and a backup of the last 30 days.',
  input: z.object({}),
  response: GoingLive,
})

export const removeDemoProducts = endpoint({
  method: 'POST',
  path: '/api/admin/demo-products/remove',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Delete the products of the demo that still have their names. Products that were ordered are archived instead. With `categories`, also delete the categories of the demo that are then empty.',
  input: z.object({ categories: z.boolean().default(false) }),
  response: z.object({ deleted: Count, archived: Count, deletedCategories: Count }),
})

const TestRecords = z.object({
  orders: Count,
  /** Accounts of customers from the time of the test mode: created before the last test order, and before any real one. */
  customers: Count,
  /** Reviews by these customers. */
  reviews: Count,
  /** Units that the orders took, and that return to the stock, unless an admin has set that stock since. */
  units: Count,
})
export type TestRecords = z.infer<typeof TestRecords>

export const getTestOrders = endpoint({
  method: 'GET',
  path: '/api/admin/test-orders',
  access: 'admin',
  staff: OWNERS_ONLY,
  summary:
    'What removing the orders of the demo and of the test mode would delete and return to the stock, and how many real orders and accounts would stay.',
  input: z.object({}),
  response: TestRecords.extend({ kept: z.object({ orders: Count, customers: Count }) }),
})

export const removeTestOrders = endpoint({
  method: 'POST',
  path: '/api/admin/test-orders/remove',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary:
    'Delete the orders whose payment isn’t real with everything about them, and the customers of that time without a real order. Their units return to the stock. 409 unless payments are live.',
  input: z.object({}),
  response: TestRecords,
})

export const goingLiveEndpoints = [getGoingLive, removeDemoProducts, getTestOrders, removeTestOrders] as const
