import fc from 'fast-check'
import { sql } from 'kysely'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { SHIPPING } from '../shopper-details.ts'
import { BUSINESS, EU_VAT, SALES_TAX, STRIPE_TAX } from '../taxes.ts'
import type { Known } from './values.ts'

/** IDs of existing records. */
export type Things = Record<Kind, (number | string)[]>

const ROWS = {
  products: 'products',
  categories: 'categories',
  users: 'users',
  sessions: 'sessions',
  reviews: 'reviews',
  cartItems: 'cart_items',
  orders: 'orders',
  orderItems: 'order_items',
  returns: 'returns',
  refunds: 'refunds',
  webhooks: 'webhooks',
  webhookDeliveries: 'webhook_deliveries',
  syncRuns: 'sync_runs',
  syncConflicts: 'sync_conflicts',
  auditEntries: 'audit_log',
  invitations: 'staff_invitations',
} as const
type Kind =
  | keyof typeof ROWS
  | 'arrivedOrders'
  | 'arrivedItems'
  | 'paidOrders'
  | 'paidItems'
  | 'disputes'
  | 'withOptions'
  | 'variants'
  | 'awaitedVariants'
  | 'clientSecrets'

/** Lists the newest records of each kind, because older ones have already been targets. */
export async function listThings(db: Db): Promise<Omit<Things, 'clientSecrets'>> {
  const kinds = Object.entries(ROWS).map(async ([kind, table]) => {
    const newest = table === 'orders' ? 'created_at' : 'id'
    const rows = await db.selectFrom(table).select('id').orderBy(newest, 'desc').limit(30).execute()
    return [kind, rows.map(({ id }) => id)]
  })
  return {
    ...(Object.fromEntries(await Promise.all(kinds)) as Omit<Things, 'clientSecrets'>),
    ...(await listArrived(db)),
    ...(await listPaid(db)),
    disputes: await listDisputes(db),
    ...(await listVariants(db)),
    awaitedVariants: await listAwaited(db),
  }
}

/**
 * Lists delivered orders with items that no return contains, and these items. Limited to two orders, so an order is
 * often combined with one of its items.
 */
async function listArrived(db: Db): Promise<Pick<Things, 'arrivedOrders' | 'arrivedItems'>> {
  const items = db
    .selectFrom('order_items')
    .whereRef('refunded', '<', 'quantity')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('return_items').select('return_id').whereRef('order_item_id', '=', 'order_items.id'),
        ),
      ),
    )
  const orders = db
    .selectFrom('orders')
    .where('status', '=', 'delivered')
    .where('id', 'in', items.select('order_id'))
    .orderBy('created_at', 'desc')
    .limit(2)
  const returnable = items.where('order_id', 'in', orders.select('id'))
  return {
    arrivedOrders: (await orders.select('id').execute()).map(({ id }) => id),
    arrivedItems: (await returnable.select('id').execute()).map(({ id }) => id),
  }
}

/** Lists paid orders with units that can be refunded, and their items. Limited to three orders, as above. */
async function listPaid(db: Db): Promise<Pick<Things, 'paidOrders' | 'paidItems'>> {
  const orders = db
    .selectFrom('orders')
    .where('status', 'in', ['processing', 'shipped', 'delivered'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_items')
          .select('id')
          .whereRef('order_id', '=', 'orders.id')
          .whereRef('refunded', '<', 'quantity'),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(3)
  const items = db.selectFrom('order_items').where('order_id', 'in', orders.select('id')).select('id')
  return {
    paidOrders: (await orders.select('id').execute()).map(({ id }) => id),
    paidItems: (await items.execute()).map(({ id }) => id),
  }
}

async function listDisputes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('disputes').select('id').orderBy('opened_at', 'desc').limit(3).execute()
  return rows.map(({ id }) => id)
}

/** Lists the variants that shoppers requested an email for. */
async function listAwaited(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('back_in_stock_requests')
    .select('variant_id as id')
    .where('notified_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists products with options and their variants. Limited to two products, so a product is often combined with its variant. */
async function listVariants(db: Db): Promise<Pick<Things, 'withOptions' | 'variants'>> {
  const products = db
    .selectFrom('products')
    .where(sql<boolean>`options <> '[]'`)
    .orderBy('id', 'desc')
    .limit(2)
  const withOptions = (await products.select('id').execute()).map(({ id }) => id)
  const variants = await db
    .selectFrom('variants')
    .where('product_id', 'in', products.select('id'))
    .select('id')
    .execute()
  return { withOptions, variants: variants.map(({ id }) => id) }
}

/** Kind of record that a path's `id` refers to. */
const BY_PATH: [RegExp, Kind][] = [
  [/\/categories\//, 'categories'],
  [/\/users\//, 'users'],
  [/\/sessions\//, 'sessions'],
  [/\/reviews\//, 'reviews'],
  [/\/admin\/returns\//, 'returns'],
  [/\/admin\/refunds\//, 'refunds'],
  [/\/disputes\//, 'disputes'],
  [/\/admin\/webhooks\//, 'webhooks'],
  [/\/admin\/staff-invitations\//, 'invitations'],
  [/\/webhook-deliveries\//, 'webhookDeliveries'],
  [/\/sync-runs\//, 'syncRuns'],
  [/\/sync-conflicts\//, 'syncConflicts'],
  [/\/audit\//, 'auditEntries'],
  [/./, 'products'],
]

const EU_BUSINESS = { ...NO_BUSINESS, legalName: 'Plinth GmbH', country: 'DE', vatId: 'DE136695976' }
/** A shop that ships only to the country of the fuzzer's shoppers. */
const ZONES = [
  {
    name: 'United States',
    countries: ['US'],
    methods: [
      { id: 'mail', name: 'Mail', kind: 'flat', rate: '4.99' },
      { id: 'heavy', name: 'Parcel', kind: 'weight', bands: [{ upTo: 50_000, rate: '4.99' }] },
    ],
  },
]

const PASSWORDS = ['a long enough password', 'another long password', 'short']

export function knownThings(
  things: Things,
  path: string,
  names: Record<string, string>,
  photograph: Uint8Array,
): Known {
  const kindOfId = BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? 'products'
  // Reads a known value when it is drawn, because records are added during the run.
  const one = (kind: Kind) => fc.nat(1000).map((n) => things[kind][n % Math.max(1, things[kind].length)] ?? 1)
  const isReturn = path.endsWith('/returns')
  const isRefund = path.includes('/refunds')
  const amount = fc.integer({ min: 0, max: 20_000 }).map((cents) => (cents / 100).toFixed(2))
  const variant = (color: string) =>
    fc.record(
      { optionValues: fc.constant([color]), price: amount, stockQuantity: fc.constantFrom(null, 0, 5) },
      { requiredKeys: ['optionValues'] },
    )
  const variants = fc.tuple(variant('Gray'), variant('Blue'))
  const login = fc.nat(10).map((n) => Object.values(names)[n % 3])
  const known: Record<string, fc.Arbitrary<unknown>> = {
    id: path.includes('/admin/customers/')
      ? fc.oneof(one('users').map(String), fc.constant(SHIPPING.email))
      : one(kindOfId),
    ...(path === '/api/policies' && { at: fc.constant('2026-10-01T12:00:00Z') }),
    ...(/\/(pages|policies)\//.test(path) && {
      name: fc.constantFrom('about', 'faq', 'imprint', 'size-guide', 'withdrawal-policy'),
    }),
    to: fc.constant(SHIPPING.email),
    productId: path === '/api/cart' ? fc.oneof(one('products'), one('withOptions')) : one('products'),
    variantId: one(path.startsWith('/api/admin/back-in-stock/') ? 'awaitedVariants' : 'variants'),
    itemId: one(
      isReturn
        ? 'arrivedItems'
        : isRefund
          ? 'paidItems'
          : path.includes('/orders/')
            ? 'orderItems'
            : 'cartItems',
    ),
    userId: one('users'),
    categoryId: one('categories'),
    ...(isReturn && {
      items: one('arrivedItems').map((itemId) => [{ itemId, quantity: 1 }]),
    }),
    orderId: one(isReturn ? 'arrivedOrders' : isRefund ? 'paidOrders' : 'orders'),
    quantity: fc.integer({ min: isRefund ? 0 : 1, max: isRefund || isReturn ? 2 : 10 }),
    shipping: fc.constantFrom('0.00', '1.00', '4.99', '5.00'),
    clientSecret: one('clientSecrets'),
    version: fc.integer({ min: path.includes('/pages/') ? 0 : 1, max: 3 }),
    slugOrId: fc.oneof(
      fc.constantFrom('halo-desk-lamp', 'walnut-monitor-stand'),
      one('products').map(String),
    ),
    email: fc.oneof(
      { weight: 3, arbitrary: fc.constant(SHIPPING.email) },
      { weight: 1, arbitrary: fc.nat(5000).map((n) => `fuzz-${n}@example.com`) },
    ),
    username: path.endsWith('/login') ? login : fc.nat(5000).map((n) => `fuzz-${n}`),
    password: fc.constantFrom(...PASSWORDS),
    currentPassword: fc.constantFrom(...PASSWORDS),
    newPassword: fc.constantFrom(...PASSWORDS),
    price: amount,
    oldPrice: amount,
    minPrice: fc.constantFrom('0', '10', '25.50'),
    maxPrice: fc.constantFrom('50', '100.00'),
    amount,
    seenRefunded: fc.constant('0.00'),
    rating: fc.constantFrom('4.5', 4, 5, '3'),
    shippingCost: fc.constantFrom('0', '4.99', '', null),
    weight: fc.constantFrom('1.2', '', null),
    image: fc.constant('https://pictures.example/a.jpg'),
    additionalImages: fc.constantFrom([], ['https://pictures.example/b.jpg']),
    url: fc.constant('https://pictures.example/c.jpg'),
    slug: fc.nat(3000).map((n) => `slug-${n}`),
    color: fc.constantFrom('black', 'white'),
    ...(path.endsWith('/variants') && {
      options: fc.constant([{ name: 'Color', values: ['Gray', 'Blue'] }]),
      variants: fc.oneof(
        variants,
        variants.map(([gray]) => [gray]),
      ),
    }),
    description: fc.constantFrom('<p>For the desk.</p>', 'Plain words for a desk.'),
    vatId: fc.constantFrom('FR40303265045', 'XI110305878', 'DE136695976', 'LU10000145', 'DE123'),
    taxes: fc.constantFrom(NO_TAXES, SALES_TAX, EU_VAT, STRIPE_TAX),
    business: fc.constantFrom(NO_BUSINESS, BUSINESS, EU_BUSINESS),
    zones: fc.constantFrom(null, ZONES),
    taxClass: fc.constantFrom('standard', 'reduced', 'zero'),
    quarter: fc.constantFrom('2026-Q1', '2026-Q3'),
    country: fc.constant('US'),
    state: fc.constant('TX'),
    file: fc.constantFrom(
      photograph,
      new TextEncoder().encode('name,price,category\nA lamp,12.00,Lighting\n'),
    ),
  }
  return (field) => known[field] ?? null
}
