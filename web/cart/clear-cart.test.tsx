import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { createApi, type Transport } from '../platform/api.ts'
import { ApiProvider } from '../platform/api-context.ts'
import { BROKEN, openAs, toastIs } from './given.ts'
import { useClearCart } from './remove-item.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** A page with one item in its cart, which something on the page clears. */
async function clearCart(transportOf: (own: Transport) => Transport = (own) => own) {
  const visitor = shop.visitor()
  const { id } = await aProduct(shop)
  await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  const { queryClient } = openAs(visitor, '/')
  await screen.findByRole('link', { name: 'Cart, 1 item' })
  const { result } = renderHook(useClearCart, {
    wrapper: ({ children }) => (
      <ApiProvider value={createApi(transportOf(visitor.transport))}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ApiProvider>
    ),
  })
  result.current.mutate()
  return visitor
}

describe('clearing the cart (spec section 8)', () => {
  test("'Cart cleared', for 2 seconds", async () => {
    const visitor = await clearCart()
    await toastIs({ title: 'Cart cleared', duration: 2000, isDestructive: false })
    await waitFor(() => expect(screen.getByRole('link', { name: 'Cart' })).toBeDefined())
    expect(await visitor.call('GET /api/cart')).toEqual([])
  })

  test("that fails: 'Failed to clear cart', and nothing is gone", async () => {
    await clearCart(() => async () => BROKEN)
    await toastIs({ title: 'Failed to clear cart', duration: 2000, isDestructive: true })
    expect(screen.getByRole('link', { name: 'Cart, 1 item' })).toBeDefined()
  })
})
