import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, type Customer } from '../../tests/support/fixtures.ts'
import { failing, openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
async function signedIn(...productIds: number[]): Promise<Customer> {
  const customer = await aCustomer(shop)
  for (const productId of productIds) await customer.call('POST /api/favorites', { productId })
  storeToken(customer.token ?? '')
  return customer
}
const heart = () => screen.findByRole('button', { name: /Full-Grain Leather Desk Pad .*favorites/ })
const PRODUCT = '/product/leather-desk-pad'

describe('the favorite button (spec section 4)', () => {
  test("is blocked on a product page when signed out: 'Authentication required'", async () => {
    openPageOf(shop.visitor(), PRODUCT)
    await userEvent.click(await heart())
    expect(await screen.findByText('Authentication required')).toBeDefined()
    expect(screen.getByText('Please sign in to add items to favorites')).toBeDefined()
  })

  test("is blocked on a card when signed out: 'Please Login to Save'", async () => {
    openPageOf(shop.visitor(), '/')
    const [card] = await screen.findAllByRole('button', { name: /Full-Grain Leather Desk Pad .*favorites/ })
    await userEvent.click(card as HTMLElement)
    expect(await screen.findByText('Please Login to Save')).toBeDefined()
    expect(screen.getByText('Sign in to add items to your favorites')).toBeDefined()
  })

  test('handles a click once the session has loaded', async () => {
    const customer = await signedIn()
    const { promise: mayAnswer, resolve: response } = Promise.withResolvers<void>()
    openPage(async (call) => {
      if (call.url === '/api/auth/user') await mayAnswer
      return customer.transport(call)
    }, PRODUCT)
    await userEvent.click(await heart())
    await waitFor(async () => expect((await heart()).getAttribute('aria-disabled')).toBe('true'))
    response()
    expect(await screen.findByText('Added to favorites')).toBeDefined()
    expect((await heart()).getAttribute('aria-pressed')).toBe('true')
  })

  test("fills when the product is a favorite: 'Added to favorites', 'Removed from favorites'", async () => {
    const customer = await signedIn()
    openPageOf(shop.visitor(), PRODUCT)
    await screen.findByLabelText(/Account menu for/)
    await userEvent.click(await heart())
    // This toast may be left from the previous test.
    await waitFor(async () => expect(await customer.call('GET /api/favorites')).toHaveLength(1))
    await waitFor(async () => expect((await heart()).getAttribute('aria-disabled')).toBe('false'))
    expect(await screen.findByText('Added to favorites')).toBeDefined()
    expect((await heart()).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(await heart())
    expect(await screen.findByText('Removed from favorites')).toBeDefined()
    expect((await heart()).getAttribute('aria-pressed')).toBe('false')
    expect(await customer.call('GET /api/favorites')).toEqual([])
  })

  test('is disabled while adding, and unfilled again when it fails', async () => {
    const customer = await signedIn()
    const { promise: mayAnswer, resolve: response } = Promise.withResolvers<void>()
    openPage(async (call) => {
      if (call.method !== 'POST') return customer.transport(call)
      await mayAnswer
      return { status: 500, statusText: 'Internal Server Error', headers: {}, text: '' }
    }, PRODUCT)
    await screen.findByLabelText(/Account menu for/)
    await userEvent.click(await heart())
    await waitFor(async () => expect((await heart()).getAttribute('aria-disabled')).toBe('true'))
    expect((await heart()).getAttribute('aria-pressed')).toBe('true')
    response()
    expect(await screen.findByText('Failed to add to favorites')).toBeDefined()
    expect(screen.getByText('Could not add the item to your favorites. Please try again.')).toBeDefined()
    expect((await heart()).getAttribute('aria-pressed')).toBe('false')
  })
})

describe('/favorites (spec section 2)', () => {
  test('links each card to its product, and has a search box', async () => {
    await signedIn(1, 2)
    openPageOf(shop.visitor(), '/favorites')
    const link = await screen.findByRole('link', { name: 'Halo LED Desk Lamp' })
    expect(link.getAttribute('href')).toBe('/product/halo-desk-lamp')
    await userEvent.type(screen.getByLabelText('Search your favorites'), 'wal')
    expect(screen.queryByRole('link', { name: 'Halo LED Desk Lamp' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Walnut Monitor Stand' })).toBeDefined()
  })

  test('removes a card, which reappears if the removal fails, and keeps the focus on the page after a removal by keyboard', async () => {
    const customer = await signedIn(1)
    let isBroken = true
    openPage(
      failing(customer, (call) => call.method === 'DELETE' && isBroken),
      '/favorites',
    )
    const remove = await screen.findByRole('button', { name: /Remove Walnut Monitor Stand/ })
    await userEvent.click(remove)
    expect(await screen.findByText('Failed to remove')).toBeDefined()
    expect(screen.getByText('Could not remove the item from favorites. Please try again.')).toBeDefined()
    expect(await screen.findByRole('link', { name: 'Walnut Monitor Stand' })).toBeDefined()
    isBroken = false
    const again = () => screen.getByRole('button', { name: /Remove Walnut Monitor Stand/ })
    await waitFor(() => expect(again()).toHaveProperty('disabled', false))
    again().focus()
    await userEvent.keyboard('{Enter}')
    const explore = await screen.findByRole('link', { name: 'Explore Products' })
    expect(explore.getAttribute('href')).toBe('/')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Favorites' })),
    )
  })

  test("shows placeholders while loading, and 'Failed to load favorites. Please try again later.' on an error", async () => {
    const customer = await signedIn()
    const { promise: mayAnswer, resolve: response } = Promise.withResolvers<void>()
    openPage(async (call) => {
      if (call.url !== '/api/favorites') return customer.transport(call)
      await mayAnswer
      return { status: 503, statusText: 'Service Unavailable', headers: {}, text: '' }
    }, '/favorites')
    expect(await screen.findByText('Loading your favorites...')).toBeDefined()
    expect(screen.getAllByTestId('product-placeholder')).toHaveLength(4)
    expect(screen.queryByText('No favorites yet.')).toBeNull()
    response()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Failed to load favorites. Please try again later.')).toBeDefined()
  })
})
