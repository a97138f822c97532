import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { readToken, storeToken } from '../platform/auth-token.ts'
import {
  BROKEN,
  cardButton,
  MALFORMED,
  NOT_A_LIST,
  onCall,
  openAs,
  openCart,
  panel,
  toastNow,
} from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('the cart on app start (spec sections 4 and 7)', () => {
  test.each([
    ['an error response', BROKEN],
    ['a response that is not a list', NOT_A_LIST],
    ['a response that is not JSON', MALFORMED],
  ])('%s leaves the cart empty, and is only logged', async (_what, bad) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    openAs(shop.visitor(), '/', onCall('GET /api/cart', bad))
    expect((await openCart()).getByText('Your cart is empty')).toBeDefined()
    expect(log).toHaveBeenCalledOnce()
    expect(toastNow()).toBeUndefined()
    log.mockClear()
  })
})

describe('an expired session', () => {
  test("falls back to the visitor's cart, and adding an item works", async () => {
    const visitor = shop.visitor()
    const { id } = await aProduct(shop, { name: 'Kept Box' })
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    storeToken('ended')
    openPageOf(visitor, '/')
    expect((await openCart()).getByRole('heading', { name: 'Kept Box' })).toBeDefined()
    expect(readToken()).toBeNull()
    storeToken('ended too')
    const button = await cardButton()
    await userEvent.click(button)
    await waitFor(() => expect(readToken()).toBeNull())
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
    await userEvent.click(button)
    expect(await panel(2)).toBeDefined()
  })
})
