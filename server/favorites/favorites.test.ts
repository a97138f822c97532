import { beforeAll, describe, expect, test } from 'vitest'
import { FAVORITES_MAX } from '#contract/favorites/api.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { now } from '../platform/clock.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const productIds = (favorites: { productId: number }[]) => favorites.map(({ productId }) => productId)

describe('favorites', () => {
  test('are empty at first', async () => {
    expect(await (await fixtures.aCustomer(shop)).call('GET /api/favorites')).toEqual([])
  })

  test('are returned with their products, newest first, after one is added', async () => {
    const customer = await fixtures.aCustomer(shop)
    const [lamp, mat] = [await fixtures.aProduct(shop, { name: 'Lamp' }), await fixtures.aProduct(shop)]
    const { variants: _variants, sku: _sku, ...facts } = lamp
    expect(await customer.call('POST /api/favorites', { productId: lamp.id })).toEqual([
      {
        id: expect.any(Number),
        productId: lamp.id,
        isAvailable: true,
        product: { ...facts, swatches: [] },
      },
    ])
    const both = await customer.call('POST /api/favorites', { productId: mat.id })
    expect(productIds(both)).toEqual([mat.id, lamp.id])
    expect(await customer.call('GET /api/favorites')).toEqual(both)
  })

  test('stay the same if one is added or removed a second time, even concurrently', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: productId } = await fixtures.aProduct(shop)
    const add = () => customer.call('POST /api/favorites', { productId })
    await Promise.all([add(), add(), add()])
    expect(productIds(await add())).toEqual([productId])
    const remove = () => customer.call('DELETE /api/favorites/:productId', { productId })
    expect(await remove()).toEqual([])
    expect(await remove()).toEqual([])
  })

  test('no longer contain a product that was removed', async () => {
    const customer = await fixtures.aCustomer(shop)
    const [lamp, mat] = [await fixtures.aProduct(shop), await fixtures.aProduct(shop)]
    await customer.call('POST /api/favorites', { productId: lamp.id })
    await customer.call('POST /api/favorites', { productId: mat.id })
    const left = await customer.call('DELETE /api/favorites/:productId', { productId: lamp.id })
    expect(productIds(left)).toEqual([mat.id])
  })

  test('belong to one customer only', async () => {
    const [one, other] = [await fixtures.aCustomer(shop), await fixtures.aCustomer(shop)]
    const { id: productId } = await fixtures.aProduct(shop)
    await one.call('POST /api/favorites', { productId })
    expect(await other.call('GET /api/favorites')).toEqual([])
    await other.call('DELETE /api/favorites/:productId', { productId })
    expect(productIds(await one.call('GET /api/favorites'))).toEqual([productId])
  })

  test('include an archived product, marked as unavailable', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: productId, name } = await fixtures.aProduct(shop)
    await customer.call('POST /api/favorites', { productId })
    await archive(productId)
    expect(await customer.call('GET /api/favorites')).toMatchObject([
      { productId, isAvailable: false, product: { name } },
    ])
  })

  test("reject a product that is not in the catalog: 404 'Product not found'", async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: archived } = await fixtures.aProduct(shop)
    await archive(archived)
    for (const productId of [999_999, archived]) {
      await expect(customer.call('POST /api/favorites', { productId })).rejects.toMatchObject({
        status: 404,
        serverMessage: 'Product not found',
      })
    }
  })

  test.each([0, -1, 1.5, 'lamp', null, 9_999_999_999])('reject the product ID %j', async (productId) => {
    const customer = await fixtures.aCustomer(shop)
    const response = await customer.send({ method: 'POST', url: '/api/favorites', body: { productId } })
    expect(response.status).toBe(400)
  })

  test(`are limited to ${FAVORITES_MAX} per user, even if requests arrive at the same time`, async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: productId } = await fixtures.aProduct(shop)
    const { shop: inner } = shop
    const products = await inner.db
      .insertInto('products')
      .values(
        Array.from({ length: FAVORITES_MAX - 1 }, () => ({
          name: 'One of many',
          description: '',
          category_id: 1,
        })),
      )
      .returning('id')
      .execute()
    await inner.db
      .insertInto('favorites')
      .values(products.map(({ id }) => ({ user_id: customer.user.id, product_id: id })))
      .execute()
    const others = await Promise.all(Array.from({ length: 5 }, () => fixtures.aProduct(shop)))
    const outcomes = await Promise.allSettled(
      others.map((other) => customer.call('POST /api/favorites', { productId: other.id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(customer.call('POST /api/favorites', { productId })).rejects.toMatchObject({
      status: 409,
      code: 'too_many_favorites',
    })
  })
})

async function archive(productId: number) {
  await shop.shop.db.updateTable('products').set({ archived_at: now() }).where('id', '=', productId).execute()
}
