import { beforeAll, expect, inject, test } from 'vitest'
import { ApiError } from '../../web/platform/api.ts'
import { aProduct } from '../support/fixtures.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { becomes, checkoutInput, payByCard } from '../support/purchase.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

const BUYERS = 1000
const AT_A_TIME = 40
const ABANDONED = 0.3

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await freshDatabase(inject('postgresUrl')), webhooks: true })
})

test(`${BUYERS} guests behind one IP address can buy while every third leaves without paying`, async () => {
  const lamp = await aProduct(shop, { stockQuantity: 5 * BUYERS })
  const { address } = shop.visitor()
  let rejected = 0
  for (let begun = 0; begun < BUYERS; begun += AT_A_TIME) {
    const orders = await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        const buyer = Object.assign(shop.visitor(), { address })
        await buyer.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
        return order(buyer)
      }),
    )
    const placed = orders.filter((one) => one !== null)
    rejected += orders.length - placed.length
    const paying = placed.slice(Math.floor(placed.length * ABANDONED))
    await Promise.all(paying.map((checkout) => payByCard(shop, checkout)))
    for (const { orderId } of paying) await becomes(shop, orderId, 'processing')
  }
  expect(rejected).toBe(0)
}, 1_800_000)

async function order(buyer: Visitor) {
  try {
    return await buyer.call('POST /api/create-payment-intent', await checkoutInput(buyer))
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return null
    throw error
  }
}
