import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FinishedSignIn } from '#contract/google-flow.ts'
import { comeBack, decide, leaveFor, signInAtGoogle } from '../../sandbox/identity/given.ts'
import { jonas, mara } from '../../sandbox/identity/people.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'

const MINUTE = 60_000
const refused = { refusal: 'refused' }
const failure = { error: 'Google authentication failed' }
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

const exchange = (visitor: Visitor, body: unknown) =>
  visitor.send({ method: 'POST', url: '/api/google-auth', body })

/** Mara has signed in at Google and is back; the page has not exchanged it yet. */
async function finished(visitor = shop.visitor()): Promise<{ visitor: Visitor; signIn: FinishedSignIn }> {
  const outcome = await signInAtGoogle(visitor, { person: mara.id })
  return { visitor, signIn: (outcome as { signIn: FinishedSignIn }).signIn }
}

describe('signing in with Google', () => {
  test('leaves for Google with code, PKCE, state and nonce', async () => {
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

  test('gives who comes back a token and an account', async () => {
    const { visitor, signIn } = await finished()
    expect(signIn).toMatchObject({
      uid: mara.id,
      email: 'mara@people.example',
      displayName: 'Mara Lindqvist',
    })
    const answer = await exchange(visitor, signIn)
    expect(answer.status).toBe(200)
    const { token, user } = answer.json() as { token: string; user: object }
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

  test('keeps what must stay secret in short httpOnly cookies', async () => {
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

  test('comes back to a page that reaches its opener, runs the shop’s own script only and is kept nowhere', async () => {
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

  test('tells the popup’s own channel and no other', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor, 'the-page-that-waits'), { person: mara.id })
    const { text } = await visitor.send({ url: `${callback.pathname}${callback.search}` })
    expect(text).toContain('"channel":"google-sign-in:the-page-that-waits"')
  })
})

describe('what comes back is refused', () => {
  test('a second time', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor), { person: mara.id })
    const cookies = new Map(visitor.cookies)
    expect(await comeBack(visitor, callback)).toHaveProperty('signIn')
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    expect(await comeBack(visitor, callback)).toEqual(refused)
  })

  test('in a browser that did not begin it, or began another one', async () => {
    const callback = await decide(await leaveFor(shop.visitor()), { person: mara.id })
    expect(await comeBack(shop.visitor(), callback)).toEqual(refused)
    const other = shop.visitor()
    await leaveFor(other)
    expect(await comeBack(other, callback)).toEqual(refused)
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
    ['code left out', (callback: URL) => callback.searchParams.delete('code')],
    ['state left out', (callback: URL) => callback.searchParams.delete('state')],
  ])('with a swapped %s', async (_what, swap) => {
    const other = await decide(await leaveFor(shop.visitor()), { person: mara.id })
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor), { person: mara.id })
    swap(callback, other)
    expect(await comeBack(visitor, callback)).toEqual(refused)
  })

  test('for another popup than the one that began it', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor, 'the-page-that-waits'), { person: mara.id })
    const state = callback.searchParams.get('state') ?? ''
    callback.searchParams.set('state', state.replace('the-page-that-waits', 'another-page-of-mine'))
    expect(await comeBack(visitor, callback)).toEqual(refused)
  })

  test('more than ten minutes after it began', async () => {
    const visitor = shop.visitor()
    const callback = await decide(await leaveFor(visitor), { person: mara.id })
    turnClock(10 * MINUTE + 1000)
    expect(await comeBack(visitor, callback)).toEqual(refused)
  })
})

describe('the exchange is refused', () => {
  test('a second time, also with the same cookie', async () => {
    const { visitor, signIn } = await finished()
    const cookies = new Map(visitor.cookies)
    expect((await exchange(visitor, signIn)).status).toBe(200)
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    const again = await exchange(visitor, signIn)
    expect(again.status).toBe(401)
    expect(again.json()).toEqual(failure)
  })

  test('without the cookie, with an unknown one, and with that of another person', async () => {
    const { visitor, signIn } = await finished()
    expect((await exchange(shop.visitor(), signIn)).json()).toEqual(failure)
    const guesser = shop.visitor()
    guesser.cookies.set('google_finished', 'A'.repeat(43))
    expect((await exchange(guesser, signIn)).json()).toEqual(failure)
    const begun = shop.visitor()
    await leaveFor(begun)
    begun.cookies.set('google_finished', begun.cookies.get('google_begun') ?? '')
    expect((await exchange(begun, signIn)).json()).toEqual(failure)
    expect((await exchange(visitor, signIn)).status).toBe(200)
  })

  test.each([
    ['uid', { uid: jonas.id }],
    ['email', { email: 'admin@plinth.example' }],
    ['case of the email', { email: 'Mara@people.example' }],
    ['displayName', { displayName: 'Somebody Else' }],
    ['photoURL', { photoURL: 'https://example.com/other.png' }],
    ['missing name', { displayName: undefined }],
    ['empty payload', { uid: undefined, email: undefined, displayName: undefined, photoURL: undefined }],
  ])('for a forged %s, and the sign-in is used up', async (_what, forged) => {
    const { visitor, signIn } = await finished()
    const cookies = new Map(visitor.cookies)
    const answer = await exchange(visitor, { ...signIn, ...forged })
    expect(answer.status).toBe(401)
    expect(answer.json()).toEqual(failure)
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    expect((await exchange(visitor, signIn)).status).toBe(401)
  })

  test('more than five minutes after it was finished', async () => {
    const { visitor, signIn } = await finished()
    turnClock(5 * MINUTE + 1000)
    expect((await exchange(visitor, signIn)).status).toBe(401)
  })

  test('in its own shape whatever the reason', async () => {
    const wrongType = await exchange(shop.visitor(), { uid: 5 })
    expect([wrongType.status, wrongType.json()]).toEqual([400, { error: expect.any(String) }])
    const broken = await shop.app.inject({
      method: 'POST',
      url: '/api/google-auth',
      headers: { 'content-type': 'application/json' },
      payload: '{"half":',
    })
    expect([broken.statusCode, broken.json()]).toEqual([400, { error: expect.any(String) }])
  })
})
