import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { comeBack, decide, leaveFor, signInAtGoogle } from '../../../sandbox/identity/fixtures.ts'
import { mara } from '../../../sandbox/identity/test-users.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { turnClock } from '../../platform/clock.ts'

const MINUTE = 60_000
const rejected = { refusal: 'refused' }
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

describe('signing in with Google', () => {
  test('redirects to Google with a code challenge (PKCE), a state, and a nonce', async () => {
    const { searchParams } = new URL(await leaveFor(shop.visitor()))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: 'http://localhost:3000/auth/google/callback',
    })
  })

  test('returns a token and the user after the redirect', async () => {
    const visitor = shop.visitor()
    const outcome = await signInAtGoogle(visitor, { person: mara.id })
    const { signIn } = outcome as { signIn: FinishedSignIn }
    expect(signIn).toMatchObject({
      uid: mara.id,
      email: 'mara@people.example',
      displayName: 'Mara Lindqvist',
    })
    const { token, user } = await visitor.call('POST /api/google-auth', signIn)
    expect(user).toMatchObject({
      username: 'mara',
      email: 'mara@people.example',
      emailVerified: true,
      fullName: 'Mara Lindqvist',
      role: 'customer',
      photoURL: signIn.photoURL,
    })
    visitor.token = token
    expect(await visitor.call('GET /api/auth/user')).toEqual(user)
  })

  test('stores secrets only in short-lived httpOnly cookies', async () => {
    const visitor = shop.visitor()
    const start = await visitor.send({ url: '/auth/google/start' })
    const callback = await decide(start.headers.location ?? '', { person: mara.id })
    const back = await visitor.send({ url: `${callback.pathname}${callback.search}` })
    for (const { headers } of [start, back]) {
      const cookie = [headers['set-cookie']].flat().find((text) => /Max-Age=[1-9]/.test(text ?? ''))
      expect(cookie).toMatch(
        /^google_\w+=[\w-]{43}; Max-Age=\d{3}; Path=\/(auth|api)\/google\S*; HttpOnly; SameSite=Lax$/,
      )
    }
  })

  test('returns to a page that can reach its opener, runs only the shop’s script, and is never cached', async () => {
    const { headers, text } = await shop.visitor().send({ url: '/auth/google/callback?code=x' })
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    const script = /<script src="([^"]+)">/.exec(text)?.[1] ?? ''
    const served = await shop.visitor().send({ url: script })
    expect(served.headers['content-type']).toContain('text/javascript')
    expect(() => new Function(served.text)).not.toThrow()
  })

  test('notifies only the channel of its popup', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor, 'the-page-that-waits'), { person: mara.id })
    const { text } = await visitor.send({ url: `${callback.pathname}${callback.search}` })
    expect(text).toContain('"channel":"google-sign-in:the-page-that-waits"')
  })
})

describe('an invalid callback is rejected', () => {
  test('if it is used twice', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor), { person: mara.id })
    const cookies = new Map(visitor.cookies)
    expect(await comeBack(visitor, callback)).toHaveProperty('signIn')
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    expect(await comeBack(visitor, callback)).toEqual(rejected)
  })

  test('in a browser that did not start the sign-in, or that started another one', async () => {
    const callback = await decide(await leaveFor(shop.visitor()), { person: mara.id })
    expect(await comeBack(shop.visitor(), callback)).toEqual(rejected)
    const other = shop.visitor()
    await leaveFor(other)
    expect(await comeBack(other, callback)).toEqual(rejected)
  })

  test.each([
    [
      'state',
      (callback: URL, other: URL) =>
        callback.searchParams.set('state', other.searchParams.get('state') ?? ''),
    ],
    [
      'code',
      (callback: URL, other: URL) => callback.searchParams.set('code', other.searchParams.get('code') ?? ''),
    ],
    [
      'flow',
      (callback: URL) => callback.searchParams.append('state', `${callback.searchParams.get('state')}`),
    ],
    ['issuer', (callback: URL) => callback.searchParams.set('iss', 'https://accounts.example')],
    ['no code', (callback: URL) => callback.searchParams.delete('code')],
    ['no state', (callback: URL) => callback.searchParams.delete('state')],
  ])('if it was changed: %s', async (_what, swap) => {
    const other = await decide(await leaveFor(shop.visitor()), { person: mara.id })
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor), { person: mara.id })
    swap(callback, other)
    expect(await comeBack(visitor, callback)).toEqual(rejected)
  })

  test('for a popup other than the one that started the sign-in', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor, 'the-page-that-waits'), { person: mara.id })
    const state = callback.searchParams.get('state') ?? ''
    callback.searchParams.set('state', state.replace('the-page-that-waits', 'another-page-of-mine'))
    expect(await comeBack(visitor, callback)).toEqual(rejected)
  })

  test('more than ten minutes after the sign-in started', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor), { person: mara.id })
    turnClock(10 * MINUTE + 1000)
    expect(await comeBack(visitor, callback)).toEqual(rejected)
  })
})
