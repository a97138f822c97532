import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  buyer = await aCustomer(shop)
})
const see = ({ user }: Customer) => admin.call('GET /api/admin/users/:id', { id: user.id })

describe('a customer’s purchases, as admins see them', () => {
  test('are empty at first, and as long as the order is unpaid', async () => {
    const other = await aCustomer(shop)
    await checkOutWith(other, [await aProduct(shop)])
    expect(await see(other)).toMatchObject({ orders: 0, spent: '0.00' })
  })

  test('show the number of paid orders and the total spent, less refunds', async () => {
    const bought = (priceCents: number) =>
      aProduct(shop, { priceCents }).then((product) =>
        after.aPurchasedOrder(shop, [product], { visitor: buyer, email: buyer.user.email }),
      )
    const { orderId } = await bought(4500)
    await bought(1000)
    expect(await see(buyer)).toMatchObject({ orders: 2, spent: '64.98' })
    await admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId,
      amount: '5.00',
      seenRefunded: '0.00',
      reason: 'A scratch',
    })
    expect(await see(buyer)).toMatchObject({ orders: 2, spent: '59.98' })
    const listed = await admin.call('GET /api/admin/users', { search: buyer.user.username })
    expect(listed[0]).toMatchObject({ orders: 2, spent: '59.98' })
  })

  test('return 404 for an unknown user', async () => {
    await expect(admin.call('GET /api/admin/users/:id', { id: 999_999 })).rejects.toMatchObject({
      status: 404,
      serverMessage: 'User not found',
    })
  })
})
