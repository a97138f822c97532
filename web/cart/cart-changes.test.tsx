import { act, fireEvent, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aProduct } from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import type { ApiCall } from '../platform/api.ts'
import {
  BROKEN,
  NOT_A_LIST,
  onCall,
  openAs,
  openCart,
  panel,
  type Rule,
  toastNow,
  UNREADABLE,
} from './given.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** A cart with 'First' (once) and 'Second' (five times), opened. */
async function opened(rule?: (visitor: Visitor) => Rule) {
  const visitor = shop.visitor()
  for (const [name, quantity] of [
    ['First', 1],
    ['Second', 5],
  ] as const) {
    const { id } = await aProduct(shop, { name, priceCents: 1000 })
    await visitor.call('POST /api/cart', { productId: id, quantity })
  }
  const view = openAs(visitor, '/', rule?.(visitor))
  return { visitor, view, cart: await openCart() }
}
type Cart = Awaited<ReturnType<typeof openCart>>
const more = (cart: Cart, name: string) => cart.getByRole('button', { name: `One more of ${name}` })
const shown = (cart: Cart, name: string) =>
  cart.getByRole('status', { name: `Quantity of ${name}` }).textContent
const kept = async (visitor: Visitor) => (await visitor.call('GET /api/cart')).map(({ quantity }) => quantity)
const removeFirst = (cart: Cart) =>
  userEvent.click(cart.getByRole('button', { name: 'Remove First from cart' }))
const toastIs = (toast: Partial<ReturnType<typeof toastNow>>) =>
  waitFor(() => expect(toastNow()).toMatchObject(toast ?? {}))

/** Calls of one method wait until they are let through, one by one. */
function gate(method: string) {
  const waiting: { call: ApiCall; pass(): void }[] = []
  const rule = (visitor: Visitor) => (call: ApiCall) =>
    call.method === method
      ? new Promise<void>((pass) => waiting.push({ call, pass })).then(() => visitor.transport(call))
      : undefined
  return { rule, waiting }
}

describe('quick clicks on one line', () => {
  test('show at once, are one request at a time, and end in the last value', async () => {
    const { rule, waiting } = gate('PATCH')
    const { visitor, cart } = await opened(rule)
    for (let click = 0; click < 6; click++) await userEvent.click(more(cart, 'First'))
    expect(shown(cart, 'First')).toBe('7')
    expect(waiting.map(({ call }) => call.body)).toEqual([{ quantity: 2 }])
    waiting[0]?.pass()
    await waitFor(() => expect(waiting).toHaveLength(2))
    expect(waiting[1]?.call.body).toEqual({ quantity: 7 })
    expect(shown(cart, 'First')).toBe('7')
    waiting[1]?.pass()
    await waitFor(async () => expect(await kept(visitor)).toEqual([7, 5]))
    expect(waiting).toHaveLength(2)
  })

  test('count all, also those that come before the first one is drawn', async () => {
    const { visitor, cart } = await opened()
    for (let click = 0; click < 5; click++) fireEvent.click(more(cart, 'First'))
    await waitFor(() => expect(shown(cart, 'First')).toBe('6'))
    await waitFor(async () => expect(await kept(visitor)).toEqual([6, 5]))
    for (let click = 0; click < 9; click++)
      fireEvent.click(cart.getByRole('button', { name: 'One less of First' }))
    await waitFor(async () => expect(await kept(visitor)).toEqual([1, 5]))
  })

  test('on two lines disturb each other nowhere', async () => {
    const { rule, waiting } = gate('PATCH')
    const { visitor, cart } = await opened(rule)
    await userEvent.click(more(cart, 'First'))
    await userEvent.click(more(cart, 'Second'))
    await userEvent.click(more(cart, 'First'))
    for (let sent = 0; sent < 3; sent++) {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(sent))
      expect([shown(cart, 'First'), shown(cart, 'Second')]).toEqual(['3', '6'])
      waiting[sent]?.pass()
    }
    await waitFor(async () => expect(await kept(visitor)).toEqual([3, 6]))
    await waitFor(() => expect([shown(cart, 'First'), shown(cart, 'Second')]).toEqual(['3', '6']))
  })
})

describe('a change of quantity (spec section 8)', () => {
  test("that fails: 'Failed to update item', and the line shows what is true", async () => {
    const { cart } = await opened(() => onCall('PATCH /api/cart', BROKEN))
    await userEvent.click(more(cart, 'First'))
    await toastIs({
      title: 'Failed to update item',
      description: 'There was an error updating the item in your cart.',
      duration: 5000,
      isDestructive: true,
    })
    await waitFor(() => expect(shown(cart, 'First')).toBe('1'))
  })

  test('that fails while nothing answers goes back to what was there', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let isDown = false
    const { cart } = await opened(() => () => (isDown ? BROKEN : undefined))
    isDown = true
    await userEvent.click(more(cart, 'First'))
    await userEvent.click(more(cart, 'First'))
    await toastIs({ title: 'Failed to update item' })
    expect([shown(cart, 'First'), shown(cart, 'Second')]).toEqual(['1', '5'])
    log.mockClear()
  })

  test('answered by no list is followed by a look at the cart', async () => {
    const { visitor, cart } = await opened(
      (visitor) => (call) =>
        call.method === 'PATCH' ? visitor.transport(call).then(() => NOT_A_LIST) : undefined,
    )
    await userEvent.click(more(cart, 'First'))
    await waitFor(async () => expect(await kept(visitor)).toEqual([2, 5]))
    expect(shown(cart, 'First')).toBe('2')
    expect(cart.getByRole('heading', { name: 'Second' })).toBeDefined()
  })
})

describe('a removal (spec section 8)', () => {
  test("'Item removed', for 2 seconds", async () => {
    const { visitor, cart } = await opened()
    await removeFirst(cart)
    await toastIs({ title: 'Item removed', description: undefined, duration: 2000, isDestructive: false })
    expect(cart.queryByRole('heading', { name: 'First' })).toBeNull()
    expect(await kept(visitor)).toEqual([5])
    expect(await panel(5)).toBeDefined()
  })

  const removedBut = (given: typeof NOT_A_LIST) => (visitor: Visitor) => (call: ApiCall) =>
    call.method === 'DELETE' ? visitor.transport(call).then(() => given) : undefined

  test('answered by no list is followed by a look at the cart', async () => {
    const { cart } = await opened(removedBut(NOT_A_LIST))
    await removeFirst(cart)
    await toastIs({ title: 'Item removed', description: undefined, duration: 2000 })
    expect(cart.queryByRole('heading', { name: 'First' })).toBeNull()
    expect(cart.getByRole('heading', { name: 'Second' })).toBeDefined()
  })

  test("when that look fails too: 'but we couldn't refresh the cart'", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let isDown = false
    const { cart } = await opened((visitor) => (call) => {
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

  test("answered by something unreadable: 'Item likely removed'", async () => {
    const { cart } = await opened(removedBut(UNREADABLE))
    await removeFirst(cart)
    await toastIs({
      title: 'Item likely removed',
      description: "Item may have been removed, but we couldn't confirm.",
      duration: 2000,
      isDestructive: false,
    })
  })

  test("that fails: 'Failed to remove item', and the line stays", async () => {
    const { cart } = await opened(() => onCall('DELETE /api/cart', BROKEN))
    await removeFirst(cart)
    await toastIs({ title: 'Failed to remove item', duration: 2000, isDestructive: true })
    expect(cart.getByRole('heading', { name: 'First' })).toBeDefined()
  })

  test('marks its line busy meanwhile, and is asked for once', async () => {
    const { rule, waiting } = gate('DELETE')
    const { cart } = await opened(rule)
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

describe('all tabs', () => {
  test('agree: a change in one is shown in the others', async () => {
    const { visitor, cart } = await opened()
    const { id } = await aProduct(shop, { name: 'From the other tab' })
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    const otherTab = new BroadcastChannel('plinth-cart')
    otherTab.postMessage('changed')
    expect(await cart.findByRole('heading', { name: 'From the other tab' })).toBeDefined()
    otherTab.close()
  })

  test('hear of a change here', async () => {
    const otherTab = new BroadcastChannel('plinth-cart')
    const heard = new Promise((resolve) => otherTab.addEventListener('message', resolve))
    const { cart } = await opened()
    await removeFirst(cart)
    expect(await heard).toBeDefined()
    otherTab.close()
  })

  test('look again when somebody signs in or out in one', async () => {
    const { visitor, cart } = await opened()
    await visitor.call('DELETE /api/cart')
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
    })
    expect(await cart.findByText('Your cart is empty')).toBeDefined()
  })
})
