import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import * as fixtures from '../tests/support/fixtures.ts'
import * as buying from '../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../tests/support/shop.ts'
import { type Wire, wireTo } from '../tests/support/wire.ts'
import { CSV_HEADER, csvLine, sendCsv } from './catalog/fixtures.ts'
import { changeSettings } from './settings/settings.ts'

let shop: TestShop
let wire: Wire
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  // On a busy machine, a check for changes may take more than a second. tests/races/response-cache.test.ts tests that.
  vi.spyOn(shop.shop.changes, 'isSure').mockReturnValue(true)
  wire = await wireTo(shop)
  admin = await fixtures.anAdmin(shop)
})

const TEXT = { rating: 2, title: 'Wobbles', comment: 'It wobbles on my desk.' }

type Change = {
  /** The URLs that show the change to a lamp. */
  on(lamp: Product): string[]
  /** Sets up the data needed for the change. */
  prepare?(lamp: Product): Promise<fixtures.Customer>
  make(lamp: Product, customer: fixtures.Customer): Promise<unknown>
  /** Text that appears or disappears with the change. */
  shows?: string | RegExp
  hides?: string | RegExp
}

const page = ({ slug }: Product) => `/product/${slug}`
const call = ({ slug }: Product) => `/api/products/${slug}`
const list = ({ name }: Product) => `/api/products?page=1&search=${encodeURIComponent(name)}`
const everywhere = (lamp: Product) => [page(lamp), call(lamp), list(lamp)]
const reviews = (lamp: Product) => [`/api/reviews/product/${lamp.id}`, page(lamp)]
const change = (changes: object) => (lamp: Product) =>
  admin.call('PATCH /api/admin/products/:id', { id: lamp.id, ...changes })
const aReviewer = async ({ id }: Product) => {
  const customer = await fixtures.aVerifiedCustomer(shop)
  await customer.call('POST /api/reviews', { productId: id, ...TEXT })
  return customer
}
const ownReview = async (lamp: Product) => {
  const [review] = await shop.visitor().call('GET /api/reviews/product/:productId', { productId: lamp.id })
  return { id: review?.id ?? 0 }
}

const CHANGES: Record<string, Change> = {
  'an admin changes a price': { on: everywhere, make: change({ price: '77.31' }), shows: '77.31' },
  'an admin renames a product': {
    on: (lamp) => [page(lamp), call(lamp)],
    make: change({ name: 'Sun Lamp' }),
    shows: 'Sun Lamp',
  },
  'an admin changes a description': {
    on: (lamp) => [page(lamp), call(lamp)],
    make: change({ description: '<p>Freshly described.</p>' }),
    shows: 'Freshly described.',
  },
  'an admin changes images': {
    on: everywhere,
    make: change({ image: 'https://pictures.example/new.jpg' }),
    shows: 'pictures.example',
  },
  'an admin sets the stock': {
    on: everywhere,
    make: change({ stockQuantity: 3 }),
    shows: /stockQuantity\\?":3/,
  },
  'an admin archives a product': {
    // A search for both words would find other lamps by one of them.
    on: ({ name }) => [`/api/products?page=1&search=${name.replace('Lamp ', '')}`],
    make: ({ id }) => admin.call('DELETE /api/admin/products/:id', { id }),
    hides: /"id":/,
  },
  'an admin adds a product': {
    on: () => ['/api/products?sort=price_asc&page=1', '/?sort=price_asc'],
    make: () => fixtures.aProduct(shop, { name: 'Newborn Lamp', priceCents: 1 }),
    shows: 'Newborn Lamp',
  },
  'an admin renames a category': {
    on: () => ['/api/categories', '/', '/about'],
    make: () => admin.call('PATCH /api/admin/categories/:id', { id: 1, name: 'Bright Things' }),
    shows: 'Bright Things',
  },
  'a category has its first product': {
    on: () => ['/api/categories', '/about'],
    prepare: () => aCategory('First Shelf'),
    make: async () =>
      fixtures.aProduct(shop, { name: 'Lonely Lamp', categoryId: await categoryId('First Shelf') }),
    hides: /First Shelf[^}]*isEmpty/,
  },
  'the last product of a category moves to another one': {
    on: () => ['/api/categories', '/about'],
    prepare: async () => {
      const customer = await aCategory('Last Shelf')
      await fixtures.aProduct(shop, { slug: 'last-lamp', categoryId: await categoryId('Last Shelf') })
      return customer
    },
    make: async () => {
      const { id } = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'last-lamp' })
      return admin.call('PATCH /api/admin/products/:id', { id, categoryId: 1 })
    },
    shows: /Last Shelf[^}]*isEmpty/,
  },
  'a file is imported': {
    on: () => ['/api/products?sort=newest&page=1', '/?sort=newest'],
    make: () => sendCsv(admin, `${CSV_HEADER}\n${csvLine('Imported Lamp')}\n`),
    shows: 'Imported Lamp',
  },
  'a review is written': {
    on: (lamp) => [...reviews(lamp), page(lamp)],
    make: aReviewer,
    shows: TEXT.comment,
  },
  'a review changes the rating': {
    on: (lamp) => [call(lamp), list(lamp)],
    make: aReviewer,
    shows: /rating\\?":\\?"2\.0/,
  },
  'a review is edited': {
    on: reviews,
    prepare: aReviewer,
    make: async (lamp, customer) =>
      customer.call('PATCH /api/reviews/:id', { ...(await ownReview(lamp)), title: 'Stands still now' }),
    shows: 'Stands still now',
  },
  'the shop replies to a review': {
    on: reviews,
    prepare: aReviewer,
    make: async (lamp) =>
      admin.call('PATCH /api/admin/reviews/:id/reply', {
        ...(await ownReview(lamp)),
        text: 'Screws are on their way.',
      }),
    shows: 'Screws are on their way.',
  },
  'a review is deleted': {
    on: reviews,
    prepare: aReviewer,
    make: async (lamp, customer) => customer.call('DELETE /api/reviews/:id', await ownReview(lamp)),
    hides: TEXT.comment,
  },
  'the author of a review changes their name': {
    on: reviews,
    prepare: aReviewer,
    make: (_lamp, customer) =>
      customer.call('PATCH /api/auth/profile', {
        fullName: 'Grace Hopper',
        email: customer.user.email ?? '',
      }),
    shows: 'Grace Hopper',
  },
  'the author of a review is erased': {
    on: reviews,
    prepare: aReviewer,
    make: (_lamp, customer) =>
      customer.call('POST /api/auth/delete-account', { password: customer.password }),
    hides: TEXT.comment,
  },
  'a checkout reserves stock': {
    on: (lamp) => [call(lamp), list(lamp)],
    make: (lamp) => buying.checkOutWith(shop.visitor(), [lamp]),
    shows: /stockQuantity\\?":6/,
  },
  'a checkout leaves the last five units': {
    on: everywhere,
    prepare: async (lamp) => {
      const customer = await fixtures.aCustomer(shop)
      await buying.checkOutWith(customer, [lamp])
      return customer
    },
    make: (lamp) => buying.checkOutWith(shop.visitor(), [lamp]),
    shows: /stockQuantity\\?":5|Only 5 left/,
  },
  'the settings of the shop change': {
    on: () => ['/api/shop', '/', '/about'],
    make: () => changeSettings(shop.shop.db, { shopName: 'Socle', supportEmail: 'help@socle.example' }),
    shows: 'help@socle.example',
  },
  'the page size changes': {
    on: () => ['/api/products?page=1'],
    make: () => changeSettings(shop.shop.db, { pageSize: 2 }),
    hides: /("additionalImages".*){3}/,
  },
}

async function aCategory(name: string) {
  const slug = name.toLowerCase().replace(' ', '-')
  await admin.call('POST /api/admin/categories', { name, slug, description: 'A shelf.', icon: 'fa-folder' })
  return fixtures.aCustomer(shop)
}

const categoryId = async (name: string) =>
  (await shop.visitor().call('GET /api/categories')).find((one) => one.name === name)?.id ?? 0

let lamps = 0
async function says(url: string, text: string | RegExp = ''): Promise<boolean> {
  return new RegExp(text).test((await wire.get(url)).text)
}

describe('cached responses are invalidated immediately after', () => {
  test.each(Object.entries(CHANGES))('%s', async (_what, { on, prepare, make, shows, hides }) => {
    lamps += 1
    const name = `Lamp ${String.fromCharCode(64 + lamps).repeat(4)}`
    const lamp = await fixtures.aProduct(shop, { name, slug: `lamp-${lamps}`, stockQuantity: 7 })
    const customer = await (prepare?.(lamp) ?? fixtures.aCustomer(shop))
    await shop.shop.changes.catchUp()
    const urls = on(lamp)
    for (const url of urls) {
      expect([url, await says(url, shows ?? hides)]).toEqual([url, shows === undefined])
    }
    const before = await wire.outcomes()
    for (const url of urls) await wire.get(url)
    expect((await wire.outcomes()).hit - before.hit, 'every URL is cached').toBe(urls.length)
    await make(lamp, customer)
    // A change without a request, which would do this before its response.
    await shop.shop.changes.catchUp()
    for (const url of urls) {
      expect([url, await says(url, shows ?? hides)]).toEqual([url, shows !== undefined])
    }
  })
})

type Kept = {
  prepare?(lamp: Product): Promise<Visited>
  make(lamp: Product, prepared: Visited): Promise<unknown>
  /** The URLs that are no longer served from the cache. The others are. */
  drops(lamp: Product): string[]
}
type Visited = { checkout?: buying.Checkout; customer?: fixtures.Customer }

const SHORT_LIST = '/api/products?sort=price_desc&page=1&pageSize=2'
/** Lists that don't contain the lamp. */
const OTHER_LISTS = ['/', SHORT_LIST, '/api/search/suggestions?q=walnut', '/api/back-in-stock']
const REST = ['/about', '/api/shop', '/api/categories', '/api/shipping/countries']

const KEPT: Record<string, Kept> = {
  'a checkout reserves stock': {
    make: (lamp) => buying.checkOutWith(shop.visitor(), [lamp]),
    // A page shows how many units are left only if they are few.
    drops: (lamp) => [call(lamp), list(lamp)],
  },
  'a guest pays': {
    prepare: async (lamp) => ({ checkout: await buying.checkOutWith(shop.visitor(), [lamp]) }),
    make: (_lamp, { checkout }) => pay(checkout),
    drops: () => [],
  },
  'a customer without reviews pays': {
    prepare: async (lamp) => ({
      checkout: await buying.checkOutWith(await fixtures.aCustomer(shop), [lamp]),
    }),
    make: (_lamp, { checkout }) => pay(checkout),
    drops: () => [],
  },
  'the author of a review pays': {
    prepare: async (lamp) => ({
      checkout: await buying.checkOutWith(await aReviewer(lamp), [lamp]),
    }),
    make: (_lamp, { checkout }) => pay(checkout),
    drops: (lamp) => [...everywhere(lamp), ...reviews(lamp)],
  },
  'an admin restocks it': {
    make: change({ stockQuantity: 30 }),
    drops: (lamp) => [...everywhere(lamp), ...reviews(lamp)],
  },
  'an admin changes its image': {
    make: change({ image: 'https://pictures.example/next.jpg' }),
    drops: (lamp) => [...everywhere(lamp), ...reviews(lamp)],
  },
  'an admin changes its price': {
    make: change({ price: '0.07' }),
    drops: (lamp) => [...everywhere(lamp), ...reviews(lamp), ...OTHER_LISTS],
  },
  'an admin saves it without a change': {
    make: (lamp) => change({ price: lamp.price, stockQuantity: lamp.stockQuantity })(lamp),
    drops: () => [],
  },
}

async function pay(checkout?: buying.Checkout) {
  if (!checkout) throw new Error('There is no checkout')
  expect(await buying.payByCard(shop, checkout)).toBe(200)
  const { outcome } = await shop
    .visitor()
    .call('POST /api/payment-outcome', { clientSecret: checkout.clientSecret })
  expect(outcome).toBe('paid')
}

describe('cached responses that show nothing of a product are kept when', () => {
  beforeAll(() => changeSettings(shop.shop.db, { pageSize: 2 }))

  test.each(Object.entries(KEPT))('%s', async (_what, { prepare, make, drops }) => {
    lamps += 1
    const name = `Kept ${String.fromCharCode(64 + lamps - Object.keys(CHANGES).length).repeat(4)}`
    const facts = { name, slug: `lamp-${lamps}`, stockQuantity: 7, priceCents: 5, categoryId: 2 }
    const lamp = await fixtures.aProduct(shop, facts)
    const other = await fixtures.aProduct(shop, { slug: `other-${lamps}`, stockQuantity: 7 })
    const prepared = (await prepare?.(lamp)) ?? {}
    await shop.shop.changes.catchUp()
    const urls = [
      ...everywhere(lamp),
      ...reviews(lamp),
      call(other),
      `/api/reviews/product/${other.id}`,
      ...OTHER_LISTS,
      ...REST,
    ]
    for (const url of new Set(urls)) await wire.get(url)
    await make(lamp, prepared)
    await shop.shop.changes.catchUp()
    const dropped: string[] = []
    for (const url of new Set(urls)) {
      const before = await wire.outcomes()
      await wire.get(url)
      if ((await wire.outcomes()).hit === before.hit) dropped.push(url)
    }
    expect(dropped.sort()).toEqual([...new Set(drops(lamp))].sort())
  })
})

test('a slug that another product takes leads to that product at once', async () => {
  const path = '/api/products/wanted-slug'
  const first = await fixtures.aProduct(shop, { name: 'First Owner', slug: 'wanted-slug' })
  await change({ slug: 'left-slug' })(first)
  expect(await says(path, 'First Owner')).toBe(true)
  const second = await fixtures.aProduct(shop, { name: 'Second Owner', slug: 'other-slug' })
  // With psql, the former slug stays.
  await sql`update products set slug = 'wanted-slug' where id = ${second.id}`.execute(shop.shop.db)
  await shop.shop.changes.catchUp()
  expect(await says(path, 'Second Owner')).toBe(true)
})

describe('a client that has just made a change', () => {
  test('bypasses the response cache for a few seconds, on every node', async () => {
    const lamp = await fixtures.aProduct(shop, { slug: 'own-lamp' })
    await change({ price: '12.34' })(lamp)
    expect(admin.cookies.get('fresh')).toBe('1')
    await wire.get(call(lamp))
    const before = await wire.outcomes()
    const { text } = await wire.get(call(lamp), { cookie: 'cart=x; fresh=1' })
    expect(text).toContain('12.34')
    expect(await wire.outcomes()).toEqual(before)
  })

  test('is a client that changed data that pages show, and no other', async () => {
    const visitor = shop.visitor()
    const lamp = await fixtures.aProduct(shop)
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    await visitor.call('POST /api/contact', {
      name: 'Ada',
      email: 'ada@example.com',
      message: 'A question about the lamp.',
    })
    expect(visitor.cookies.has('fresh')).toBe(false)
  })
})
