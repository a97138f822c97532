import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../../../server/platform/db/database.ts'
import { SHIPPING } from '../shopper-details.ts'
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
} as const
type Kind =
  | keyof typeof ROWS
  | 'arrivedOrders'
  | 'arrivedItems'
  | 'withOptions'
  | 'variants'
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
    ...(await listVariants(db)),
  }
}

/**
 * Lists delivered orders and their items. Limited to three orders, so an order is often combined with one of its items.
 */
async function listArrived(db: Db): Promise<Pick<Things, 'arrivedOrders' | 'arrivedItems'>> {
  const orders = db
    .selectFrom('orders')
    .where('status', '=', 'delivered')
    .orderBy('created_at', 'desc')
    .limit(3)
  const arrivedOrders = (await orders.select('id').execute()).map(({ id }) => id)
  const items = await db
    .selectFrom('order_items')
    .where('order_id', 'in', orders.select('id'))
    .select('id')
    .execute()
  return { arrivedOrders, arrivedItems: items.map(({ id }) => id) }
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
  [/\/refunds\//, 'refunds'],
  [/\/admin\/webhooks\//, 'webhooks'],
  [/\/webhook-deliveries\//, 'webhookDeliveries'],
  [/\/sync-runs\//, 'syncRuns'],
  [/\/sync-conflicts\//, 'syncConflicts'],
  [/\/audit\//, 'auditEntries'],
  [/./, 'products'],
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
  const amount = fc.integer({ min: 0, max: 20_000 }).map((cents) => (cents / 100).toFixed(2))
  const variant = (color: string) =>
    fc.record(
      { optionValues: fc.constant([color]), price: amount, stockQuantity: fc.constantFrom(null, 0, 5) },
      { requiredKeys: ['optionValues'] },
    )
  const variants = fc.tuple(variant('Gray'), variant('Blue'))
  const login = fc.nat(10).map((n) => Object.values(names)[n % 3])
  const known: Record<string, fc.Arbitrary<unknown>> = {
    id: one(kindOfId),
    productId: path === '/api/cart' ? fc.oneof(one('products'), one('withOptions')) : one('products'),
    variantId: one('variants'),
    itemId: one(isReturn ? 'arrivedItems' : path.includes('/orders/') ? 'orderItems' : 'cartItems'),
    userId: one('users'),
    categoryId: one('categories'),
    orderId: one(isReturn ? 'arrivedOrders' : 'orders'),
    clientSecret: one('clientSecrets'),
    version: fc.integer({ min: 1, max: 3 }),
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
    country: fc.constant('US'),
    state: fc.constant('TX'),
    file: fc.constantFrom(
      photograph,
      new TextEncoder().encode('name,price,category\nA lamp,12.00,Lighting\n'),
    ),
  }
  return (field) => known[field] ?? null
}
