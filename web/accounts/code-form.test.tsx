import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { turnClock } from '../../server/platform/clock.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { anotherAdmin, codeOf, withApp } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { readToken, storeToken } from '../platform/auth-token.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => {
  turnClock(0)
  sessionStorage.clear()
})

async function login({ user, password }: fixtures.Customer) {
  openPageOf(shop.visitor(), '/auth')
  await userEvent.type(await screen.findByLabelText('Username'), user.username)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

async function enter(code: string) {
  const field = await screen.findByLabelText('Code')
  await userEvent.clear(field)
  await userEvent.type(field, code)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('a sign-in that needs a code', () => {
  test('requires the code after the password, reports a wrong one, and then signs in', async () => {
    const admin = await anotherAdmin(shop)
    const { secret } = await withApp(admin)
    turnClock(60_000)
    await login(admin)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
    expect(readToken()).toBeNull()
    await enter('ABCDEF')
    expect(
      await screen.findByText('This code is incorrect or was already used. Please wait for the next one.'),
    ).toBeDefined()
    await enter(codeOf(secret))
    expect(await screen.findByText('Login successful')).toBeDefined()
    expect(readToken()).toMatch(/^[\w-]{43}$/)
  })

  test('goes to the password on request, and after the challenge has expired', async () => {
    const admin = await anotherAdmin(shop)
    const { secret } = await withApp(admin)
    turnClock(60_000)
    await login(admin)
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Username')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Username'), admin.user.username)
    await userEvent.type(screen.getByLabelText('Password'), admin.password)
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByLabelText('Code')
    turnClock(11 * 60_000)
    await enter(codeOf(secret))
    expect(await screen.findByText('Your sign-in timed out. Please sign in again.')).toBeDefined()
    expect(await screen.findByLabelText('Username')).toBeDefined()
  })

  test('is on /auth after a sign-in with Google in the current window', async () => {
    const admin = await anotherAdmin(shop)
    const { recoveryCodes } = await withApp(admin)
    turnClock(60_000)
    const { username } = admin.user
    const rejected = await shop.visitor().send({
      method: 'POST',
      url: '/api/auth/login',
      body: { username, password: admin.password },
    })
    sessionStorage.setItem('sign_in_step', (rejected.json() as { step: string }).step)
    openPageOf(shop.visitor(), '/auth')
    await enter(recoveryCodes[0] ?? '')
    expect(await screen.findByText('Login successful')).toBeDefined()
    expect(sessionStorage.getItem('sign_in_step')).toBeNull()
  })
})

describe('an authenticator app in the profile', () => {
  test('is set up with the password, a QR code and a first code, and the recovery codes are shown', async () => {
    const admin = await anotherAdmin(shop)
    storeToken(admin.token ?? '')
    openPageOf(shop.visitor(), '/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
    await userEvent.type(dialog.getByLabelText('Your password'), 'not this one')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('The current password is incorrect')
    await userEvent.clear(dialog.getByLabelText('Your password'))
    await userEvent.type(dialog.getByLabelText('Your password'), admin.password)
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
    const secret = screen.getByText(/^[A-Z2-7]{32}$/).textContent ?? ''
    await userEvent.type(screen.getByLabelText('Code'), codeOf(secret))
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(8)
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    expect(await screen.findByText(/8 recovery codes left/)).toBeDefined()
  })

  test('is offered to admins only; customers have passkeys', async () => {
    const customer = await fixtures.aCustomer(shop)
    storeToken(customer.token ?? '')
    openPageOf(shop.visitor(), '/profile')
    expect(await screen.findByRole('heading', { name: 'Passkeys' })).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Authenticator app' })).toBeNull()
  })
})
