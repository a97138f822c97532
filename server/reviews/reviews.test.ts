import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { turnClock } from '../platform/clock.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
afterEach(() => turnClock(0))

const TEXT = { rating: 4, title: 'Solid', comment: 'Stands where it is put.' }
const write = (customer: fixtures.Customer, { id }: Product, text: object = TEXT) =>
  customer.call('POST /api/reviews', { ...TEXT, ...text, productId: id })
const shown = ({ id }: Product) =>
  shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
const listed = ({ id }: Product) =>
  shop.visitor().call('GET /api/reviews/product/:productId', { productId: id })

describe('writing a review', () => {
  test('returns 201 with the review, which every visitor can read', async () => {
    const customer = await fixtures.aCustomer(shop, { fullName: 'Ada Lovelace' })
    const product = await fixtures.aProduct(shop)
    const response = await customer.send({
      method: 'POST',
      url: '/api/reviews',
      body: { ...TEXT, productId: product.id },
    })
    expect(response.status).toBe(201)
    const review = response.json() as { createdAt: string; updatedAt: string }
    expect(review).toEqual({
      id: expect.any(Number),
      productId: product.id,
      userId: customer.user.id,
      ...TEXT,
      isVerifiedPurchase: false,
      isHeld: false,
      createdAt: expect.any(String),
      updatedAt: review.createdAt,
      user: { fullName: 'Ada Lovelace', username: customer.user.username },
      reply: null,
    })
    expect(await listed(product)).toEqual([review])
  })

  test('gives five stars by default', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: productId } = await fixtures.aProduct(shop)
    const { rating: _, ...text } = TEXT
    expect(await customer.call('POST /api/reviews', { ...text, productId })).toMatchObject({ rating: 5 })
  })

  test('works once per product and user, even if it is sent twice concurrently', async () => {
    const customer = await fixtures.aCustomer(shop)
    const product = await fixtures.aProduct(shop)
    const twice = await Promise.allSettled([write(customer, product), write(customer, product)])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(write(customer, product)).rejects.toMatchObject({
      status: 409,
      code: 'already_reviewed',
      serverMessage: 'You have already reviewed this product',
    })
    expect(await shown(product)).toMatchObject({ reviewCount: 1 })
    await write(customer, await fixtures.aProduct(shop))
    await write(await fixtures.aCustomer(shop), product)
  })

  test.each([
    [{ title: ' ab ' }, 'Title must be at least 3 characters'],
    [{ comment: 'too short' }, 'Comment must be at least 10 characters'],
    [{ rating: 0 }, 'Rating must be a whole number from 1 to 5'],
    [{ rating: 6 }, 'Rating must be a whole number from 1 to 5'],
    [{ rating: 3.5 }, 'Rating must be a whole number from 1 to 5'],
    [{ rating: 'five' }, 'Rating must be a whole number from 1 to 5'],
    [{ title: 'x'.repeat(121) }, 'Title must be at most 120 characters'],
    [{ comment: 'x'.repeat(5001) }, 'Comment must be at most 5000 characters'],
    [{ title: 'abc\0def' }, 'This text contains a character that isn’t allowed'],
  ])('rejects %j: %s', async (text, message) => {
    const customer = await fixtures.aCustomer(shop)
    const product = await fixtures.aProduct(shop)
    await expect(write(customer, product, text)).rejects.toMatchObject({
      status: 400,
      serverMessage: message,
    })
  })

  test('returns 404 for an unknown product', async () => {
    const customer = await fixtures.aCustomer(shop)
    await expect(customer.call('POST /api/reviews', { ...TEXT, productId: 999_999 })).rejects.toMatchObject({
      status: 404,
      serverMessage: 'Product not found',
    })
  })

  test('ignores another user’s ID in the request', async () => {
    const [customer, other] = [await fixtures.aCustomer(shop), await fixtures.aCustomer(shop)]
    const product = await fixtures.aProduct(shop)
    const review = await write(customer, product, { userId: other.user.id, user: { username: 'x' } })
    expect(review).toMatchObject({ userId: customer.user.id, user: { username: customer.user.username } })
  })
})

describe("a product's rating", () => {
  test('is set by the admin until the first review, and computed from reviews afterward', async () => {
    const product = await fixtures.aProduct(shop, { rating: '4.8' })
    expect(product).toMatchObject({ rating: '4.8', hasReviews: false })
    await write(await fixtures.aCustomer(shop), product, { rating: 2 })
    expect(await shown(product)).toMatchObject({ rating: '2.0', reviewCount: 1, hasReviews: true })
    await write(await fixtures.aCustomer(shop), product, { rating: 3 })
    const last = await fixtures.aCustomer(shop)
    const { id } = await write(last, product, { rating: 3 })
    expect(await shown(product)).toMatchObject({ rating: '2.7', reviewCount: 3 })
    await last.call('PATCH /api/reviews/:id', { id, rating: 5 })
    expect(await shown(product)).toMatchObject({ rating: '3.3', reviewCount: 3 })
    await last.call('DELETE /api/reviews/:id', { id })
    expect(await shown(product)).toMatchObject({ rating: '2.5', reviewCount: 2 })
  })

  test('returns to the default when the last review is deleted, and no stars are shown', async () => {
    const product = await fixtures.aProduct(shop, { rating: '3.0' })
    const customer = await fixtures.aCustomer(shop)
    const { id } = await write(customer, product)
    await customer.call('DELETE /api/reviews/:id', { id })
    expect(await shown(product)).toMatchObject({ rating: '4.5', reviewCount: 0, hasReviews: false })
  })
})

describe('editing or deleting a review', () => {
  test('drops cached pages, so a customer’s reviews change at most 100 times in 15 minutes', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id } = await write(customer, await fixtures.aProduct(shop))
    const rate = (rating: number) => customer.call('PATCH /api/reviews/:id', { id, rating })
    for (let n = 1; n < 100; n++) await rate(4 + (n % 2))
    await expect(rate(3)).rejects.toMatchObject({ status: 429 })
  })

  test('is possible for its author', async () => {
    const author = await fixtures.aCustomer(shop)
    const review = await write(author, await fixtures.aProduct(shop))
    turnClock(60_000)
    const edited = await author.call('PATCH /api/reviews/:id', { id: review.id, title: 'Very solid' })
    expect(edited).toEqual({ ...review, title: 'Very solid', updatedAt: expect.any(String) })
    expect(edited.updatedAt).not.toBe(review.updatedAt)
    expect(await author.call('DELETE /api/reviews/:id', { id: review.id })).toEqual({ success: true })
    await expect(author.call('DELETE /api/reviews/:id', { id: review.id })).rejects.toMatchObject({
      status: 404,
      serverMessage: 'Review not found',
    })
  })

  test('does not count as an edit if nothing changes', async () => {
    const author = await fixtures.aCustomer(shop)
    const review = await write(author, await fixtures.aProduct(shop))
    turnClock(60_000)
    expect(await author.call('PATCH /api/reviews/:id', { id: review.id, ...TEXT })).toEqual(review)
  })

  test('is rejected for other customers', async () => {
    const product = await fixtures.aProduct(shop)
    const review = await write(await fixtures.aCustomer(shop), product)
    const other = await fixtures.aCustomer(shop)
    for (const rejected of [
      () => other.call('PATCH /api/reviews/:id', { id: review.id, title: 'Changed' }),
      () => other.call('DELETE /api/reviews/:id', { id: review.id }),
    ]) {
      await expect(rejected()).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
    }
    expect(await listed(product)).toEqual([review])
  })

  test('is possible for any admin, and recorded in the audit log', async () => {
    const author = await fixtures.aCustomer(shop)
    const product = await fixtures.aProduct(shop)
    const review = await write(author, product)
    const admin = await fixtures.anAdmin(shop)
    const before = { productId: product.id, userId: author.user.id, ...TEXT }
    const edited = await admin.call('PATCH /api/reviews/:id', { id: review.id, title: 'Moderated' })
    expect(edited).toMatchObject({ title: 'Moderated', user: { username: author.user.username } })
    await admin.call('DELETE /api/reviews/:id', { id: review.id })
    expect(await listAuditEntries(shop.shop.db, { page: 1, pageSize: 2 })).toMatchObject([
      { action: 'review.deleted', actor: 'admin', subjectId: String(review.id), after: null },
      { action: 'review.edited', before, after: { ...TEXT, title: 'Moderated' } },
    ])
  })

  test('follows the same rules as writing one', async () => {
    const author = await fixtures.aCustomer(shop)
    const { id } = await write(author, await fixtures.aProduct(shop))
    await expect(author.call('PATCH /api/reviews/:id', { id, title: 'ab' })).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Title must be at least 3 characters',
    })
  })
})

describe('the review settings', () => {
  let admin: fixtures.Customer
  const set = (changes: object) => admin.call('PATCH /api/admin/settings', changes)
  beforeAll(async () => {
    admin = await fixtures.anAdmin(shop)
  })
  afterEach(() => set({ reviewsFromBuyersOnly: false }))

  test('can restrict reviews to customers who bought the product', async () => {
    await set({ reviewsFromBuyersOnly: true })
    expect(await shop.visitor().call('GET /api/shop')).toMatchObject({ reviewsFromBuyersOnly: true })
    const [product, other] = [await fixtures.aProduct(shop), await fixtures.aProduct(shop)]
    const customer = await fixtures.aCustomer(shop)
    await aPaidOrder(shop, customer, [product])
    expect(await write(customer, product)).toMatchObject({ isVerifiedPurchase: true })
    await expect(write(customer, other)).rejects.toMatchObject({
      status: 403,
      code: 'purchase_needed',
      serverMessage: 'Only customers who bought this product can review it.',
    })
    expect(await listed(other)).toEqual([])
  })
})

describe('reviews by unverified accounts on one network', () => {
  let admin: fixtures.Customer
  beforeAll(async () => {
    admin = await fixtures.anAdmin(shop)
  })
  const set = (holdSuspiciousReviews: boolean) =>
    admin.call('PATCH /api/admin/settings', { holdSuspiciousReviews })
  const aNewCustomer = async (address: string) => Object.assign(await fixtures.aCustomer(shop), { address })
  /** Writes reviews of a product from new accounts on one network, one after the other. */
  async function flood(product: Product, count: number, address: string) {
    const written: Awaited<ReturnType<typeof write>>[] = []
    const authors: fixtures.Customer[] = []
    for (let n = 0; n < count; n++) {
      const author = await aNewCustomer(address)
      authors.push(author)
      written.push(await write(author, product, { rating: 1 }))
    }
    return { written, authors }
  }

  test('are held for moderation in a new shop if there are more than three of one product', async () => {
    const address = '203.0.113.2'
    const [product, other] = [await fixtures.aProduct(shop), await fixtures.aProduct(shop)]
    const verified = Object.assign(await fixtures.aVerifiedCustomer(shop), { address })
    const trusted = await write(verified, product, { rating: 5 })
    const { written, authors } = await flood(product, 4, address)
    const [first, , , fourth] = written
    expect([first?.isHeld, fourth?.isHeld]).toEqual([false, true])
    expect((await listed(product)).map(({ id }) => id)).toEqual([trusted.id])
    expect(await shown(product)).toMatchObject({ reviewCount: 1, rating: '5.0' })
    expect(await admin.call('GET /api/admin/reviews', { held: 'true' })).toHaveLength(4)
    expect(await write(await aNewCustomer(address), other)).toMatchObject({ isHeld: false })
    expect(await shown(other)).toMatchObject({ reviewCount: 1 })

    const publish = () => admin.call('POST /api/admin/reviews/:id/publish', { id: first?.id ?? 0 })
    expect(await publish()).toMatchObject({ isHeld: false })
    await expect(publish()).rejects.toMatchObject({ status: 409 })
    const token = await fixtures.linkTo(shop, 'verify-email', authors[1]?.user.email ?? '')
    await authors[1]?.call('POST /api/auth/verify-email', { token })
    expect(await shown(product)).toMatchObject({ reviewCount: 3, rating: '2.3' })
    await flood(product, 2, address)
    expect(await shown(product)).toMatchObject({ reviewCount: 3 })
  })

  test('are all held if there are more than twenty of different products', async () => {
    const address = '203.0.113.3'
    const products: Product[] = []
    for (let n = 0; n < 7; n++) products.push(await fixtures.aProduct(shop))
    for (const product of products.slice(0, 6)) await flood(product, 3, address)
    await flood(products[6] as Product, 2, address)
    expect(await shown(products[6] as Product)).toMatchObject({ reviewCount: 2 })
    await flood(products[6] as Product, 1, address)
    for (const product of products) expect(await shown(product)).toMatchObject({ reviewCount: 0 })
  })

  test('count the addresses of a /48 of IPv6 together', async () => {
    const product = await fixtures.aProduct(shop)
    for (let n = 1; n <= 4; n++) await flood(product, 1, `2001:db8:7:${n}::1`)
    expect(await shown(product)).toMatchObject({ reviewCount: 0 })
  })

  test('show at once if their authors bought the product', async () => {
    const address = '203.0.113.4'
    const product = await fixtures.aProduct(shop, { stockQuantity: 5 })
    await flood(product, 3, address)
    const buyer = await aNewCustomer(address)
    await aPaidOrder(shop, buyer, [product])
    expect(await write(buyer, product)).toMatchObject({ isHeld: false, isVerifiedPurchase: true })
    expect(await shown(product)).toMatchObject({ reviewCount: 4 })
  })

  test('all show at once if the store owner allows them', async () => {
    await set(false)
    const product = await fixtures.aProduct(shop)
    await flood(product, 5, '203.0.113.5')
    expect(await shown(product)).toMatchObject({ reviewCount: 5 })
    await set(true)
  })
})

test('the reviews of a product are listed newest first, and without reviews the list is empty', async () => {
  const product = await fixtures.aProduct(shop)
  expect(await listed(product)).toEqual([])
  const first = await write(await fixtures.aCustomer(shop), product)
  turnClock(1000)
  const second = await write(await fixtures.aCustomer(shop), product)
  expect((await listed(product)).map(({ id }) => id)).toEqual([second.id, first.id])
})
