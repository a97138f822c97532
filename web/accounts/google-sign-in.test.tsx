import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type GoogleOutcome, googleChannel } from '#contract/accounts/google-flow.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { aCustomer } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { readToken } from '../platform/auth-token.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const signIn = { uid: '1', email: 'mara@people.example', displayName: null, photoURL: null }
let isClosed = false
let isSeenClosed = false
const popup = {
  get closed() {
    isSeenClosed = isClosed
    return isClosed
  },
}
let opened: URL[] = []
beforeEach(() => {
  isClosed = false
  isSeenClosed = false
  opened = []
  vi.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(new URL(String(address), 'http://shop.invalid'))
    return popup as Window
  })
})

async function begin() {
  openPageOf(shop.visitor(), '/auth')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }))
}

/** Posts a message, as the callback page in the popup does. */
async function popupSays(outcome: GoogleOutcome) {
  await waitFor(() => expect(opened).not.toEqual([]))
  const channel = new BroadcastChannel(googleChannel(opened.at(-1)?.searchParams.get('flow') ?? ''))
  channel.postMessage(outcome)
  channel.close()
}

describe('a sign-in with Google (spec section 8)', () => {
  test.each([
    ['denied', 'Sign-in request was cancelled. Please try again.'],
    ['refused', 'Google authentication failed'],
    ['failed', 'Failed to sign in with Google'],
    ['not-configured', 'Google Sign-In is not configured properly'],
  ] as const)('shows the message for the result %s', async (rejection, message) => {
    await begin()
    await popupSays({ refusal: rejection })
    expect(await screen.findByText(message)).toBeDefined()
    expect(readToken()).toBeNull()
  })

  test('shows a message when the popup is closed; until then the button is disabled', async () => {
    await begin()
    const button = screen.getByRole('button', { name: 'Sign in with Google' })
    await waitFor(() => expect(button).toHaveProperty('disabled', true))
    isClosed = true
    expect(await screen.findByText('Sign-in was cancelled. Please try again.')).toBeDefined()
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
  })

  test('receives the result of a popup that has already closed', async () => {
    await begin()
    isClosed = true
    await waitFor(() => expect(isSeenClosed).toBe(true))
    await popupSays({ refusal: 'denied' })
    expect(await screen.findByText('Sign-in request was cancelled. Please try again.')).toBeDefined()
  })

  test('shows a message if the server doesn’t know the sign-in', async () => {
    await begin()
    await popupSays({ signIn })
    expect(await screen.findByText('Google authentication failed')).toBeDefined()
    expect(readToken()).toBeNull()
  })

  test('requires the password to link an account whose mailbox isn’t at Google', async () => {
    const customer = await aCustomer(shop)
    const visitor = shop.visitor()
    const sent: unknown[] = []
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    openPage(async (call) => {
      if (call.url !== '/api/google-auth') return visitor.transport(call)
      sent.push(call.body)
      const { password } = call.body as { password?: string }
      const { username } = customer.user
      if (password === customer.password)
        return visitor.transport({ method: 'POST', url: '/api/auth/login', body: { username, password } })
      const rejection =
        password === undefined ? { error: 'Enter it.', needs: 'password' } : { error: 'Not correct.' }
      return { status: 401, statusText: '', headers: {}, text: JSON.stringify(rejection) }
    }, '/auth')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }))
    await popupSays({ signIn })
    await userEvent.type(await screen.findByLabelText('Password'), 'not this one')
    await userEvent.click(screen.getByRole('button', { name: 'Link and sign in' }))
    expect(await screen.findByText('Not correct.')).toBeDefined()
    expect(readToken()).toBeNull()
    await userEvent.clear(screen.getByLabelText('Password'))
    await userEvent.type(screen.getByLabelText('Password'), customer.password)
    await userEvent.click(screen.getByRole('button', { name: 'Link and sign in' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(readToken()).not.toBeNull()
    expect(sent).toMatchObject([signIn, { ...signIn, password: 'not this one' }, signIn])
    localStorage.clear()
  })

  test('on the page of an emailed link sends its token, shows why it failed, and leaves the page', async () => {
    const customer = await aCustomer(shop, { email: signIn.email })
    const { db } = shop.shop
    await db
      .insertInto('email_links')
      .values({
        user_id: customer.user.id,
        purpose: 'google',
        email: signIn.email,
        token_hash: sha256('token'),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    const visitor = shop.visitor()
    const sent: unknown[] = []
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    openPage(async (call) => {
      if (call.url !== '/api/google-auth') return visitor.transport(call)
      sent.push(call.body)
      const { username } = customer.user
      if (sent.length === 2)
        return visitor.transport({
          method: 'POST',
          url: '/api/auth/login',
          body: { username, password: customer.password },
        })
      return { status: 400, statusText: '', headers: {}, text: '{"error":"Please choose that account."}' }
    }, '/auth/verify-email#token=token')
    const button = await screen.findByRole('button', { name: 'Sign in with Google' })
    expect(button.parentElement?.textContent).toContain(
      `Sign in with Google as ${signIn.email} to use the account ${customer.user.username}.`,
    )
    await userEvent.click(button)
    await popupSays({ signIn })
    expect(await screen.findByText('Please choose that account.')).toBeDefined()
    await userEvent.click(button)
    await popupSays({ signIn })
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'))
    expect(readToken()).not.toBeNull()
    expect(sent).toEqual([
      { ...signIn, link: 'token' },
      { ...signIn, link: 'token' },
    ])
    localStorage.clear()
  })

  test("shows the server's message to a blocked user, and the spec's message if the server sends none", async () => {
    const responses = ['{"error":"This account is blocked. Please contact us."}', 'Bad Gateway']
    const visitor = shop.visitor()
    openPage(async (call) => {
      if (call.method !== 'POST') return visitor.transport(call)
      return { status: 403, statusText: '', headers: {}, text: responses.shift() ?? '' }
    }, '/auth')
    const button = await screen.findByRole('button', { name: 'Sign in with Google' })
    await userEvent.click(button)
    await popupSays({ signIn })
    expect(await screen.findByText('This account is blocked. Please contact us.')).toBeDefined()
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await userEvent.click(button)
    await popupSays({ signIn })
    expect(await screen.findByText('Failed to sign in with Google')).toBeDefined()
  })
})
