import { fireEvent, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { BROKEN, type Cart, gate, NOT_A_LIST, onCall, openTwoItems, storedCart, toastIs } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const more = (cart: Cart, name: string) => cart.getByRole('button', { name: `Increase quantity for ${name}` })
const shown = (cart: Cart, name: string) =>
  cart.getByRole('status', { name: `Quantity of ${name}` }).textContent

describe('quick clicks', () => {
  test('are shown immediately, sent one request at a time, and end in the last value', async () => {
    const { rule, waiting } = gate('PATCH')
    const { visitor, cart } = await openTwoItems(shop, rule)
    for (let click = 0; click < 6; click++) await userEvent.click(more(cart, 'First'))
    expect(shown(cart, 'First')).toBe('7')
    expect(waiting.map(({ call }) => call.body)).toEqual([{ quantity: 2 }])
    waiting[0]?.pass()
    await waitFor(() => expect(waiting).toHaveLength(2))
    expect(waiting[1]?.call.body).toEqual({ quantity: 7 })
    expect(shown(cart, 'First')).toBe('7')
    waiting[1]?.pass()
    await waitFor(async () => expect(await storedCart(visitor)).toEqual([7, 5]))
    expect(waiting).toHaveLength(2)
  })

  test('all count, even those before the first one is rendered', async () => {
    const { visitor, cart } = await openTwoItems(shop)
    for (let click = 0; click < 5; click++) fireEvent.click(more(cart, 'First'))
    await waitFor(() => expect(shown(cart, 'First')).toBe('6'))
    await waitFor(async () => expect(await storedCart(visitor)).toEqual([6, 5]))
    for (let click = 0; click < 9; click++)
      fireEvent.click(cart.getByRole('button', { name: 'Decrease quantity for First' }))
    await waitFor(async () => expect(await storedCart(visitor)).toEqual([1, 5]))
  })

  test('on two items don’t affect each other', async () => {
    const { rule, waiting } = gate('PATCH')
    const { visitor, cart } = await openTwoItems(shop, rule)
    await userEvent.click(more(cart, 'First'))
    await userEvent.click(more(cart, 'Second'))
    await userEvent.click(more(cart, 'First'))
    for (let sent = 0; sent < 3; sent++) {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(sent))
      expect([shown(cart, 'First'), shown(cart, 'Second')]).toEqual(['3', '6'])
      waiting[sent]?.pass()
    }
    await waitFor(async () => expect(await storedCart(visitor)).toEqual([3, 6]))
    await waitFor(() => expect([shown(cart, 'First'), shown(cart, 'Second')]).toEqual(['3', '6']))
  })
})

describe('a change of quantity (spec section 8)', () => {
  test("that fails shows 'Failed to update item' and restores the actual quantity", async () => {
    const { cart } = await openTwoItems(shop, () => onCall('PATCH /api/cart', BROKEN))
    await userEvent.click(more(cart, 'First'))
    await toastIs({
      title: 'Failed to update item',
      description: 'There was an error updating the item in your cart.',
      duration: 5000,
      isDestructive: true,
    })
    await waitFor(() => expect(shown(cart, 'First')).toBe('1'))
  })

  test('reverts to the previous quantity when the server is unreachable', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let isDown = false
    const { cart } = await openTwoItems(shop, () => () => (isDown ? BROKEN : undefined))
    isDown = true
    await userEvent.click(more(cart, 'First'))
    await userEvent.click(more(cart, 'First'))
    await toastIs({ title: 'Failed to update item' })
    expect([shown(cart, 'First'), shown(cart, 'Second')]).toEqual(['1', '5'])
    log.mockClear()
  })

  test('refetches the cart if the response isn’t a list', async () => {
    const { visitor, cart } = await openTwoItems(
      shop,
      (visitor) => (call) =>
        call.method === 'PATCH' ? visitor.transport(call).then(() => NOT_A_LIST) : undefined,
    )
    await userEvent.click(more(cart, 'First'))
    await waitFor(async () => expect(await storedCart(visitor)).toEqual([2, 5]))
    expect(shown(cart, 'First')).toBe('2')
    expect(cart.getByRole('heading', { name: 'Second' })).toBeDefined()
  })
})
