import { fireEvent, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import type { ApiCall } from '../platform/api.ts'
import {
  BROKEN,
  gate,
  MALFORMED,
  NOT_A_LIST,
  onCall,
  openTwoItems,
  panel,
  removeFirst,
  storedCart,
  toastIs,
} from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('a removal (spec section 8)', () => {
  test("shows 'Item removed' for 2 seconds", async () => {
    const { visitor, cart } = await openTwoItems(shop)
    await removeFirst(cart)
    await toastIs({ title: 'Item removed', description: undefined, duration: 2000, isDestructive: false })
    expect(cart.queryByRole('heading', { name: 'First' })).toBeNull()
    expect(await storedCart(visitor)).toEqual([5])
    expect(await panel(5)).toBeDefined()
  })

  const removedBut = (response: typeof NOT_A_LIST) => (visitor: Visitor) => (call: ApiCall) =>
    call.method === 'DELETE' ? visitor.transport(call).then(() => response) : undefined

  test('refetches the cart if the response isn’t a list', async () => {
    const { cart } = await openTwoItems(shop, removedBut(NOT_A_LIST))
    await removeFirst(cart)
    await toastIs({ title: 'Item removed', description: undefined, duration: 2000 })
    expect(cart.queryByRole('heading', { name: 'First' })).toBeNull()
    expect(cart.getByRole('heading', { name: 'Second' })).toBeDefined()
  })

  test("shows 'but we couldn't refresh the cart' when refetching fails as well", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let isDown = false
    const { cart } = await openTwoItems(shop, (visitor) => (call) => {
      if (call.method === 'DELETE') isDown = true
      return removedBut(NOT_A_LIST)(visitor)(call) ?? (isDown ? BROKEN : undefined)
    })
    await removeFirst(cart)
    await toastIs({
      title: 'Item removed',
      description: "Item has been removed, but we couldn't refresh the cart.",
      duration: 2000,
    })
    expect(cart.queryByRole('heading', { name: 'First' })).toBeNull()
    expect(cart.getByRole('heading', { name: 'Second' })).toBeDefined()
    log.mockClear()
  })

  test("shows 'Item likely removed' if the response isn't JSON", async () => {
    const { cart } = await openTwoItems(shop, removedBut(MALFORMED))
    await removeFirst(cart)
    await toastIs({
      title: 'Item likely removed',
      description: "Item may have been removed, but we couldn't confirm.",
      duration: 2000,
      isDestructive: false,
    })
  })

  test("shows 'Failed to remove item' and keeps the item when it fails", async () => {
    const { cart } = await openTwoItems(shop, () => onCall('DELETE /api/cart', BROKEN))
    await removeFirst(cart)
    await toastIs({ title: 'Failed to remove item', duration: 2000, isDestructive: true })
    expect(cart.getByRole('heading', { name: 'First' })).toBeDefined()
  })

  test('is sent once, and marks its item as busy until it is done', async () => {
    const { rule, waiting } = gate('DELETE')
    const { cart } = await openTwoItems(shop, rule)
    const remove = cart.getByRole('button', { name: 'Remove First from cart' })
    fireEvent.click(remove)
    fireEvent.click(remove)
    await waitFor(() => expect(waiting).toHaveLength(1))
    const line = cart.getByRole('heading', { name: 'First' }).closest('li')
    expect(line?.getAttribute('aria-busy')).toBe('true')
    expect(waiting).toHaveLength(1)
    waiting[0]?.pass()
    await waitFor(() => expect(cart.queryByRole('heading', { name: 'First' })).toBeNull())
    expect(waiting).toHaveLength(1)
  })
})
