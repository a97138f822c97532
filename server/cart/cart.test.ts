import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, aProduct, signedIn } from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { archiveProduct } from '../catalog/products.ts'
import { turnClock } from '../platform/clock.ts'
import { hold, setStock } from '../stock/stock.ts'
import { deleteUnusedCarts } from './cart.ts'

const DAY_MS = 86_400_000

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  return () => turnClock(0)
})

const add = (visitor: Visitor, product: { id: number }, quantity = 1) =>
  visitor.call('POST /api/cart', { productId: product.id, quantity })
const cartOf = async (visitor: Visitor) =>
  (await visitor.call('GET /api/cart')).map(({ productId, quantity }) => [productId, quantity])
const countCarts = async () => (await shop.shop.db.selectFrom('carts').select('id').execute()).length

describe('GET /api/cart', () => {
  test('without the cookie is [], and makes nothing', async () => {
    const before = await countCarts()
    const answer = await shop.visitor().send({ url: '/api/cart' })
    expect(answer.json()).toEqual([])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await countCarts()).toBe(before)
  })

  test('with a cookie that the shop never made is []', async () => {
    const visitor = shop.visitor()
    for (const value of ['x', 'A'.repeat(43)]) {
      visitor.cookies.set('cart', value)
      expect(await visitor.call('GET /api/cart')).toEqual([])
    }
  })

  test('shows prices as they are today', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop, { priceCents: 1000 })]
    await add(visitor, lamp)
    await shop.shop.db.updateTable('products').set({ price_cents: 1250 }).where('id', '=', lamp.id).execute()
    const [item] = await visitor.call('GET /api/cart')
    expect(item?.product.price).toBe('12.50')
  })

  test('marks what is no longer available, and says how many are left', async () => {
    const [visitor, gone, few] = [
      shop.visitor(),
      await aProduct(shop),
      await aProduct(shop, { stockQuantity: 5 }),
    ]
    await add(visitor, gone)
    await add(visitor, few, 4)
    await archiveProduct(shop.shop.db, gone.id)
    await hold(shop.shop.db, 'PL-CART-1', [{ productId: few.id, quantity: 2 }], new Date('2100-01-01'))
    const cart = await visitor.call('GET /api/cart')
    expect(cart.map(({ isAvailable }) => isAvailable)).toEqual([false, true])
    expect(cart[1]?.product).toMatchObject({ stockQuantity: 3, inStock: true })
    await setStock(shop.shop.db, few.id, 2)
    const [, out] = await visitor.call('GET /api/cart')
    expect(out).toMatchObject({ isAvailable: true, product: { inStock: false, stockQuantity: 0 } })
  })
})

describe('POST /api/cart', () => {
  test('answers the whole cart with items of {id, productId, quantity, product}', async () => {
    const [visitor, lamp, mat] = [shop.visitor(), await aProduct(shop), await aProduct(shop)]
    await add(visitor, lamp, 2)
    const cart = await add(visitor, mat)
    expect(cart).toEqual([
      { id: cart[0]?.id, productId: lamp.id, quantity: 2, isAvailable: true, product: lamp },
      { id: cart[1]?.id, productId: mat.id, quantity: 1, isAvailable: true, product: mat },
    ])
    expect(await visitor.call('GET /api/cart')).toEqual(cart)
  })

  test('adding a product again adds to its line', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const [first] = await add(visitor, lamp, 2)
    const cart = await add(visitor, lamp, 3)
    expect(cart).toHaveLength(1)
    expect(cart[0]).toMatchObject({ id: first?.id, quantity: 5 })
  })

  test('sets the cookie at the first add: random, httpOnly, SameSite=Lax, 90 days; only its hash is kept', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const answer = await visitor.send({
      method: 'POST',
      url: '/api/cart',
      body: { productId: lamp.id, quantity: 1 },
    })
    expect(answer.headers['set-cookie']).toMatch(
      /^cart=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const kept = JSON.stringify(await shop.shop.db.selectFrom('carts').selectAll().execute())
    expect(kept).not.toContain(visitor.cookies.get('cart'))
  })

  test('the cookie is Secure where the shop is on https', async () => {
    const secure = await openTestShop({ environment: { PUBLIC_URL: 'https://plinth.example' } })
    const answer = await secure.visitor().send({
      method: 'POST',
      url: '/api/cart',
      body: { productId: 1, quantity: 1 },
    })
    expect(answer.headers['set-cookie']).toContain('; Secure')
  })

  test('a cookie that opens no cart is replaced, not taken over', async () => {
    const visitor = shop.visitor()
    visitor.cookies.set('cart', 'A'.repeat(43))
    await add(visitor, await aProduct(shop))
    expect(visitor.cookies.get('cart')).not.toBe('A'.repeat(43))
    expect(await cartOf(visitor)).toHaveLength(1)
  })

  test.each([0, -1, 1000, 1.5, '2', null])('a quantity of %j is 400', async (quantity) => {
    const answer = await shop.visitor().send({
      method: 'POST',
      url: '/api/cart',
      body: { productId: 1, quantity },
    })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      message: 'Quantity must be a whole number from 1 to 999',
    })
  })

  test('a line never grows above 999', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    await add(visitor, lamp, 999)
    await expect(add(visitor, lamp)).rejects.toMatchObject({
      status: 400,
      serverMessage: 'You can have at most 999 of one product in your cart',
    })
    expect(await cartOf(visitor)).toEqual([[lamp.id, 999]])
  })

  test("a product that is not in stock is 409 'This product is out of stock', and no cookie is set", async () => {
    const outs = [
      await aProduct(shop, { inStock: false }),
      await aProduct(shop, { stockQuantity: 0 }),
      await aProduct(shop, { stockQuantity: 1 }),
    ]
    await hold(
      shop.shop.db,
      'PL-CART-2',
      [{ productId: outs[2]?.id ?? 0, quantity: 1 }],
      new Date('2100-01-01'),
    )
    const before = await countCarts()
    for (const product of outs) {
      const visitor = shop.visitor()
      await expect(add(visitor, product)).rejects.toMatchObject({
        status: 409,
        code: 'out_of_stock',
        serverMessage: 'This product is out of stock',
      })
      expect(visitor.cookies.has('cart')).toBe(false)
    }
    expect(await countCarts()).toBe(before)
  })

  test('a quantity above the stock is allowed', async () => {
    const [visitor, few] = [shop.visitor(), await aProduct(shop, { stockQuantity: 2 })]
    const [item] = await add(visitor, few, 3)
    expect(item).toMatchObject({ quantity: 3, product: { stockQuantity: 2 } })
  })

  test('an unknown or archived product is 404', async () => {
    const archived = await aProduct(shop)
    await archiveProduct(shop.shop.db, archived.id)
    for (const id of [archived.id, 999_999]) {
      await expect(add(shop.visitor(), { id })).rejects.toMatchObject({
        status: 404,
        serverMessage: 'Product not found',
      })
    }
  })

  test('a cart takes 100 different products', async () => {
    const visitor = shop.visitor()
    const first = await aProduct(shop)
    await add(visitor, first)
    const others = Array.from({ length: 99 }, () => aProduct(shop))
    for (const product of await Promise.all(others)) await add(visitor, product)
    await expect(add(visitor, await aProduct(shop))).rejects.toMatchObject({ status: 409, code: 'cart_full' })
    await add(visitor, first)
    expect((await cartOf(visitor))[0]).toEqual([first.id, 2])
  })
})

describe('PATCH and DELETE /api/cart/{itemId}', () => {
  test('set the quantity and remove the line; both answer the whole cart', async () => {
    const [visitor, lamp, mat] = [shop.visitor(), await aProduct(shop), await aProduct(shop)]
    await add(visitor, lamp)
    const [first, second] = await add(visitor, mat)
    const changed = await visitor.call('PATCH /api/cart/:itemId', { itemId: first?.id ?? 0, quantity: 7 })
    expect(changed.map(({ quantity }) => quantity)).toEqual([7, 1])
    const left = await visitor.call('DELETE /api/cart/:itemId', { itemId: first?.id ?? 0 })
    expect(left.map(({ id }) => id)).toEqual([second?.id])
  })

  test.each([0, 1000, 2.5])('a quantity of %j is 400', async (quantity) => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const [item] = await add(visitor, lamp)
    await expect(
      visitor.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity }),
    ).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Quantity must be a whole number from 1 to 999',
    })
  })

  test("an item of somebody else's cart is 404, as one that does not exist", async () => {
    const [owner, lamp] = [shop.visitor(), await aProduct(shop)]
    const [item] = await add(owner, lamp)
    const other = shop.visitor()
    await add(other, lamp)
    const customer = await aCustomer(shop)
    for (const stranger of [other, customer, shop.visitor()]) {
      for (const itemId of [item?.id ?? 0, 999_999]) {
        const refusal = { status: 404, serverMessage: 'Cart item not found' }
        await expect(stranger.call('PATCH /api/cart/:itemId', { itemId, quantity: 2 })).rejects.toMatchObject(
          refusal,
        )
        await expect(stranger.call('DELETE /api/cart/:itemId', { itemId })).rejects.toMatchObject(refusal)
      }
    }
    expect(await cartOf(owner)).toEqual([[lamp.id, 1]])
  })
})

describe('DELETE /api/cart', () => {
  test('clears the cart', async () => {
    const [visitor, other, lamp] = [shop.visitor(), shop.visitor(), await aProduct(shop)]
    await add(visitor, lamp)
    await add(other, lamp)
    expect(await visitor.call('DELETE /api/cart')).toEqual([])
    expect(await cartOf(visitor)).toEqual([])
    expect(await cartOf(other)).toHaveLength(1)
    expect(await shop.visitor().call('DELETE /api/cart')).toEqual([])
  })
})

describe('at sign-in', () => {
  test("the session's cart becomes the customer's, and its cookie has done its work", async () => {
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

  test('carts of two devices merge: of the same product the larger quantity', async () => {
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

  test('a customer without a cart on this device keeps the one of the account', async () => {
    const [phone, lamp] = [await aCustomer(shop), await aProduct(shop)]
    await add(phone, lamp)
    const laptop = await signedIn(shop, phone.user.username, phone.password)
    expect(await cartOf(laptop)).toEqual([[lamp.id, 1]])
    expect(laptop.cookies.has('cart')).toBe(false)
  })

  test("a customer's cart needs no cookie, and is not that of a cookie which comes along", async () => {
    const [customer, visitor] = [await aCustomer(shop), shop.visitor()]
    await add(visitor, await aProduct(shop))
    customer.cookies.set('cart', visitor.cookies.get('cart') ?? '')
    expect(await cartOf(customer)).toEqual([])
    await add(customer, await aProduct(shop))
    expect(await cartOf(visitor)).toHaveLength(1)
  })
})

describe('at sign-out', () => {
  test('the cookie is dropped; the cart stays with the account', async () => {
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

describe('a cart that is not used for 90 days', () => {
  test('is deleted by the nightly job; looking at it is a use, and the cookie begins anew', async () => {
    const [forgotten, looked, lamp] = [shop.visitor(), shop.visitor(), await aProduct(shop)]
    await add(forgotten, lamp)
    await add(looked, lamp)
    turnClock(60 * DAY_MS)
    const answer = await looked.send({ url: '/api/cart' })
    expect(answer.headers['set-cookie']).toContain(`cart=${looked.cookies.get('cart')}; Max-Age=7776000`)
    expect((await looked.send({ url: '/api/cart' })).headers['set-cookie']).toBeUndefined()
    turnClock(31 * DAY_MS)
    await deleteUnusedCarts(shop.shop.db)
    expect(await cartOf(forgotten)).toEqual([])
    expect(await cartOf(looked)).toHaveLength(1)
    turnClock(0)
  })
})

describe('an erased account', () => {
  test('takes its cart with it', async () => {
    const customer = await aCustomer(shop)
    await add(customer, await aProduct(shop))
    const before = await countCarts()
    await customer.call('POST /api/auth/delete-account', { password: customer.password })
    expect(await countCarts()).toBe(before - 1)
  })
})
