import { beforeAll, describe, expect, test } from 'vitest'
import { CART_ITEMS_MAX } from '#contract/cart/rules.ts'
import { aCustomer, aProduct, aProductInManyVariants, signedIn } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'
import { deleteUnusedCarts } from './cart.ts'
import { add, cartOf, countCarts } from './fixtures.ts'

const DAY_MS = 86_400_000

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  return () => turnClock(0)
})

describe('a sign-in', () => {
  test('gives the session’s cart to the customer and removes its cookie', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const [item] = await add(visitor, lamp, 2)
    const cookie = visitor.cookies.get('cart') ?? ''
    const { token } = await visitor.call('POST /api/auth/register', {
      username: 'brings-a-cart',
      email: 'brings@example.com',
      password: 'a long enough password',
    })
    expect(visitor.cookies.has('cart')).toBe(false)
    visitor.token = token
    expect(await visitor.call('GET /api/cart')).toMatchObject([{ id: item?.id, quantity: 2 }])
    const thief = shop.visitor()
    thief.cookies.set('cart', cookie)
    expect(await cartOf(thief)).toEqual([])
  })

  test('merges the carts of two devices and keeps the larger quantity of each product', async () => {
    const [lamp, mat, tray] = [await aProduct(shop), await aProduct(shop), await aProduct(shop)]
    const phone = await aCustomer(shop)
    await add(phone, lamp, 5)
    await add(phone, mat, 1)
    const laptop = shop.visitor()
    await add(laptop, mat, 3)
    await add(laptop, lamp, 2)
    await add(laptop, tray, 1)
    const { token } = await laptop.call('POST /api/auth/login', {
      username: phone.user.username,
      password: phone.password,
    })
    laptop.token = token
    const merged = new Map((await cartOf(laptop)) as [number, number][])
    expect(merged).toEqual(
      new Map([
        [lamp.id, 5],
        [mat.id, 3],
        [tray.id, 1],
      ]),
    )
    expect(await cartOf(phone)).toEqual(await cartOf(laptop))
  })

  test('merges the carts of two devices into one with no more items than any cart', async () => {
    const productId = await aProductInManyVariants(shop)
    const rows = await shop.shop.db
      .selectFrom('variants')
      .select('id')
      .where('product_id', '=', productId)
      .where('price_cents', '>', 1000)
      .orderBy('id')
      .limit(110)
      .execute()
    const variants = rows.map(({ id }) => id)
    const fill = async (visitor: Visitor, chosen: number[]) => {
      for (const variantId of chosen)
        await visitor.call('POST /api/cart', { productId, variantId, quantity: 1 })
    }
    const [customer, laptop] = [await aCustomer(shop), shop.visitor()]
    await fill(customer, variants.slice(0, 60))
    await fill(laptop, variants.slice(50))
    await laptop.call('POST /api/auth/login', {
      username: customer.user.username,
      password: customer.password,
    })
    const merged = (await customer.call('GET /api/cart')).map(({ variant }) => variant?.id)
    expect(merged).toHaveLength(CART_ITEMS_MAX)
    expect(merged).toEqual(expect.arrayContaining(variants.slice(50)))
  })

  test('keeps the account’s cart if there is none on this device', async () => {
    const [phone, lamp] = [await aCustomer(shop), await aProduct(shop)]
    await add(phone, lamp)
    const laptop = await signedIn(shop, phone.user.username, phone.password)
    expect(await cartOf(laptop)).toEqual([[lamp.id, 1]])
    expect(laptop.cookies.has('cart')).toBe(false)
  })

  test('opens the customer’s cart without a cookie, and ignores the cookie of another cart', async () => {
    const [customer, visitor] = [await aCustomer(shop), shop.visitor()]
    await add(visitor, await aProduct(shop))
    customer.cookies.set('cart', visitor.cookies.get('cart') ?? '')
    expect(await cartOf(customer)).toEqual([])
    await add(customer, await aProduct(shop))
    expect(await cartOf(visitor)).toHaveLength(1)
  })
})

describe('a sign-out', () => {
  test('removes the cookie and keeps the cart in the account', async () => {
    const [customer, lamp] = [await aCustomer(shop), await aProduct(shop)]
    await add(customer, lamp)
    customer.cookies.set('cart', 'A'.repeat(43))
    await customer.call('POST /api/auth/logout')
    expect(customer.cookies.has('cart')).toBe(false)
    customer.token = null
    expect(await cartOf(customer)).toEqual([])
    const again = await signedIn(shop, customer.user.username, customer.password)
    expect(await cartOf(again)).toEqual([[lamp.id, 1]])
  })
})

describe('a cart that isn’t used for 90 days', () => {
  test('is deleted by the nightly job; viewing it counts as use and renews the cookie', async () => {
    const [abandoned, looked, lamp] = [shop.visitor(), shop.visitor(), await aProduct(shop)]
    await add(abandoned, lamp)
    await add(looked, lamp)
    turnClock(60 * DAY_MS)
    const response = await looked.send({ url: '/api/cart' })
    expect(response.headers['set-cookie']).toContain(`cart=${looked.cookies.get('cart')}; Max-Age=7776000`)
    expect((await looked.send({ url: '/api/cart' })).headers['set-cookie']).toBeUndefined()
    turnClock(31 * DAY_MS)
    await deleteUnusedCarts(shop.shop.db)
    expect(await cartOf(abandoned)).toEqual([])
    expect(await cartOf(looked)).toHaveLength(1)
    turnClock(0)
  })
})

describe('an empty cart', () => {
  test('is deleted after a day without use', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    await add(visitor, lamp)
    await visitor.call('DELETE /api/cart')
    const before = await countCarts(shop)
    await deleteUnusedCarts(shop.shop.db)
    expect(await countCarts(shop)).toBe(before)
    turnClock(DAY_MS + 1)
    await deleteUnusedCarts(shop.shop.db)
    expect(await countCarts(shop)).toBeLessThan(before)
    turnClock(0)
    expect(await add(visitor, lamp)).toHaveLength(1)
  })
})

describe('an erased account', () => {
  test('also loses its cart', async () => {
    const customer = await aCustomer(shop)
    await add(customer, await aProduct(shop))
    const before = await countCarts(shop)
    await customer.call('POST /api/auth/delete-account', { password: customer.password })
    expect(await countCarts(shop)).toBe(before - 1)
  })
})
