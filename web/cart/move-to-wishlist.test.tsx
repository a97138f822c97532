import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aCustomer, aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { clearToken, storeToken } from '../platform/auth-token.ts'
import { apiResponse, BROKEN, openAs, openCart, type Rule, toastNow } from './fixtures.ts'

const MOVED = {
  title: 'Item moved to wishlist',
  description: 'The item has been moved to your favorites. Check the Favorites page to view it.',
  duration: 5000,
  isDestructive: false,
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  return clearToken
})

/** Moves the only item of a visitor's cart, and records the requests from then on. */
async function moved(visitor: Visitor, rule: Rule = () => undefined) {
  const { id } = await aProduct(shop, { name: 'Ash Box' })
  await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  const calls: string[] = []
  const { queryClient } = openAs(visitor, '/', (call) => {
    calls.push(`${call.method} ${call.url.replace(/\d+/, '{id}')}`)
    return rule(call)
  })
  const cart = await openCart()
  await waitFor(() => expect(calls.filter((one) => one.startsWith('GET /api/')).length).toBeGreaterThan(4))
  // A request of the first load that is still running could be mistaken for the refetch.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  calls.length = 0
  await userEvent.click(cart.getByRole('button', { name: 'Move to Wishlist' }))
  return { id, calls, cart, queryClient }
}
async function aSignedIn() {
  const customer = await aCustomer(shop)
  storeToken(customer.token ?? '')
  return customer
}
const toastIs = (toast: ReturnType<typeof toastNow>) => waitFor(() => expect(toastNow()).toEqual(toast))
const answering =
  (method: string, path: string, response: ReturnType<typeof apiResponse>): Rule =>
  (call) =>
    call.method === method && call.url.startsWith(path) ? response : undefined

describe("'Move to Wishlist' (spec section 4)", () => {
  test("without a stored token shows 'Please Login to Save' and sends no request", async () => {
    clearToken()
    const { calls, cart } = await moved(shop.visitor())
    await toastIs({
      title: 'Please Login to Save',
      description: 'Sign in to add items to your favorites',
      duration: 5000,
      isDestructive: false,
    })
    expect(calls).toEqual([])
    expect(cart.getByRole('heading', { name: 'Ash Box' })).toBeDefined()
  })

  test('adds a favorite, removes the item, refreshes favorites and user, then shows a message', async () => {
    const customer = await aSignedIn()
    const { id, calls, cart } = await moved(customer)
    await toastIs(MOVED)
    expect(calls.slice(0, 2)).toEqual(['POST /api/favorites', 'DELETE /api/cart/{id}'])
    expect(calls.slice(2).sort()).toEqual(['GET /api/auth/user', 'GET /api/favorites'])
    expect((await customer.call('GET /api/favorites')).map(({ productId }) => productId)).toEqual([id])
    expect(cart.getByText('Your cart is empty')).toBeDefined()
  })

  test('marks the item as busy until it has moved', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof apiResponse>>()
    const { cart } = await moved(await aSignedIn(), (call) =>
      call.method === 'POST' && call.url === '/api/favorites' ? promise : undefined,
    )
    const line = cart.getByRole('heading', { name: 'Ash Box' }).closest('li')
    expect(line?.getAttribute('aria-busy')).toBe('true')
    resolve(apiResponse('[]'))
    await toastIs(MOVED)
  })

  test("treats a 404 'Product not found' from the favorites as success", async () => {
    const gone = apiResponse('{"message":"Product not found","code":"not_found"}', 404)
    await moved(await aSignedIn(), answering('POST', '/api/favorites', gone))
    await toastIs(MOVED)
  })

  test.each([
    ['any other 404', apiResponse('{"message":"There is nothing at this URL.","code":"not_found"}', 404)],
    ['a 500', BROKEN],
  ])('only logs %s from the favorites, and continues', async (_what, failure) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { cart } = await moved(await aSignedIn(), answering('POST', '/api/favorites', failure))
    await toastIs(MOVED)
    expect(log).toHaveBeenCalledOnce()
    expect(cart.getByText('Your cart is empty')).toBeDefined()
    log.mockClear()
  })

  test("shows a destructive 'Failed to move item' when the removal fails", async () => {
    const { cart, calls, queryClient } = await moved(
      await aSignedIn(),
      answering('DELETE', '/api/cart', BROKEN),
    )
    await toastIs({
      title: 'Failed to move item',
      description: 'There was an error adding the item to your favorites',
      duration: 5000,
      isDestructive: true,
    })
    await waitFor(() => expect(calls).toContain('GET /api/cart'))
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(cart.getByRole('heading', { name: 'Ash Box' })).toBeDefined()
    expect(calls).not.toContain('GET /api/favorites')
  })
})
