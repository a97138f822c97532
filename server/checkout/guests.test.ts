import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { checkOut } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(() => save(true))

const save = (guestCheckout: boolean) => admin.call('PATCH /api/admin/settings', { guestCheckout })
const REJECTION = {
  status: 401,
  code: 'not_signed_in',
  serverMessage: 'Please sign in or create an account to check out. Your cart is saved.',
}

async function aGuest(): Promise<Visitor> {
  const guest = shop.visitor()
  const { id } = await aProduct(shop, { priceCents: 1250, stockQuantity: 1 })
  await guest.call('POST /api/cart', { productId: id, quantity: 1 })
  return guest
}

describe('a shop that takes orders only from customers with an account', () => {
  test('says so on every page, which a fresh install doesn’t', async () => {
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('needsAccount')
    await save(false)
    expect(await shop.visitor().call('GET /api/shop')).toMatchObject({ needsAccount: true })
  })

  test('rejects a guest’s order, and reserves nothing', async () => {
    await save(false)
    const guest = await aGuest()
    await expect(checkOut(guest)).rejects.toMatchObject(REJECTION)
    const orders = await shop.shop.db.selectFrom('orders').select('id').execute()
    expect(orders).toEqual([])
    const [item] = await guest.call('GET /api/cart')
    expect(item?.product.stockQuantity).toBe(1)
  })

  test('takes the order once the guest has registered, with the same cart', async () => {
    await save(false)
    const guest = await aGuest()
    const { token } = await guest.call('POST /api/auth/register', {
      username: 'late_guest',
      email: 'late_guest@example.com',
      password: 'a long enough password',
    })
    guest.token = token
    expect(await guest.call('GET /api/cart')).toHaveLength(1)
    expect(await checkOut(guest)).toHaveProperty('orderId')
  })

  test('rejects a change to the order that a guest began before', async () => {
    const guest = await aGuest()
    await checkOut(guest)
    await save(false)
    await expect(checkOut(guest)).rejects.toMatchObject(REJECTION)
  })
})
