import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const OWNER = 'hello@plinth.example'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

// 'Minimum and maximum charge amounts' in Stripe's documentation of currencies: the minimum applies to the amount in the
// currency of the account's payouts, which the shop doesn't know.
describe('an order below the provider’s minimum', () => {
  const TOO_SMALL = {
    status: 400,
    serverMessage: 'Your total of $14.99 is too small for a card payment. Please add something to your cart.',
  }
  const aCart = async () => {
    const visitor = shop.visitor()
    const product = await aProduct(shop, { priceCents: 1000, stockQuantity: 9 })
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    return { visitor, product }
  }

  test('is rejected with that reason, and the store owner gets the provider’s message once', async () => {
    const { visitor } = await aCart()
    for (let times = 0; times < 2; times++) {
      await buying.switchOn(shop, 'amount-too-small')
      await expect(buying.checkOut(visitor)).rejects.toMatchObject(TOO_SMALL)
    }
    await shop.runJobs()
    const emails = (await emailsTo(shop, OWNER)).filter(({ subject }) => subject.includes('too small'))
    expect(emails.map(({ subject }) => subject)).toEqual(['Stripe refused an order of Plinth as too small'])
    expect(emails[0]?.text).toContain('The amount must convert to at least 50 cents.')
  })

  test('can be paid after the shopper has added something', async () => {
    const { visitor, product } = await aCart()
    await buying.switchOn(shop, 'amount-too-small')
    await expect(buying.checkOut(visitor)).rejects.toMatchObject(TOO_SMALL)
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    // The provider would still refuse the first total, which no request needs anymore.
    await buying.switchOn(shop, 'amount-too-small')
    const checkout = await buying.checkOut(visitor)
    expect((await buying.intentOf(shop, checkout)).amount).toBe(2499)
  })

  test('is rejected if the shopper removes something before paying, and the larger one stays payable', async () => {
    const { visitor, product } = await aCart()
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    const checkout = await buying.checkOut(visitor)
    const [item] = await visitor.call('GET /api/cart')
    await visitor.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity: 1 })
    await buying.switchOn(shop, 'amount-too-small')
    await expect(buying.checkOut(visitor)).rejects.toMatchObject(TOO_SMALL)
    await visitor.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity: 2 })
    expect(await buying.checkOut(visitor)).toEqual(checkout)
    expect((await buying.intentOf(shop, checkout)).amount).toBe(2499)
  })
})
