import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, aProduct } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from '../catalog/archive-product.ts'
import { sha256 } from '../platform/ids.ts'
import { reserve } from '../stock/stock.ts'
import { add, cartOf, countCarts } from './fixtures.ts'

let shop: TestShop
let secure: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  secure = await openTestShop({ environment: { PUBLIC_URL: 'https://plinth.example' } })
})

describe('POST /api/cart', () => {
  test('returns the whole cart with items of {id, productId, quantity, product}', async () => {
    const [visitor, lamp, mat] = [shop.visitor(), await aProduct(shop), await aProduct(shop)]
    await add(visitor, lamp, 2)
    const cart = await add(visitor, mat)
    expect(cart).toEqual([
      { id: cart[0]?.id, productId: lamp.id, quantity: 2, isAvailable: true, product: lamp },
      { id: cart[1]?.id, productId: mat.id, quantity: 1, isAvailable: true, product: mat },
    ])
    expect(await visitor.call('GET /api/cart')).toEqual(cart)
  })

  test('adds to the quantity of a product that is already in the cart', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const [first] = await add(visitor, lamp, 2)
    const cart = await add(visitor, lamp, 3)
    expect(cart).toHaveLength(1)
    expect(cart[0]).toMatchObject({ id: first?.id, quantity: 5 })
  })

  test('sets a cookie on the first request: random, httpOnly, SameSite=Lax, for 90 days; only its hash is stored', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const response = await visitor.send({
      method: 'POST',
      url: '/api/cart',
      body: { productId: lamp.id, quantity: 1 },
    })
    expect(response.headers['set-cookie']).toMatch(
      /^cart=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const stored = JSON.stringify(await shop.shop.db.selectFrom('carts').selectAll().execute())
    expect(stored).not.toContain(visitor.cookies.get('cart'))
  })

  test('sets a Secure cookie that no subdomain can overwrite if the shop uses https', async () => {
    const visitor = secure.visitor()
    const response = await visitor.send({
      method: 'POST',
      url: '/api/cart',
      body: { productId: 1, quantity: 1 },
    })
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-cart=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const planted = secure.visitor()
    planted.cookies.set('cart', visitor.cookies.get('__Host-cart') ?? '')
    expect(await cartOf(planted)).toEqual([])

    // An older cart, with a cookie that a subdomain can set.
    const older = secure.visitor()
    const token = 'B'.repeat(43)
    const { id } = await secure.shop.db
      .insertInto('carts')
      .values({ token_hash: sha256(token) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await secure.shop.db
      .insertInto('cart_items')
      .values({ cart_id: id, variant_id: 2, quantity: 3 })
      .execute()
    older.cookies.set('cart', token)
    expect(await cartOf(older)).toEqual([[2, 3]])
    expect([...older.cookies.keys()]).toEqual(['__Host-cart'])
    expect(await cartOf(older)).toEqual([[2, 3]])
    older.cookies.set('cart', token)
    await older.call('POST /api/auth/logout')
    expect([...older.cookies.keys()]).toEqual([])
  })

  test('with a planted https cookie reveals only its items, never its order or shipping address', async () => {
    const db = secure.shop.db
    const plant = async () => {
      const lamp = await aProduct(secure, { stockQuantity: 5 })
      const attacker = secure.visitor()
      const { orderId } = await buying.checkOutWith(attacker, [lamp], { email: 'attacker@example.com' })
      const token = attacker.cookies.get('__Host-cart') ?? ''
      const hashes = { token_hash: sha256(token), old_token_hash: null, old_token_until: null }
      await db
        .updateTable('carts')
        .set(hashes)
        .where('token_hash', '=', sha256(`host:${token}`))
        .execute()
      const victim = secure.visitor()
      victim.cookies.set('cart', token)
      return { lamp, victim, orderId }
    }
    const first = await plant()
    expect(await first.victim.call('GET /api/checkout')).toEqual({ shippingInfo: {}, billingInfo: null })
    expect(await cartOf(first.victim)).toEqual([[first.lamp.id, 1]])
    expect(await first.victim.call('GET /api/checkout')).toEqual({ shippingInfo: {}, billingInfo: null })
    expect((await buying.checkOut(first.victim)).orderId).not.toBe(first.orderId)

    const second = await plant()
    const { cookies } = second.victim
    const token = cookies.get('cart') ?? ''
    const input = await buying.checkoutInput(second.victim)
    cookies.clear()
    await db
      .updateTable('carts')
      .set({ token_hash: sha256(token), old_token_hash: null, old_token_until: null })
      .where('old_token_hash', '=', sha256(token))
      .execute()
    cookies.set('cart', token)
    const own = await second.victim.call('POST /api/create-payment-intent', input)
    expect(own.orderId).not.toBe(second.orderId)

    const third = await plant()
    const user = await aCustomer(secure)
    const mat = await aProduct(secure)
    const { orderId } = await buying.checkOutWith(user, [mat], { email: user.user.email })
    const { username, password } = { ...user.user, password: user.password }
    const { token: session } = await third.victim.call('POST /api/auth/login', { username, password })
    Object.assign(third.victim, { token: session })
    expect(new Set(await cartOf(third.victim))).toEqual(
      new Set([
        [mat.id, 1],
        [third.lamp.id, 1],
      ]),
    )
    const { shippingInfo } = await third.victim.call('GET /api/checkout')
    expect(shippingInfo.email).toBe(user.user.email)
    expect((await buying.checkOut(third.victim, { email: user.user.email })).orderId).toBe(orderId)
  })

  test('creates at most 1,500 carts in twelve hours per IP address, and existing carts can still grow', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    await add(visitor, lamp)
    await shop.shop.db
      .updateTable('rate_limits')
      .set({ points: 1500 })
      .where('key', 'like', 'new-carts:%')
      .execute()
    await expect(
      add(Object.assign(shop.visitor(), { address: visitor.address }), lamp),
    ).rejects.toMatchObject({
      status: 429,
    })
    expect(await add(visitor, lamp)).toMatchObject([{ quantity: 2 }])
    expect(await add(shop.visitor(), lamp)).toHaveLength(1)
    await shop.shop.db.deleteFrom('rate_limits').where('key', 'like', 'new-carts:%').execute()
  })

  test('replaces a cookie that matches no cart instead of adopting it', async () => {
    const visitor = shop.visitor()
    visitor.cookies.set('cart', 'A'.repeat(43))
    await add(visitor, await aProduct(shop))
    expect(visitor.cookies.get('cart')).not.toBe('A'.repeat(43))
    expect(await cartOf(visitor)).toHaveLength(1)
  })

  test.each([0, -1, 1000, 1.5, '2', null])('rejects a quantity of %j with 400', async (quantity) => {
    const response = await shop.visitor().send({
      method: 'POST',
      url: '/api/cart',
      body: { productId: 1, quantity },
    })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid_input',
      message: 'Quantity must be a whole number from 1 to 999',
    })
  })

  test('never raises the quantity of an item above 999', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    await add(visitor, lamp, 999)
    await expect(add(visitor, lamp)).rejects.toMatchObject({
      status: 400,
      serverMessage: 'You can have at most 999 of one product in your cart',
    })
    expect(await cartOf(visitor)).toEqual([[lamp.id, 999]])
  })

  test("rejects a product without stock with 409 'This product is out of stock', and sets no cookie", async () => {
    const outs = [
      await aProduct(shop, { inStock: false }),
      await aProduct(shop, { stockQuantity: 0 }),
      await aProduct(shop, { stockQuantity: 1 }),
    ]
    await reserve(
      shop.shop.db,
      'PL-CART-2',
      [{ variantId: outs[2]?.id ?? 0, quantity: 1 }],
      new Date('2100-01-01'),
    )
    const before = await countCarts(shop)
    for (const product of outs) {
      const visitor = shop.visitor()
      await expect(add(visitor, product)).rejects.toMatchObject({
        status: 409,
        code: 'out_of_stock',
        serverMessage: 'This product is out of stock',
      })
      expect(visitor.cookies.has('cart')).toBe(false)
    }
    expect(await countCarts(shop)).toBe(before)
  })

  test('allows a quantity above the stock', async () => {
    const [visitor, few] = [shop.visitor(), await aProduct(shop, { stockQuantity: 2 })]
    const [item] = await add(visitor, few, 3)
    expect(item).toMatchObject({ quantity: 3, product: { stockQuantity: 2 } })
  })

  test('returns 404 for an unknown or archived product', async () => {
    const archived = await aProduct(shop)
    await archiveProduct(shop.shop.db, null, archived.id)
    for (const id of [archived.id, 999_999]) {
      await expect(add(shop.visitor(), { id })).rejects.toMatchObject({
        status: 404,
        serverMessage: 'Product not found',
      })
    }
  })

  test('allows at most 100 different products in a cart', async () => {
    const visitor = shop.visitor()
    const first = await aProduct(shop)
    await add(visitor, first)
    for (let others = 0; others < 99; others++) await add(visitor, await aProduct(shop))
    await expect(add(visitor, await aProduct(shop))).rejects.toMatchObject({ status: 409, code: 'cart_full' })
    await add(visitor, first)
    expect((await cartOf(visitor))[0]).toEqual([first.id, 2])
  })
})
