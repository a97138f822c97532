import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { comeBack, decide, leaveFor, signInAtGoogle } from '../../../sandbox/identity/fixtures.ts'
import { jonas, mara } from '../../../sandbox/identity/test-users.ts'
import { submit } from '../../../tests/support/forms.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { Visitor } from '../../../tests/support/visitor.ts'
import { turnClock } from '../../platform/clock.ts'

const MINUTE = 60_000
const failure = { error: 'Google authentication failed' }
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

const exchange = (visitor: Visitor, body: unknown) =>
  visitor.send({ method: 'POST', url: '/api/google-auth', body })

/** Signs Mara in at Google; the page hasn't exchanged the sign-in yet. */
async function finished(): Promise<{ visitor: Visitor; signIn: FinishedSignIn }> {
  const visitor = shop.visitor()
  const outcome = await signInAtGoogle(visitor, { person: mara.id })
  return { visitor, signIn: (outcome as { signIn: FinishedSignIn }).signIn }
}

describe('an exchange of a Google sign-in is rejected', () => {
  test('if it is repeated, even with the same cookie', async () => {
    const { visitor, signIn } = await finished()
    const cookies = new Map(visitor.cookies)
    expect((await exchange(visitor, signIn)).status).toBe(200)
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    const again = await exchange(visitor, signIn)
    expect(again.status).toBe(401)
    expect(again.json()).toEqual(failure)
  })

  test('without the cookie, with an unknown cookie, and with another browser’s cookie', async () => {
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
    ['displayName', { displayName: 'Someone Else' }],
    ['photoURL', { photoURL: 'https://example.com/other.png' }],
    ['missing name', { displayName: undefined }],
    ['empty payload', { uid: undefined, email: undefined, displayName: undefined, photoURL: undefined }],
  ])('for a forged %s, which also invalidates the sign-in', async (_what, forged) => {
    const { visitor, signIn } = await finished()
    const cookies = new Map(visitor.cookies)
    const response = await exchange(visitor, { ...signIn, ...forged })
    expect(response.status).toBe(401)
    expect(response.json()).toEqual(failure)
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    expect((await exchange(visitor, signIn)).status).toBe(401)
  })

  test('more than five minutes after the sign-in finished', async () => {
    const { visitor, signIn } = await finished()
    turnClock(5 * MINUTE + 1000)
    expect((await exchange(visitor, signIn)).status).toBe(401)
  })

  test('with the same error shape for every reason', async () => {
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

test('on https, a planted cookie opens no session at the callback, the exchange, or after a plain form', async () => {
  const secure = await openTestShop({ environment: { PUBLIC_URL: 'https://localhost:3000' } })
  const attacker = secure.visitor()
  const start = await attacker.send({ url: '/auth/google/start' })
  expect(start.headers['set-cookie']).toMatch(
    /^__Host-google_begun=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const callback = await decide(start.headers.location ?? '', { person: mara.id })
  const victim = secure.visitor()
  victim.cookies.set('google_begun', attacker.cookies.get('__Host-google_begun') ?? '')
  expect(await comeBack(victim, callback)).toEqual({ refusal: 'refused' })

  const { signIn } = (await comeBack(attacker, callback)) as { signIn: FinishedSignIn }
  victim.cookies.set('google_finished', attacker.cookies.get('__Host-google_finished') ?? '')
  expect((await exchange(victim, signIn)).status).toBe(401)
  expect((await exchange(attacker, signIn)).status).toBe(200)
  expect([...attacker.cookies.keys()]).not.toContain('__Host-google_finished')

  const account = { username: 'attacker', email: 'attacker@example.com', password: 'long enough' }
  const registered = await submit(attacker, '/auth?form=register', account)
  expect(registered.location).toBe('/auth?signed-in=register')
  victim.cookies.set('sign-in', attacker.cookies.get('__Host-sign-in') ?? '')
  await expect(victim.call('POST /api/auth/take-sign-in')).rejects.toMatchObject({ status: 401 })
  expect((await attacker.call('POST /api/auth/take-sign-in')).user.username).toBe('attacker')
})
