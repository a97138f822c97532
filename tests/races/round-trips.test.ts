import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import * as buying from '../support/purchase.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

let shop: TestShop
let lamp: Product
let statements: string[] = []
let ofJobs: string[] = []
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase(), webhooks: true })
  lamp = await fixtures.aProduct(shop, { name: 'Counted Lamp', slug: 'counted-lamp', stockQuantity: 100 })
}, 60_000)
beforeEach(() => {
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function count(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')
    // Ignores the statements that a node sends in the background every few seconds.
    if (!/page_changes|\bjobs\./.test(text)) statements.push(text)
    const isOwn = !JSON.stringify(args[1] ?? first).includes('__pgboss__')
    if (isOwn && /INSERT INTO jobs\.job|WITH\s+(next|results) AS/.test(text)) ofJobs.push(text)
    return Reflect.apply(query, this, args)
  } as typeof query)
})
afterEach(() => vi.restoreAllMocks())

const withCart = async () => {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
  return visitor
}
const get = (url: string) => async (visitor: Visitor) => void (await visitor.send({ url }))

/**
 * The number of statements that an endpoint sends, including `begin` and `commit`. Raising one is a
 * deliberate decision.
 */
const BUDGETS: [
  endpoint: string,
  most: number,
  make: () => Promise<Visitor>,
  call: (visitor: Visitor) => Promise<unknown>,
][] = [
  ['the shop', 1, async () => shop.visitor(), get('/api/shop')],
  ['the categories', 1, async () => shop.visitor(), get('/api/categories')],
  ['a list', 2, async () => shop.visitor(), get('/api/products?page=1&pageSize=24&categoryId=1&sort=rating')],
  ['a search', 4, async () => shop.visitor(), get('/api/products?page=1&search=lamp')],
  ['the filters of a list', 2, async () => shop.visitor(), get('/api/search/filters?categoryId=1')],
  ['the filters of a search', 3, async () => shop.visitor(), get('/api/search/filters?search=lamp')],
  ['suggestions', 5, async () => shop.visitor(), get('/api/search/suggestions?q=lam')],
  ['a product', 2, async () => shop.visitor(), get('/api/products/counted-lamp')],
  ['reviews', 1, async () => shop.visitor(), get('/api/reviews/product/1')],
  ['the home page', 5, async () => shop.visitor(), get('/')],
  // Without the settings and the categories, which the home page has read.
  ['a product page', 3, async () => shop.visitor(), get('/product/counted-lamp')],
  ['a cart without a cookie', 0, async () => shop.visitor(), get('/api/cart')],
  ['a cart', 3, withCart, get('/api/cart')],
  [
    'the first item in a cart',
    4,
    async () => shop.visitor(),
    (visitor) => visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 }),
  ],
  ['another item', 4, withCart, (visitor) => visitor.call('POST /api/cart', { productId: 1, quantity: 1 })],
  ['the signed-in user', 2, () => fixtures.aCustomer(shop), get('/api/auth/user')],
  ['favorites', 3, () => fixtures.aCustomer(shop), get('/api/favorites')],
  ['orders', 2, () => fixtures.aCustomer(shop), get('/api/orders')],
  [
    // One of them reads the settings that decide which regions an address may have.
    'a checkout',
    14,
    withCart,
    async (visitor) => {
      const input = await buying.checkoutInput(visitor)
      statements = []
      await visitor.call('POST /api/create-payment-intent', input)
    },
  ],
]

test.each(BUDGETS)('%s: at most %i database statements', async (_endpoint, most, make, call) => {
  const visitor = await make()
  // Statements sent only the first time, such as saving the last use, are not counted.
  statements = []
  await call(visitor)
  expect(statements.length, statements.map((text) => text.slice(0, 100)).join('\n')).toBeLessThanOrEqual(most)
  expect(statements.length).toBe(most)
})

test('a purchase, until its emails are sent: at most 35 database statements', async () => {
  const visitor = await withCart()
  const input = await buying.checkoutInput(visitor)
  await shop.runJobs()
  statements = []
  ofJobs = []
  const checkout = await visitor.call('POST /api/create-payment-intent', input)
  await buying.payByCard(shop, checkout)
  // The webhook's job is committed, so the next line runs it and the email's.
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from jobs.job where state = 'created' and name not like '\\_\\_%'`.execute(
        shop.shop.db,
      )
    expect(rows).not.toEqual([])
  })
  await shop.runJobs()
  const all = [...statements, ...ofJobs].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 100))
  expect(all.join('\n')).toContain('update emails set problem')
  expect(all.length, all.join('\n')).toBe(35)
})
