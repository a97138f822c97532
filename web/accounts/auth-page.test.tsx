import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { readToken, storeToken } from '../platform/auth-token.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const type = (label: string | RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

describe('/auth (spec sections 2 and 5)', () => {
  test("has Login and Register tabs for the arrow keys; a login stores the token in local storage, shows 'Login successful', and goes to /, but a wrong password shows 'Login failed'", async () => {
    const { user } = await aCustomer(shop, { username: 'ada.l', password: 'difference engine' })
    const { addressNow } = openPageOf(shop.visitor(), '/auth')
    const tabs = within(await screen.findByRole('tablist'))
    expect(tabs.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Login', 'Register'])
    const login = tabs.getByRole('tab', { name: 'Login' })
    expect(login.getAttribute('aria-selected')).toBe('true')
    login.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('Register')
    expect(screen.getByLabelText('Email')).toBeDefined()
    await userEvent.keyboard('{ArrowLeft}')

    type('Username', user.username)
    type('Password', 'wrong password')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Login failed')).toBeDefined()
    expect(screen.getByText('Invalid username or password')).toBeDefined()
    expect(readToken()).toBeNull()

    type('Password', 'difference engine')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Login successful')).toBeDefined()
    expect(screen.getByText(/Welcome back/)).toBeDefined()
    expect(readToken()).toBeTruthy()
    await waitFor(() => expect(addressNow()).toBe('/'))
  })

  test("register: rejects entries next to their fields, shows 'Registration failed' for a username in use, and 'Registration successful' when it signs the user in", async () => {
    await aCustomer(shop, { username: 'taken' })
    const { addressNow } = openPageOf(shop.visitor(), '/auth')
    await userEvent.click(await screen.findByRole('tab', { name: 'Register' }))
    for (const [label, text, message] of [
      ['Username', 'ab', 'Username must be 3 to 20 characters'],
      ['Username', 'a..b', 'Username cannot contain consecutive special characters'],
      ['Username', 'a b c', 'Username can contain only letters, digits, periods, underscores, and hyphens'],
      ['Email', 'not-an-address', 'Please enter a valid email address'],
      ['Full name (optional)', 'A', 'Full name must be at least 2 characters'],
      ['Password', '12345', 'Password must be at least 6 characters'],
    ] as const) {
      type(label, text)
      await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
      expect(await screen.findByText(message)).toBeDefined()
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
    }

    type('Username', 'TAKEN')
    type('Email', 'grace@example.com')
    type('Full name (optional)', '')
    type('Password', 'nanoseconds')
    expect(screen.getByText(/Weak|Fair|Strong/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('Registration failed')).toBeDefined()
    expect(screen.getByText('This username is already taken')).toBeDefined()

    type('Username', 'grace')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('Registration successful')).toBeDefined()
    expect(readToken()).toBeTruthy()
    await waitFor(() => expect(addressNow()).toBe('/'))
  })
})

describe('guarded paths (spec section 2)', () => {
  test.each(['/profile', '/favorites'])(
    '%s sends a visitor to /auth, and back there after signing in',
    async (address) => {
      const { user } = await aCustomer(shop, { password: 'difference engine' })
      const { addressNow } = openPageOf(shop.visitor(), address)
      await screen.findByRole('tablist')
      expect(addressNow()).toBe('/auth')
      type('Username', user.username)
      type('Password', 'difference engine')
      await userEvent.click(screen.getByRole('button', { name: 'Login' }))
      await waitFor(() => expect(addressNow()).toBe(address))
    },
  )

  test('/auth sends a signed-in user to /', async () => {
    const { token } = await aCustomer(shop)
    storeToken(token ?? '')
    const { addressNow } = openPageOf(shop.visitor(), '/auth')
    await waitFor(() => expect(addressNow()).toBe('/'))
  })

  test('a token unknown to the server is cleared, and the visitor is signed out', async () => {
    storeToken('unknown-token')
    const { addressNow } = openPageOf(shop.visitor(), '/profile')
    await waitFor(() => expect(addressNow()).toBe('/auth'))
    expect(readToken()).toBeNull()
  })
})

describe('/profile (spec section 2)', () => {
  test('shows username and account type read-only, and the real Member Since', async () => {
    const admin = await anAdmin(shop)
    storeToken(admin.token ?? '')
    openPageOf(shop.visitor(), '/profile')
    expect(await screen.findByText('Administrator')).toBeDefined()
    expect(screen.getByText('Member Since')).toBeDefined()
    const year = new Date(admin.user.createdAt).getUTCFullYear()
    expect(screen.getByText(new RegExp(String(year)), { selector: 'time' })).toBeDefined()
    expect(screen.queryByLabelText('Username')).toBeNull()
  })

  test("links to Orders, Favorites and Cart, shows 'Profile updated', lists the data before the account is deleted, and has no saved payment methods", async () => {
    const { token, user } = await aCustomer(shop)
    storeToken(token ?? '')
    openPageOf(shop.visitor(), '/profile')
    const sidebar = within(await screen.findByRole('navigation', { name: 'Account' }))
    expect(sidebar.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/profile',
      '/orders',
      '/favorites',
      '/cart',
    ])
    expect(sidebar.getByRole('button', { name: 'Logout' })).toBeDefined()

    await screen.findByText('Customer')
    type('Full name', 'Mary Somerville')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Profile updated')).toBeDefined()

    // Password managers find the username in each form.
    await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
    expect(usernames()).toEqual([user.username, user.username, user.username])
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByText('Your favorites')).toBeDefined()
    expect(screen.getAllByText(/audit log/)).toHaveLength(2)
    expect(usernames()).toEqual([user.username, user.username, user.username])

    await userEvent.click(screen.getByRole('tab', { name: 'Payment' }))
    expect(screen.getByText(/No payment methods are saved/)).toBeDefined()
  })
})

test('password managers find the username on the page that an emailed link opens', async () => {
  openPageOf(shop.visitor(), '/auth/reset-password#token=some&username=ada.l')
  await screen.findByLabelText('New password')
  await waitFor(() => expect(usernames()).toEqual(['ada.l']))
})

/** Returns the username in each form that has a password field. */
function usernames() {
  return [...document.querySelectorAll<HTMLInputElement>('input[type=password]')].map(
    ({ form }) =>
      form?.querySelector<HTMLInputElement>('input[type=text][autocomplete=username]')?.value ?? null,
  )
}
