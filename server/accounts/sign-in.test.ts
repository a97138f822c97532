import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as given from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'

const DAY = 86_400_000
let shop: TestShop
let ada: given.Customer
beforeAll(async () => {
  shop = await openTestShop()
  ada = await given.aCustomer(shop, { username: 'Ada', password: 'engine no. 1' })
})
afterEach(() => turnClock(0))

const login = (username: string, password: string, visitor = shop.visitor()) =>
  visitor.send({ method: 'POST', url: '/api/auth/login', body: { username, password } })
const userOf = (token: string | null) =>
  Object.assign(shop.visitor(), { token }).send({ url: '/api/auth/user' })

describe('signing in', () => {
  test('answers a token and the user, whatever the case of the name', async () => {
    const answer = await login('aDA', 'engine no. 1')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), user: ada.user })
  })

  test('says the same to an unknown user and to a wrong password', async () => {
    const refused = { message: 'Invalid username or password', code: 'wrong_credentials' }
    for (const answer of [await login('Ada', 'wrong password'), await login('nobody', 'engine no. 1')]) {
      expect(answer.status).toBe(401)
      expect(answer.json()).toEqual(refused)
    }
  })

  test('does the same work for an unknown user as for a wrong password', async () => {
    const timeOf = async (username: string) => {
      const started = performance.now()
      await login(username, 'wrong password')
      return performance.now() - started
    }
    const known: number[] = []
    const unknown: number[] = []
    // One by one in turn, so that whatever else the machine does slows both.
    for (let round = 0; round < 9; round++) {
      const { user } = await given.aCustomer(shop)
      known.push(await timeOf(user.username))
      unknown.push(await timeOf(`${user.username}-not`))
    }
    expect(median(unknown)).toBeGreaterThan(median(known) / 2)
    expect(median(unknown)).toBeLessThan(median(known) * 2)
  })

  test('reads a password as it is typed: spaces, signs, and accents in either form', async () => {
    const password = '  café 🔑 '
    await given.aCustomer(shop, { username: 'spacy', password })
    expect((await login('spacy', password.normalize('NFD'))).status).toBe(200)
    expect((await login('spacy', password.trim())).status).toBe(401)
  })

  test('opens a new session each time, and never the one of a token that came with the request', async () => {
    const planted = 'A'.repeat(43)
    const victim = Object.assign(shop.visitor(), { token: planted })
    const { token } = (await login('Ada', 'engine no. 1', victim)).json() as { token: string }
    expect(token).not.toBe(planted)
    expect((await userOf(planted)).status).toBe(401)
    expect(((await login('Ada', 'engine no. 1')).json() as { token: string }).token).not.toBe(token)
  })

  test('does not take over the session of somebody else that came with the request', async () => {
    const mallory = await given.aCustomer(shop)
    const victim = Object.assign(shop.visitor(), { token: mallory.token })
    await login('Ada', 'engine no. 1', victim)
    expect((await userOf(mallory.token)).json()).toEqual(mallory.user)
  })
})

describe('a token', () => {
  test('is asked for in the Authorization header and nowhere else', async () => {
    const token = ada.token ?? ''
    for (const url of [`/api/auth/user?token=${token}`, `/api/auth/user?auth_token=${token}`]) {
      expect((await shop.visitor().send({ url })).text).toBe('null')
    }
    const withCookie = shop.visitor()
    withCookie.cookies.set('auth_token', token).set('token', token)
    expect((await withCookie.send({ url: '/api/auth/user' })).text).toBe('null')
    expect((await shop.visitor().send({ url: `/api/favorites?token=${token}` })).status).toBe(401)
  })

  test('none: the user is null; a bad one: 401', async () => {
    const none = await shop.visitor().send({ url: '/api/auth/user' })
    expect([none.status, none.text]).toEqual([200, 'null'])
    for (const token of ['null', 'x', 'A'.repeat(43), `${ada.token}x`]) {
      const answer = await userOf(token)
      expect(answer.status).toBe(401)
      expect(answer.json()).toEqual({
        message: 'Your sign-in has ended. Please sign in again.',
        code: 'sign_in_ended',
      })
    }
  })

  test('a stale one keeps nobody from looking around or from signing in', async () => {
    const stale = Object.assign(shop.visitor(), { token: 'A'.repeat(43) })
    expect((await stale.send({ url: '/api/products' })).status).toBe(200)
    expect((await login('Ada', 'engine no. 1', stale)).status).toBe(200)
    expect((await stale.send({ method: 'POST', url: '/api/auth/logout' })).status).toBe(200)
  })

  test('another scheme of authorization, as of a proxy in front, is not for us', async () => {
    const answer = await shop.visitor().send({
      url: '/api/auth/user',
      headers: { authorization: 'Basic YWRhOnNlY3JldA==' },
    })
    expect(answer.text).toBe('null')
  })

  test('lasts 30 days from its last use', async () => {
    const { token } = await given.signedIn(shop, 'Ada', 'engine no. 1')
    turnClock(29 * DAY)
    expect((await userOf(token)).status).toBe(200)
    turnClock(29 * DAY)
    expect((await userOf(token)).status).toBe(200)
    turnClock(30 * DAY)
    expect((await userOf(token)).status).toBe(401)
  })

  test('has its use noted at most once a minute', async () => {
    const customer = await given.aCustomer(shop)
    const lastUse = async () => (await customer.call('GET /api/auth/sessions'))[0]?.lastUsedAt
    const first = await lastUse()
    turnClock(59_000)
    expect(await lastUse()).toBe(first)
    turnClock(2_000)
    await lastUse()
    expect(await lastUse()).not.toBe(first)
  })

  test('ends with the logout', async () => {
    const { token } = await given.signedIn(shop, 'Ada', 'engine no. 1')
    const visitor = Object.assign(shop.visitor(), { token })
    expect(await visitor.call('POST /api/auth/logout')).toEqual({ success: true })
    expect((await userOf(token)).status).toBe(401)
    expect((await userOf(ada.token)).status).toBe(200)
  })

  test('answers that depend on it are never stored', async () => {
    for (const url of ['/api/favorites', '/api/auth/user', '/api/auth/sessions']) {
      expect((await ada.send({ url })).headers['cache-control']).toBe('no-store')
    }
  })
})

function median(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
