import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RETURN_MESSAGES } from '#contract/returns/rules.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { statusOf } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(() => () => turnClock(0))

const delivered = async (email = 'a@example.com', names = ['Desk Lamp']) => {
  const products = await Promise.all(names.map((name) => aProduct(shop, { name, priceCents: 4500 })))
  return after.aDeliveredOrder(shop, admin, products, { email })
}

describe('POST /api/orders/:orderId/returns', () => {
  test('records the items and shows them with the order, whose status stays the same', async () => {
    const order = await delivered('returns@example.com', ['Felt Mat', 'Brass Pen'])
    const response = await after.submitReturn(shop, order, { name: 'Brass Pen', reason: ' Too heavy ' })
    expect(response.status).toBe('delivered')
    expect(response.returns).toEqual([
      {
        id: expect.any(Number),
        status: 'requested',
        items: [{ itemId: response.items[1]?.id, name: 'Brass Pen', quantity: 1 }],
        reason: 'Too heavy',
        answer: null,
        refund: null,
        requestedAt: expect.any(String),
        settledAt: null,
      },
    ])
    expect(response.items.map(({ returnable }) => returnable)).toEqual([1, 0])
    expect(await statusOf(shop, order.orderId)).toBe('delivered')
  })

  test('is confirmed by an email with the items and date, and the owner is notified with the reason', async () => {
    const order = await delivered('confirmed@example.com', ['Cork Tray'])
    const { returns } = await after.submitReturn(shop, order, { reason: 'Not the color I expected' })
    const subject = `We received your return request for order ${order.orderId}`
    const email = await after.findEmail(shop, order.email, subject)
    expect(email.text).toContain(
      `We received your request to return items of order ${order.orderId} at Plinth`,
    )
    expect(email.text).not.toContain('withdrawal')
    expect(email.text).toContain('1 × Cork Tray')
    // Anyone can order in the name of a stranger's address.
    expect(email.text).not.toContain('Not the color I expected')
    const year = new Date(returns[0]?.requestedAt ?? '').getUTCFullYear()
    expect(email.text).toMatch(new RegExp(`at Plinth on \\w+ \\d+, ${year} at .* UTC`))
    const notice = await after.findEmail(
      shop,
      'hello@plinth.example',
      `Return request for order ${order.orderId}`,
    )
    expect(notice.text).toContain('Ada Lovelace (confirmed@example.com)')
    expect(notice.text).toContain('Not the color I expected')
  })

  test('needs no reason', async () => {
    const { returns } = await after.submitReturn(shop, await delivered(), { reason: '' })
    expect(returns[0]?.reason).toBeNull()
  })

  test('is possible until the last minute of the 30 days, and not afterward', async () => {
    const order = await delivered('late@example.com', ['Felt Mat', 'Brass Pen'])
    turnClock(30 * DAY_MS - 60_000)
    await after.submitReturn(shop, order, { name: 'Felt Mat' })
    turnClock(61_000)
    await expect(after.submitReturn(shop, order, { name: 'Brass Pen' })).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Returns are accepted within 30 days of delivery. That period has ended.',
    })
  })

  test('returns 409 before the delivery', async () => {
    const order = await after.aPurchasedOrder(shop, [await aProduct(shop)])
    await after.ship(admin, order)
    await expect(after.submitReturn(shop, order)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This order hasn’t been delivered yet. You can return it after delivery.',
    })
  })

  test('rejects more than the purchased units, over all returns of the order', async () => {
    const order = await delivered('greedy@example.com', ['Oak Shelf'])
    await expect(after.submitReturn(shop, order, { quantity: 2 })).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Only 1 of Oak Shelf can be returned.',
    })
    await after.submitReturn(shop, order)
    await expect(after.submitReturn(shop, order)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Oak Shelf is already being returned.',
    })
    expect((await after.tracked(shop, order)).returns).toHaveLength(1)
  })

  test('accepts 20 requests for an order, so that its history can’t grow forever', async () => {
    const visitor = shop.visitor()
    const pen = await aProduct(shop, { priceCents: 100, stockQuantity: 30 })
    await visitor.call('POST /api/cart', { productId: pen.id, quantity: 20 })
    const order = await after.aPurchasedOrder(shop, [pen], { visitor })
    await after.ship(admin, order)
    await after.deliver(admin, order)
    for (let request = 1; request <= 20; request++) await after.submitReturn(shop, order)
    await expect(after.submitReturn(shop, order)).rejects.toMatchObject({
      status: 409,
      serverMessage: RETURN_MESSAGES.tooMany,
    })
    expect((await after.tracked(shop, order)).returns).toHaveLength(20)
  })

  test('returns 400 for an item of another order', async () => {
    const [mine, other] = [await delivered(), await delivered()]
    const [foreign] = (await after.tracked(shop, other)).items
    const items = [{ itemId: foreign?.id ?? 0, quantity: 1 }]
    await expect(
      shop.visitor().call('POST /api/orders/:orderId/returns', { ...mine, items }),
    ).rejects.toMatchObject({ status: 400, serverMessage: "This item isn't in the order." })
  })

  test.each([
    [{ items: [] }, 'Choose at least one item to return'],
    [{ items: [1, 1].map((itemId) => ({ itemId, quantity: 1 })) }, 'Each item can be listed only once'],
    [{ reason: 'x'.repeat(1001) }, 'The reason must be at most 1000 characters'],
  ])('returns 400 for %j', async (wrong, message) => {
    const { orderId, email } = await delivered()
    const body = { email, items: [{ itemId: 1, quantity: 1 }], ...wrong }
    const url = `/api/orders/${orderId}/returns`
    const response = await shop.visitor().send({ method: 'POST', url, body })
    expect([response.status, response.json()]).toMatchObject([400, { message }])
  })

  test('returns 404 for a wrong email address, and changes nothing', async () => {
    const order = await delivered()
    const [item] = (await after.tracked(shop, order)).items
    const request = { ...order, email: 'other@example.com', items: [{ itemId: item?.id ?? 0, quantity: 1 }] }
    await expect(shop.visitor().call('POST /api/orders/:orderId/returns', request)).rejects.toMatchObject({
      status: 404,
      serverMessage: 'Order not found',
    })
    expect((await after.tracked(shop, order)).returns).toEqual([])
  })
})
