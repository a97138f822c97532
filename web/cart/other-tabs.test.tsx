import { act } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openTwoItems, removeFirst } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('the tabs of a browser', () => {
  test('show a change that was made in another tab', async () => {
    const { visitor, cart } = await openTwoItems(shop)
    const { id } = await aProduct(shop, { name: 'From the other tab' })
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    const otherTab = new BroadcastChannel('plinth-cart')
    otherTab.postMessage('changed')
    expect(await cart.findByRole('heading', { name: 'From the other tab' })).toBeDefined()
    otherTab.close()
  })

  test('notify each other of a change', async () => {
    const otherTab = new BroadcastChannel('plinth-cart')
    const message = new Promise((resolve) => otherTab.addEventListener('message', resolve))
    const { cart } = await openTwoItems(shop)
    await removeFirst(cart)
    expect(await message).toBeDefined()
    otherTab.close()
  })

  test('refetch when the user signs in or out in another tab', async () => {
    const { visitor, cart } = await openTwoItems(shop)
    await visitor.call('DELETE /api/cart')
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
    })
    expect(await cart.findByText('Your cart is empty')).toBeDefined()
  })
})
