import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LIGHT_HASHING } from '../../tests/support/config.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { mainOf, submit } from '../../tests/support/forms.ts'
import { aCarefulAdmin, codeOf } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { setHashingCost } from './passwords.ts'

const DAY = 86_400_000
const HEAVY_HASHING = { memoryCost: 65_536, timeCost: 6 }
let shop: TestShop
let ada: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  ada = await fixtures.aCustomer(shop, { username: 'Ada', password: 'engine no. 1' })
})
afterEach(() => turnClock(0))

const login = (username: string, password: string, visitor = shop.visitor()) =>
  visitor.send({ method: 'POST', url: '/api/auth/login', body: { username, password } })
const userOf = (token: string | null) =>
  Object.assign(shop.visitor(), { token }).send({ url: '/api/auth/user' })

describe('signing in', () => {
  test('returns a token and the user, and ignores the case of the username', async () => {
    const response = await login('aDA', 'engine no. 1')
    expect(response.status).toBe(200)
    expect(response.json()).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), user: ada.user })
  })

  test('and registering are never cached, because their responses contain the token', async () => {
    const body = { username: 'charles', email: 'charles@example.com', password: 'difference' }
    const registered = await shop.visitor().send({ method: 'POST', url: '/api/auth/register', body })
    for (const { headers, text } of [await login('Ada', 'engine no. 1'), registered]) {
      expect(text).toContain('"token"')
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('returns the same error for an unknown user and a wrong password', async () => {
    const rejected = { message: 'Invalid username or password', code: 'wrong_credentials' }
    for (const response of [await login('Ada', 'wrong password'), await login('nobody', 'engine no. 1')]) {
      expect(response.status).toBe(401)
      expect(response.json()).toEqual(rejected)
    }
  })

  test('takes as much time for an unknown user as for a wrong password', async () => {
    // At the lowest cost of hashing, other load on the machine would take longer than hashing.
    setHashingCost(HEAVY_HASHING)
    onTestFinished(() => setHashingCost(LIGHT_HASHING))
    const timeOf = async (username: string) => {
      const started = performance.now()
      await login(username, 'wrong password')
      return performance.now() - started
    }
    const { user } = await fixtures.aCustomer(shop)
    const known: number[] = []
    const unknown: number[] = []
    // Other load only adds time, so the fastest of several attempts is compared.
    for (let round = 0; round < 3; round++) {
      known.push(await timeOf(user.username))
      unknown.push(await timeOf(`${user.username}-not`))
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3)
    expect(Math.min(...unknown)).toBeLessThan(Math.min(...known) * 3)
  })

  test('accepts a password exactly as typed, with spaces and symbols, and with accents in either Unicode form', async () => {
    const password = '  café 🔑 '
    await fixtures.aCustomer(shop, { username: 'spacy', password })
    expect((await login('spacy', password.normalize('NFD'))).status).toBe(200)
    expect((await login('spacy', password.trim())).status).toBe(401)
  })

  test('opens a new session each time, and never reuses a token sent with the request', async () => {
    const planted = 'A'.repeat(43)
    const victim = Object.assign(shop.visitor(), { token: planted })
    const { token } = (await login('Ada', 'engine no. 1', victim)).json() as { token: string }
    expect(token).not.toBe(planted)
    expect((await userOf(planted)).status).toBe(401)
    expect(((await login('Ada', 'engine no. 1')).json() as { token: string }).token).not.toBe(token)
  })

  test('does not use another user’s session sent with the request', async () => {
    const mallory = await fixtures.aCustomer(shop)
    const victim = Object.assign(shop.visitor(), { token: mallory.token })
    await login('Ada', 'engine no. 1', victim)
    expect((await userOf(mallory.token)).json()).toEqual(mallory.user)
  })
})

describe('a session token', () => {
  test('is accepted only in the Authorization header', async () => {
    const token = ada.token ?? ''
    for (const url of [`/api/auth/user?token=${token}`, `/api/auth/user?auth_token=${token}`]) {
      expect((await shop.visitor().send({ url })).text).toBe('null')
    }
    const withCookie = shop.visitor()
    withCookie.cookies.set('auth_token', token).set('token', token)
    expect((await withCookie.send({ url: '/api/auth/user' })).text).toBe('null')
    expect((await shop.visitor().send({ url: `/api/favorites?token=${token}` })).status).toBe(401)
  })

  test('returns a null user if it is missing, and 401 if it is invalid', async () => {
    const none = await shop.visitor().send({ url: '/api/auth/user' })
    expect([none.status, none.text]).toEqual([200, 'null'])
    for (const token of ['null', 'x', 'A'.repeat(43), `${ada.token}x`]) {
      const response = await userOf(token)
      expect(response.status).toBe(401)
      expect(response.json()).toEqual({
        message: 'Your session has expired. Please sign in again.',
        code: 'sign_in_ended',
      })
    }
  })

  test('does not block browsing or signing in if it is stale', async () => {
    const stale = Object.assign(shop.visitor(), { token: 'A'.repeat(43) })
    expect((await stale.send({ url: '/api/products' })).status).toBe(200)
    expect((await login('Ada', 'engine no. 1', stale)).status).toBe(200)
    expect((await stale.send({ method: 'POST', url: '/api/auth/logout' })).status).toBe(200)
  })

  test('is ignored in another authorization scheme, such as a proxy’s', async () => {
    const response = await shop.visitor().send({
      url: '/api/auth/user',
      headers: { authorization: 'Basic YWRhOnNlY3JldA==' },
    })
    expect(response.text).toBe('null')
  })

  test('expires 30 days after its last use', async () => {
    const { token } = await fixtures.signedIn(shop, 'Ada', 'engine no. 1')
    turnClock(29 * DAY)
    expect((await userOf(token)).status).toBe(200)
    turnClock(29 * DAY)
    expect((await userOf(token)).status).toBe(200)
    turnClock(30 * DAY)
    expect((await userOf(token)).status).toBe(401)
  })

  test('has its last use saved at most once a minute', async () => {
    const customer = await fixtures.aCustomer(shop)
    const lastUse = async () => (await customer.call('GET /api/auth/sessions'))[0]?.lastUsedAt
    const first = await lastUse()
    turnClock(59_000)
    expect(await lastUse()).toBe(first)
    turnClock(2_000)
    await lastUse()
    expect(await lastUse()).not.toBe(first)
  })

  test('ends at sign-out', async () => {
    const { token } = await fixtures.signedIn(shop, 'Ada', 'engine no. 1')
    const visitor = Object.assign(shop.visitor(), { token })
    expect(await visitor.call('POST /api/auth/logout')).toEqual({ success: true })
    expect((await userOf(token)).status).toBe(401)
    expect((await userOf(ada.token)).status).toBe(200)
  })

  test('prevents caching of responses that depend on it', async () => {
    for (const url of ['/api/favorites', '/api/auth/user', '/api/auth/sessions']) {
      expect((await ada.send({ url })).headers['cache-control']).toBe('no-store')
    }
  })
})

describe('the forms of /auth without JavaScript', () => {
  const field = (main: string, name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(main)?.[0]
  const claim = (visitor = shop.visitor()) => visitor.call('POST /api/auth/take-sign-in')

  test('are on the page: Login, and Register behind a link', async () => {
    const page = await shop.visitor().send({ url: '/auth' })
    expect(page.text).toContain('<title>Sign in – Plinth</title>')
    const main = mainOf(page)
    expect(main).toContain('action="/auth?form=login"')
    expect(main).toContain('href="/auth?form=register"')
    expect(field(main, 'password')).toContain('type="password"')
    const second = mainOf(await shop.visitor().send({ url: '/auth?form=register' }))
    expect(second).toContain('action="/auth?form=register"')
    for (const name of ['username', 'email', 'fullName', 'password'])
      expect(field(second, name)).toBeDefined()
  })

  test('sign in: a cookie holds the session for the script, and the cart is kept until then', async () => {
    const visitor = shop.visitor()
    const { id: productId } = await fixtures.aProduct(shop)
    await visitor.call('POST /api/cart', { productId, quantity: 2 })
    const sent = await submit(visitor, '/auth?form=login', { username: 'ada', password: 'engine no. 1' })
    expect(sent.location).toBe('/auth?signed-in=login')
    expect(sent.main).toContain('You are signed in')
    expect((await visitor.send({ url: '/cart' })).text).toContain('Cart, 2 items')

    const { token, user } = await claim(visitor)
    expect(user).toEqual(ada.user)
    expect((await userOf(token)).json()).toEqual(ada.user)
    expect(await Object.assign(shop.visitor(), { token }).call('GET /api/cart')).toMatchObject([
      { productId },
    ])
    expect(visitor.cookies.has('sign-in')).toBe(false)
    await expect(claim(visitor)).rejects.toMatchObject({ status: 401 })
  })

  test('register a user and send the email that verifies the address', async () => {
    const visitor = shop.visitor()
    const fields = {
      username: 'noscript',
      email: 'noscript@example.com',
      fullName: '',
      password: 'long enough',
    }
    const { location } = await submit(visitor, '/auth?form=register', fields)
    expect(location).toBe('/auth?signed-in=register')
    expect((await claim(visitor)).user).toMatchObject({ username: 'noscript', fullName: null })
    expect(await fixtures.linkTo(shop, 'verify-email', 'noscript@example.com')).toBeTruthy()
  })

  test.each([
    [401, 'login', { username: 'ada', password: 'wrong & "quoted"' }, 'Invalid username or password'],
    [400, 'login', { username: 'a', password: 'engine no. 1' }, 'Username must be 3 to 20 characters'],
    [
      409,
      'register',
      { username: 'ADA', email: 'new@example.com', password: 'long enough' },
      'This username is already taken',
    ],
    [
      400,
      'register',
      { username: 'fresh', email: 'nonsense', password: '123' },
      'Please enter a valid email address',
    ],
  ])('are shown again with %d for %s with %j', async (status, form, fields, message) => {
    const response = await shop.visitor().send({
      method: 'POST',
      url: `/auth?form=${form}`,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.headers['cache-control']).toBe('no-store')
    const main = mainOf(response)
    expect(main).toContain(message)
    expect(main).toContain('role="alert"')
    expect(field(main, 'username')).toContain(`value="${fields.username}"`)
    expect(field(main, 'password')).not.toContain('value=')
    expect(response.text).not.toContain(fields.password.slice(0, 5))
  })

  test('require the code of an account with an authenticator app', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    const visitor = shop.visitor()
    const post = (url: string, fields: Record<string, string>) =>
      visitor.send({
        method: 'POST',
        url,
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const { username } = admin.user
    const form = await post('/auth?form=login', { username, password: admin.password })
    expect(form.status).toBe(401)
    const step = /name="step" value="([^"]+)"/.exec(mainOf(form))?.[1] ?? ''
    expect(mainOf(form)).toContain('action="/auth?form=code"')
    expect((await post('/auth?form=code', { step, code: '000000' })).status).toBe(401)
    turnClock(30_000)
    const sent = await post('/auth?form=code', { step, code: codeOf(secret) })
    expect(sent.headers.location).toBe('/auth?signed-in=login')
    expect((await claim(visitor)).user.username).toBe(username)
  })

  test('send a password reset link, with the same response for every email address', async () => {
    const { location, main } = await submit(shop.visitor(), '/auth/forgot-password?form=forgot', {
      email: ada.user.email,
    })
    expect(location).toBe('/auth/forgot-password?sent=1')
    expect(main).toContain('If an account uses this email address')
    expect(await fixtures.linkTo(shop, 'reset-password', ada.user.email)).toBeTruthy()
  })

  test('are rejected from other sites, and exist only under their own paths', async () => {
    const fields = { username: 'ada', password: 'engine no. 1' }
    const foreign = await submit(shop.visitor(), '/auth?form=login', fields, {
      'sec-fetch-site': 'cross-site',
    })
    expect(foreign.status).toBe(403)
    expect((await submit(shop.visitor(), '/auth?form=toString', fields)).status).toBe(404)
    await expect(claim()).rejects.toMatchObject({ status: 401 })
  })

  test.each([
    ['/auth?form=login', { username: { toString: 1 }, password: 'x' }],
    ['/auth?form=code', { step: { toString: 1 } }],
    ['/auth/forgot-password?form=forgot', { email: { toString: 1 } }],
    ['/contact', { name: { toString: 1 } }],
  ])('accept form data only: JSON at %s returns 415', async (url, body) => {
    const response = await shop.visitor().send({ method: 'POST', url, body })
    expect(response.status).toBe(415)
    expect(response.json()).toEqual({
      message: 'Send a form as application/x-www-form-urlencoded.',
      code: 'unsupported_media_type',
    })
  })
})
