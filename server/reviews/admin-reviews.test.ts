import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
const ids: number[] = []
let productId: number
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
  productId = (await aProduct(shop, { name: 'Slate Coaster' })).id
  for (const [rating, title] of [
    [5, 'Very solid'],
    [1, 'Cracked 100%'],
  ] as const) {
    const customer = await aCustomer(shop, { fullName: `Fan of ${rating}` })
    const text = { rating, title, comment: 'It stands where it is put.' }
    ids.push((await customer.call('POST /api/reviews', { productId, ...text })).id)
  }
})

type Query = Parameters<typeof admin.callPaged<'GET /api/admin/reviews'>>[1]
const listed = async (query: Query) =>
  (await admin.callPaged('GET /api/admin/reviews', query)).items.map(({ id }) => id)
const reply = (id: number | undefined, text: string) =>
  admin.call('PATCH /api/admin/reviews/:id/reply', { id: id ?? 0, text })
const shown = async () =>
  (await shop.visitor().call('GET /api/reviews/product/:productId', { productId })).find(
    ({ id }) => id === ids[0],
  )

describe("the admin's list of reviews", () => {
  test('contains all reviews with their products, newest first, in pages', async () => {
    const { items, total } = await admin.callPaged('GET /api/admin/reviews', { pageSize: 1 })
    expect(total).toBe(2)
    expect(items).toMatchObject([{ id: ids[1], rating: 1, product: { name: 'Slate Coaster' } }])
    expect(await listed({ pageSize: 1, page: 2 })).toEqual([ids[0]])
  })

  test('can be filtered by stars', async () => {
    expect(await listed({ rating: 5 })).toEqual([ids[0]])
    expect(await listed({ rating: 3 })).toEqual([])
    expect((await admin.send({ url: '/api/admin/reviews?rating=6' })).status).toBe(400)
  })

  test('can be limited to those without a reply', async () => {
    await reply(ids[0], 'Thank you!')
    expect(await listed({ unanswered: 'true' })).toEqual([ids[1]])
    await reply(ids[0], '')
    expect(await listed({ unanswered: 'true' })).toHaveLength(2)
  })

  test('can be searched by text, product, and author, without wildcards', async () => {
    expect(await listed({ search: 'SOLID' })).toEqual([ids[0]])
    expect(await listed({ search: '0%' })).toEqual([ids[1]])
    expect(await listed({ search: 'slate' })).toHaveLength(2)
    expect(await listed({ search: 'fan of 1' })).toEqual([ids[1]])
    expect(await listed({ search: '_' })).toEqual([])
  })
})

describe('the shop’s reply to a review', () => {
  test('is shown to every visitor, and can be changed and removed', async () => {
    expect((await shown())?.reply).toBeNull()
    await reply(ids[0], '  Thank you! ')
    expect((await shown())?.reply).toEqual({ text: 'Thank you!', at: expect.any(String) })
    await reply(ids[0], 'Many thanks!')
    expect((await shown())?.reply?.text).toBe('Many thanks!')
    await reply(ids[0], '')
    expect((await shown())?.reply).toBeNull()
  })

  test('does not count as an edit of the review', async () => {
    const before = await shown()
    await reply(ids[0], 'Thank you!')
    expect((await shown())?.updatedAt).toBe(before?.updatedAt)
  })

  test('is recorded in the audit log', async () => {
    await reply(ids[1], 'We send another one.')
    const [entry] = await admin.call('GET /api/admin/audit', { action: 'review.replied' })
    expect(entry).toMatchObject({
      subjectId: String(ids[1]),
      before: { reply: null },
      after: { reply: 'We send another one.' },
    })
  })

  test('has at most 2000 characters, and belongs to an existing review', async () => {
    await expect(reply(ids[0], 'x'.repeat(2001))).rejects.toMatchObject({
      status: 400,
      serverMessage: 'The reply must be at most 2000 characters',
    })
    await expect(reply(999_999, 'Hello')).rejects.toMatchObject({
      status: 404,
      serverMessage: 'Review not found',
    })
  })
})
