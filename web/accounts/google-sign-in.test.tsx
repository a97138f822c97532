import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type GoogleOutcome, googleChannel } from '#contract/google-flow.ts'
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

/** What the callback page in the popup says. */
async function popupSays(outcome: GoogleOutcome) {
  await waitFor(() => expect(opened).not.toEqual([]))
  const channel = new BroadcastChannel(googleChannel(opened.at(-1)?.searchParams.get('flow') ?? ''))
  channel.postMessage(outcome)
  channel.close()
}

describe('what came of a sign-in with Google is said in the words of spec section 8', () => {
  test.each([
    ['denied', 'Sign-in request was cancelled. Please try again.'],
    ['refused', 'Google authentication failed'],
    ['failed', 'Failed to sign in with Google'],
    ['not-configured', 'Google Sign-In is not configured properly'],
  ] as const)('%s', async (refusal, message) => {
    await begin()
    await popupSays({ refusal })
    expect(await screen.findByText(message)).toBeDefined()
    expect(readToken()).toBeNull()
  })

  test('a closed popup; the button waits until then', async () => {
    await begin()
    const button = screen.getByRole('button', { name: 'Sign in with Google' })
    await waitFor(() => expect(button).toHaveProperty('disabled', true))
    isClosed = true
    expect(await screen.findByText('Sign-in was cancelled. Please try again.')).toBeDefined()
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
  })

  test('last words of a popup that has closed itself are heard', async () => {
    await begin()
    isClosed = true
    await waitFor(() => expect(isSeenClosed).toBe(true))
    await popupSays({ refusal: 'denied' })
    expect(await screen.findByText('Sign-in request was cancelled. Please try again.')).toBeDefined()
  })

  test('a sign-in that the server knows nothing of', async () => {
    await begin()
    await popupSays({ signIn })
    expect(await screen.findByText('Google authentication failed')).toBeDefined()
    expect(readToken()).toBeNull()
  })

  test("the server's own sentence, for who is blocked, and the spec's where it has none", async () => {
    const answers = ['{"error":"This account is blocked. Please contact us."}', 'Bad Gateway']
    const visitor = shop.visitor()
    openPage(async (call) => {
      if (call.method !== 'POST') return visitor.transport(call)
      return { status: 403, statusText: '', headers: {}, text: answers.shift() ?? '' }
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
