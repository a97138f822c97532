import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCustomer, type Customer } from '../../tests/support/fixtures.ts'
import { failing, openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { ApiCall } from '../platform/api.ts'
import { readToken, storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let customer: Customer
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  customer = await aCustomer(shop)
  storeToken(customer.token ?? '')
})

/** Opens the profile. Calls with this name fail. */
function openProfile(name = '') {
  const breaks = ({ method, url }: ApiCall) => `${method} ${url}` === name
  return openPage(failing(customer, breaks), '/profile')
}
const loadedAnew = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
const keptToast = () => JSON.parse(sessionStorage.getItem('toast') ?? '{}') as { title?: string }

describe('signing out (spec section 4)', () => {
  test("from the profile reloads the page at /, which shows 'Logged out'", async () => {
    const assign = loadedAnew()
    openProfile()
    const sidebar = within(await screen.findByRole('navigation', { name: 'Account' }))
    await userEvent.click(sidebar.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(readToken()).toBeNull()
    expect(keptToast().title).toBe('Logged out')
    await expect(customer.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
  })

  test("signs out locally when the server fails, and shows 'Logout issue'", async () => {
    const assign = loadedAnew()
    openProfile('POST /api/auth/logout')
    await userEvent.click(await screen.findByLabelText(/^Account menu for/))
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(readToken()).toBeNull()
    expect(keptToast().title).toBe('Logout issue')
  })
})
