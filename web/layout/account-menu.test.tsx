import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aCustomer } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { readToken, storeToken } from '../platform/auth-token.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function openSignedIn() {
  const { token } = await aCustomer(shop, { fullName: 'Ada Lovelace' })
  storeToken(token ?? '')
  openPageOf(shop.visitor(), '/about')
  const account = await screen.findByLabelText('Account menu for Ada Lovelace')
  return { account, header: within(screen.getByRole('banner')) }
}

describe('the header (spec sections 1 and 2)', () => {
  test("has a 'Sign In' button for visitors, which leads to /auth", async () => {
    openPageOf(shop.visitor(), '/about')
    const header = within(await screen.findByRole('banner'))
    expect(header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth')
  })

  test('has a user menu with /profile, /favorites, /order-history, and a sign-out button', async () => {
    const { account, header } = await openSignedIn()
    await userEvent.click(account)
    const entries = [
      ['Profile', '/profile'],
      ['Favorites', '/favorites'],
      ['Orders', '/order-history'],
    ] as const
    for (const [name, address] of entries)
      expect(header.getByRole('link', { name }).getAttribute('href')).toBe(address)
    expect(header.getByRole('button', { name: 'Sign Out' })).toBeDefined()
    expect(header.queryByRole('link', { name: 'Sign In' })).toBeNull()
  })

  test("shows the user menu with Sign Out, but not 'Sign In', before the session has loaded", async () => {
    const customer = await aCustomer(shop)
    storeToken(customer.token ?? '')
    customer.token = null
    const calls: string[] = []
    openPage((call) => {
      calls.push(`${call.method} ${call.url}`)
      return call.url === '/api/auth/user' ? new Promise(() => undefined) : customer.transport(call)
    }, '/about')
    const header = within(await screen.findByRole('banner'))
    const menu = header.getByLabelText('Account')
    expect(document.documentElement.dataset.signedIn).toBeDefined()
    expect(menu.closest('.users-only')).not.toBeNull()
    expect(header.getByText('Sign In').closest('.visitors-only')).not.toBeNull()
    await userEvent.click(menu)
    vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    await userEvent.click(header.getByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(calls).toContain('POST /api/auth/logout'))
    await waitFor(() => expect(readToken()).toBeNull())
    expect(document.documentElement.dataset.signedIn).toBeUndefined()
  })

  test('has Profile, Favorites, Orders and Sign Out in the hamburger menu of a signed-in user', async () => {
    await openSignedIn()
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    for (const name of ['Lighting', 'Deals', 'New Arrivals', 'Profile', 'Favorites', 'Orders'])
      expect(await menu.findByRole('link', { name })).toBeDefined()
    expect(menu.getByRole('button', { name: 'Sign Out' })).toBeDefined()
    expect(menu.queryByRole('link', { name: 'Sign In / Sign Up' })).toBeNull()
  })
})
