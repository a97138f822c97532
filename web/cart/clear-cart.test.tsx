import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { BROKEN, onCall, openAs, toastIs } from './fixtures.ts'

let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
})

/** Only the page after the payment clears the cart. */
describe('clearing the cart (spec section 8)', () => {
  test("shows 'Cart cleared' for 2 seconds", async () => {
    openAs(visitor, '/order-success')
    await toastIs({ title: 'Cart cleared', duration: 2000, isDestructive: false })
    expect(await screen.findByRole('link', { name: 'Cart' })).toBeDefined()
    expect(await visitor.call('GET /api/cart')).toEqual([])
  })

  test("shows 'Failed to clear cart' and keeps the items when it fails", async () => {
    openAs(visitor, '/order-success', onCall('DELETE /api/cart', BROKEN))
    await toastIs({ title: 'Failed to clear cart', duration: 2000, isDestructive: true })
    expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeDefined()
    expect(await visitor.call('GET /api/cart')).toHaveLength(1)
  })
})
