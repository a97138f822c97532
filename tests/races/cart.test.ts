import { beforeAll, describe, expect, test } from 'vitest'
import { claimCart } from '../../server/cart/cart.ts'
import { aCustomer, anAdmin, aProduct, aProductInColors } from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
})

const add = (visitor: Visitor, productId: number, quantity = 1) =>
  visitor.call('POST /api/cart', { productId, quantity })
const quantities = async (visitor: Visitor) =>
  (await visitor.call('GET /api/cart')).map(({ quantity }) => quantity)
const atOnce = (count: number, work: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('concurrent cart requests', () => {
  test('to add the same product 50 times all count, for a visitor and for a customer without a cart', async () => {
    const { id } = await aProduct(shop)
    const visitor = shop.visitor()
    await add(visitor, id)
    await atOnce(50, () => add(visitor, id, 2))
    expect(await quantities(visitor)).toEqual([101])

    const customer = await aCustomer(shop)
    await atOnce(50, () => add(customer, id, 2))
    expect(await quantities(customer)).toEqual([100])
  })

  test('never raise the quantity of an item above 999', async () => {
    const { id } = await aProduct(shop)
    const visitor = shop.visitor()
    await add(visitor, id, 990)
    const responses = await Promise.allSettled(Array.from({ length: 20 }, () => add(visitor, id)))
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(await quantities(visitor)).toEqual([999])
  })

  test('for a variant that is archived and revived succeed, or report that it isn’t available', async () => {
    const { id, variants } = await aProductInColors(shop, { Gray: 5, Blue: 5 })
    const admin = await anAdmin(shop)
    const setColors = (values: string[]) =>
      admin.call('PUT /api/admin/products/:id/variants', {
        id,
        options: [{ name: 'Color', values }],
        variants: values.map((value) => ({ optionValues: [value] })),
      })
    let isOpen = true
    const responses: string[] = []
    const shopper = async () => {
      while (isOpen)
        await shop
          .visitor()
          .call('POST /api/cart', { productId: id, variantId: variants[1]?.id, quantity: 1 })
          .then(
            () => responses.push('added'),
            (error: Error) => responses.push(error.message),
          )
    }
    const edits = async () => {
      for (let round = 0; round < 6; round++) await setColors(round % 2 === 0 ? ['Gray'] : ['Gray', 'Blue'])
      isOpen = false
    }
    await Promise.all([edits(), atOnce(4, shopper)])
    const missing = '404: {"message":"This variant is no longer available","code":"not_found"}'
    expect(responses.filter((answer) => answer !== 'added' && answer !== missing)).toEqual([])
  })

  test('from many devices that sign in merge all items into one cart, with the larger quantities', async () => {
    const products = await Promise.all(Array.from({ length: 5 }, () => aProduct(shop)))
    const customer = await aCustomer(shop)
    const devices = Array.from({ length: 12 }, () => shop.visitor())
    for (const [index, device] of devices.entries()) {
      await add(device, products[index % 5]?.id ?? 0, 1 + index)
      await add(device, products[(index + 1) % 5]?.id ?? 0, 1)
    }
    await Promise.all([
      ...devices.map((device) =>
        claimCart(shop.shop.db, device.cookies.get('cart') ?? '', customer.user.id, { withOrders: true }),
      ),
      ...products.map(({ id }) => add(customer, id)),
    ])
    const cart = await customer.call('GET /api/cart')
    expect(cart.map(({ productId }) => productId).sort()).toEqual(products.map(({ id }) => id).sort())
    // Each add by the customer comes before or after a merge, so the quantity is the largest one or one more.
    for (const [index, { id }] of products.entries()) {
      const largest = Math.max(...devices.flatMap((_, device) => (device % 5 === index ? [1 + device] : [])))
      const { quantity = 0 } = cart.find(({ productId }) => productId === id) ?? {}
      expect([largest, largest + 1]).toContain(quantity)
    }
  })
})
