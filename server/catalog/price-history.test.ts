import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { now, turnClock } from '../platform/clock.ts'
import { aProduct } from './fixtures.ts'

const DAY = 86_400_000

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

/** Adds a product that has had this price since 2020. */
async function aProductAt(price: string): Promise<number> {
  admin = await fixtures.anAdmin(shop)
  return (await fixtures.aProduct(shop, { priceCents: Number(price) * 100 })).id
}
const change = (id: number, fields: { price?: number | string; oldPrice?: string | null }) =>
  admin.call('PATCH /api/admin/products/:id', { id, ...fields })
const seen = (id: number) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
/** Advances the clock and signs in again. */
async function pass(days: number) {
  turnClock(days * DAY)
  admin = await fixtures.anAdmin(shop)
}

describe('the lowest price of the 30 days before a discount (Directive 98/6/EC, article 6a)', () => {
  test('is hidden without a discount', async () => {
    const id = await aProductAt('100')
    await change(id, { price: '80' })
    expect((await seen(id)).priorPrice).toBeNull()
  })

  test('is the previous price if that was charged for more than 30 days', async () => {
    const id = await aProductAt('100')
    await pass(40)
    await change(id, { price: '80', oldPrice: '100' })
    expect(await seen(id)).toMatchObject({ price: '80.00', oldPrice: '100.00', priorPrice: '100.00' })
  })

  test('is the lowest price charged within those days, not the one right before the discount', async () => {
    const id = await aProductAt('50')
    await change(id, { price: '70' })
    await pass(10)
    await change(id, { price: '100' })
    // The price of 50 ended 31 days ago, and the price of 70 ended 21 days ago.
    await pass(21)
    await change(id, { price: '90', oldPrice: '100' })
    expect((await seen(id)).priorPrice).toBe('70.00')
  })

  test('includes a price that was still charged when the 30 days began', async () => {
    const id = await aProductAt('60')
    await pass(35)
    await change(id, { price: '100' })
    await pass(29)
    await change(id, { price: '90', oldPrice: '100' })
    expect((await seen(id)).priorPrice).toBe('60.00')
  })

  test('doesn’t change during the discount, however long it lasts', async () => {
    const id = await aProductAt('100')
    await pass(40)
    await change(id, { price: '80', oldPrice: '100' })
    await pass(60)
    expect((await seen(id)).priorPrice).toBe('100.00')
    await change(id, { oldPrice: '110' })
    expect((await seen(id)).priorPrice).toBe('100.00')
  })

  test('is recomputed if the price changes, and then includes the first discounted price', async () => {
    const id = await aProductAt('100')
    await pass(40)
    await change(id, { price: '80', oldPrice: '100' })
    await pass(3)
    await change(id, { price: '70' })
    expect((await seen(id)).priorPrice).toBe('80.00')
    await change(id, { price: '90' })
    expect((await seen(id)).priorPrice).toBe('70.00')
  })

  test('equals the current price if the old price was never charged', async () => {
    const id = await aProductAt('80')
    await pass(40)
    await change(id, { oldPrice: '100' })
    expect((await seen(id)).priorPrice).toBe('80.00')
  })

  test('disappears when the discount ends', async () => {
    const id = await aProductAt('100')
    await change(id, { price: '80', oldPrice: '100' })
    await change(id, { oldPrice: null })
    expect((await seen(id)).priorPrice).toBeNull()
    await change(id, { oldPrice: '80' })
    expect((await seen(id)).priorPrice, 'prior price for an old price that is not above the price').toBeNull()
  })

  test('covers only the days since the product was added if that was less than 30 days ago', async () => {
    admin = await fixtures.anAdmin(shop)
    const id = await aProduct(shop, { priceCents: 4000 }, now())
    await pass(2)
    await change(id, { price: '60' })
    await pass(2)
    await change(id, { price: '50', oldPrice: '60' })
    expect((await seen(id)).priorPrice).toBe('40.00')
  })

  test('is hidden if the old price isn’t higher; only admins see the old price', async () => {
    const id = await aProductAt('45.00')
    await change(id, { oldPrice: '30.00' })
    expect(await seen(id)).toMatchObject({ price: '45.00', oldPrice: null, priorPrice: null })
    expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({ oldPrice: '30.00' })
    await change(id, { price: '25.00' })
    expect(await seen(id)).toMatchObject({ oldPrice: '30.00' })
  })

  test('is unknown for a product that was added with an old price', async () => {
    const { id } = await fixtures.aProduct(shop, { priceCents: 4000, oldPriceCents: 5000 })
    expect((await seen(id)).priorPrice).toBeNull()
  })

  test('is also shown in lists, and for the discounted products of the demo', async () => {
    const products = await shop.visitor().call('GET /api/products', { onSale: 'true' })
    const demo = products.filter(({ oldPrice, id }) => oldPrice !== null && id <= 10)
    expect(demo.length).toBeGreaterThan(0)
    for (const { oldPrice, priorPrice } of demo) expect(priorPrice).toBe(oldPrice)
  })
})
