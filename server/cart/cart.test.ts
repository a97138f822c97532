import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from '../catalog/archive-product.ts'
import { reserve, setStock } from '../stock/stock.ts'
import { add, cartOf, countCarts } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('GET /api/cart', () => {
  test('is empty without the cookie, and nothing is created', async () => {
    const before = await countCarts(shop)
    const response = await shop.visitor().send({ url: '/api/cart' })
    expect(response.json()).toEqual([])
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['cache-control']).toBe('no-store')
    expect(await countCarts(shop)).toBe(before)
  })

  test('is empty with an unknown cookie', async () => {
    const visitor = shop.visitor()
    for (const value of ['x', 'A'.repeat(43)]) {
      visitor.cookies.set('cart', value)
      expect(await visitor.call('GET /api/cart')).toEqual([])
    }
  })

  test('shows current prices', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop, { priceCents: 1000 })]
    await add(visitor, lamp)
    await shop.shop.db.updateTable('variants').set({ price_cents: 1250 }).where('id', '=', lamp.id).execute()
    const [item] = await visitor.call('GET /api/cart')
    expect(item?.product.price).toBe('12.50')
  })

  test('marks unavailable items, and shows how many units are left', async () => {
    const [visitor, gone, few] = [
      shop.visitor(),
      await aProduct(shop),
      await aProduct(shop, { stockQuantity: 5 }),
    ]
    await add(visitor, gone)
    await add(visitor, few, 4)
    await archiveProduct(shop.shop.db, null, gone.id)
    await reserve(shop.shop.db, 'PL-CART-1', [{ variantId: few.id, quantity: 2 }], new Date('2100-01-01'))
    const cart = await visitor.call('GET /api/cart')
    expect(cart.map(({ isAvailable }) => isAvailable)).toEqual([false, true])
    expect(cart[1]?.product).toMatchObject({ stockQuantity: 3, inStock: true })
    await setStock(shop.shop.db, few.id, 2)
    const [, out] = await visitor.call('GET /api/cart')
    expect(out).toMatchObject({ isAvailable: true, product: { inStock: false, stockQuantity: 0 } })
  })
})

describe('cart responses', () => {
  test('are never cached', async () => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const cartAfter = async (method: string, url: string, body?: object) =>
      (await visitor.send({ method, url, body })).headers['cache-control']
    expect(await cartAfter('POST', '/api/cart', { productId: lamp.id, quantity: 1 })).toBe('no-store')
    const [item] = await visitor.call('GET /api/cart')
    const line = `/api/cart/${item?.id}`
    expect(await cartAfter('PATCH', line, { quantity: 2 })).toBe('no-store')
    expect(await cartAfter('GET', '/api/cart')).toBe('no-store')
    expect(await cartAfter('DELETE', line)).toBe('no-store')
    expect(await cartAfter('DELETE', '/api/cart')).toBe('no-store')
  })
})

describe('PATCH and DELETE /api/cart/{itemId}', () => {
  test('set the quantity and remove the item, and both return the whole cart', async () => {
    const [visitor, lamp, mat] = [shop.visitor(), await aProduct(shop), await aProduct(shop)]
    await add(visitor, lamp)
    const [first, second] = await add(visitor, mat)
    const changed = await visitor.call('PATCH /api/cart/:itemId', { itemId: first?.id ?? 0, quantity: 7 })
    expect(changed.map(({ quantity }) => quantity)).toEqual([7, 1])
    const left = await visitor.call('DELETE /api/cart/:itemId', { itemId: first?.id ?? 0 })
    expect(left.map(({ id }) => id)).toEqual([second?.id])
  })

  test.each([0, 1000, 2.5])('reject a quantity of %j with 400', async (quantity) => {
    const [visitor, lamp] = [shop.visitor(), await aProduct(shop)]
    const [item] = await add(visitor, lamp)
    await expect(
      visitor.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity }),
    ).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Quantity must be a whole number from 1 to 999',
    })
  })

  test('return 404 for an item of another user’s cart, as for an unknown item', async () => {
    const [owner, lamp] = [shop.visitor(), await aProduct(shop)]
    const [item] = await add(owner, lamp)
    const other = shop.visitor()
    await add(other, lamp)
    const customer = await aCustomer(shop)
    for (const attacker of [other, customer, shop.visitor()]) {
      for (const itemId of [item?.id ?? 0, 999_999]) {
        const rejection = { status: 404, serverMessage: 'Cart item not found' }
        await expect(attacker.call('PATCH /api/cart/:itemId', { itemId, quantity: 2 })).rejects.toMatchObject(
          rejection,
        )
        await expect(attacker.call('DELETE /api/cart/:itemId', { itemId })).rejects.toMatchObject(rejection)
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
