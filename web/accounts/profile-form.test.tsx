import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, type Customer, linkTo, requestAddress } from '../../tests/support/fixtures.ts'
import { failing, openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { ApiCall, ApiResponse } from '../platform/api.ts'
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
function openProfile(name = '', rejection: Partial<ApiResponse> = {}) {
  const breaks = ({ method, url }: ApiCall) => `${method} ${url}` === name
  return openPage(failing(customer, breaks, rejection), '/profile')
}

describe('changing the profile (spec sections 2, 5 and 8)', () => {
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  const refill = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })

  test('a full name that is too short and an invalid email address are rejected next to their fields', async () => {
    openProfile()
    await refill('Full name', 'A')
    await refill('Email', 'ada@')
    await save()
    expect(await screen.findByText('Full name must be at least 2 characters')).toBeDefined()
    expect(screen.getByText('Please enter a valid email address')).toBeDefined()
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ email: customer.user.email })
  })

  test("a failure shows 'Profile update failed' with the server's message", async () => {
    const text = '{"message":"This email address is already in use","code":"email_taken"}'
    openProfile('PATCH /api/auth/profile', { status: 409, text })
    await refill('Email', 'somebody-else@example.com')
    await save()
    expect(await screen.findByText('Profile update failed')).toBeDefined()
    expect(screen.getByText('This email address is already in use')).toBeDefined()
  })

  test('full name and email address are saved together', async () => {
    openProfile()
    await refill('Full name', 'Mary Somerville')
    await refill('Email', 'mary@example.com')
    await save()
    expect(await screen.findByText('Profile updated')).toBeDefined()
    expect(await customer.call('GET /api/auth/user')).toMatchObject({
      fullName: 'Mary Somerville',
      pendingEmail: 'mary@example.com',
      pendingEmailConfirmed: false,
    })
  })

  test('a new email address requires the password, and can be discarded', async () => {
    openProfile()
    await refill('Email', 'mary@example.com')
    await save()
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your new email address' }))
    await userEvent.type(dialog.getByLabelText('Your password'), 'not this one')
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('The current password is incorrect')
    await userEvent.clear(dialog.getByLabelText('Your password'))
    await userEvent.type(dialog.getByLabelText('Your password'), customer.password)
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    const status = within(await screen.findByRole('region', { name: 'New email address' }))
    expect(await status.findByText(/takes effect once you open the link/)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(status.getByRole('button', { name: 'Keep current address' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New email address' })).toBeNull())
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ pendingEmail: null })
  })

  test('a failure without a message repeats the title as its description', async () => {
    openProfile('PATCH /api/auth/profile')
    await refill('Full name', 'Mary Somerville')
    await save()
    expect(await screen.findAllByText('Profile update failed')).toHaveLength(2)
  })
})

describe('an emailed link', () => {
  const tokenTo = async (page: 'verify-email' | 'undo-email-change', email: string) =>
    `/auth/${page}#token=${await linkTo(shop, page, email)}`

  test('verifies the address only after a click on the button, which names the account', async () => {
    const { user } = customer
    openPage(customer.transport, await tokenTo('verify-email', user.email))
    const button = await screen.findByRole('button', { name: `Verify for ${user.username}` })
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ emailVerified: false })
    await userEvent.click(button)
    expect(await screen.findByText('Your email address is verified.')).toBeDefined()
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ emailVerified: true })
  })

  test('to a new email address works only in a session of the account', async () => {
    await requestAddress(customer, 'page-moved@example.com')
    const address = await tokenTo('verify-email', 'page-moved@example.com')
    storeToken('')
    const { unmount } = openPage(shop.visitor().transport, address)
    expect((await screen.findByRole('link', { name: 'Sign In' })).getAttribute('href')).toBe('/auth')
    expect(screen.queryByRole('button', { name: /^Use this address/ })).toBeNull()
    unmount()
    storeToken(customer.token ?? '')
    openPage(customer.transport, address)
    const { username } = customer.user
    await userEvent.click(await screen.findByRole('button', { name: `Use this address for ${username}` }))
    expect(await screen.findByText('Your account now uses this email address.')).toBeDefined()
  })

  test('to the old email address undoes the change and signs out', async () => {
    const { username, email } = customer.user
    await customer.call('PATCH /api/auth/profile', { email: 'page-thief@example.com' })
    openPageOf(customer, await tokenTo('undo-email-change', email))
    await userEvent.click(await screen.findByRole('button', { name: `Undo and sign out ${username}` }))
    expect(await screen.findByText(/^The change was undone/)).toBeDefined()
    expect(readToken()).toBeNull()
  })

  test('shows a message if it is invalid', async () => {
    openPage(shop.visitor().transport, '/auth/verify-email#token=unknown')
    expect((await screen.findByRole('alert')).textContent).toMatch(/no longer valid/)
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toBeDefined()
  })
})
