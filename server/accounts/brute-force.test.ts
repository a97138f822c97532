import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LIGHT_HASHING, PAUSES_SHORTENED } from '../../tests/support/config.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { shortenPauses, turnClock } from '../platform/clock.ts'
import { setHashingCost } from './passwords.ts'

const MINUTE = 60_000
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

const login = (username: string, password: string, address?: string) =>
  Object.assign(shop.visitor(), address ? { address } : {}).send({
    method: 'POST',
    url: '/api/auth/login',
    body: { username, password },
  })
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('attackers who guess passwords', () => {
  const QUARTER = 15 * MINUTE
  /** Sends each of the attacker's attempts from a different IP address. */
  const hammer = (username: string, count: number, seed: number) =>
    times(count, (index) => login(username, `guess no. ${index}`, `198.51.${seed}.${index}`))

  test('never lock the owner out, even with many IP addresses and a lot of time', async () => {
    const owner = await fixtures.aCustomer(shop)
    const { username, email } = owner.user
    const elsewhere = shop.visitor()
    for (const round of [1, 2]) {
      expect((await hammer(username, 25, round)).map(({ status }) => status)).toEqual(Array(25).fill(401))
      // The owner can still use a new device, the usual browser, and a confirmation during a session.
      expect((await login(username.toUpperCase(), owner.password)).status).toBe(200)
      const signIn = { method: 'POST', url: '/api/auth/login', body: { username, password: owner.password } }
      expect((await owner.send(signIn)).status).toBe(200)
      const begun = await owner.send({
        method: 'POST',
        url: '/api/auth/passkeys/begin',
        body: { password: owner.password },
      })
      expect(begun.status).toBe(200)
      turnClock(QUARTER / 3)
    }
    await times(30, () => elsewhere.call('POST /api/auth/forgot-password', { email }).catch(() => null))
    const token = await fixtures.linkTo(shop, 'reset-password', email)
    await owner.call('POST /api/auth/reset-password', { token, password: 'chosen by the owner' })
    expect((await login(username, 'chosen by the owner')).status).toBe(200)
  })

  test('from the owner’s IP address block neither a known device nor a valid link', async () => {
    const owner = await fixtures.aCustomer(shop)
    const { username, email } = owner.user
    await fixtures.signedIn(shop, username, owner.password)
    const token = await fixtures.linkTo(shop, 'verify-email', email)
    await times(51, (index) => login(`guest-of-the-cafe-${index}`.slice(0, 20), 'password', owner.address))
    await times(31, () =>
      Object.assign(shop.visitor(), { address: owner.address })
        .call('POST /api/auth/verify-email', { token: 'wrong' })
        .catch(() => null),
    )
    expect((await login(username, owner.password, owner.address)).status).toBe(429)
    const body = { username, password: owner.password }
    expect((await owner.send({ method: 'POST', url: '/api/auth/login', body })).status).toBe(200)
    await owner.call('POST /api/auth/verify-email', { token })
  })

  test('get fewer attempts per IP address after many wrong ones, and have to wait', async () => {
    const { user } = await fixtures.aCustomer(shop)
    await hammer(user.username, 20, 3)
    // This test needs the real delay.
    shortenPauses(1)
    onTestFinished(() => shortenPauses(PAUSES_SHORTENED))
    const begun = performance.now()
    const guesses = await times(7, (index) => login(user.username, `again ${index}`, '203.0.113.99'))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1000)
  })

  test('gain nothing from an old device token, because it changes at each sign-in', async () => {
    const owner = await fixtures.aCustomer(shop)
    const planted = owner.cookies.get('device') ?? ''
    const { username } = owner.user
    await owner.send({ method: 'POST', url: '/api/auth/login', body: { username, password: owner.password } })
    expect(owner.cookies.get('device')).not.toBe(planted)
    const attacker = shop.visitor()
    attacker.cookies.set('device', planted)
    const guess = () =>
      attacker.send({
        method: 'POST',
        url: '/api/auth/login',
        body: { username, password: 'wrong password' },
      })
    expect((await times(11, guess)).filter(({ status }) => status === 429)).toHaveLength(1)
    const again = { method: 'POST', url: '/api/auth/login', body: { username, password: owner.password } }
    expect((await owner.send(again)).status).toBe(200)
  })
})

describe('guessing passwords', () => {
  test('on one account from one IP address is blocked after ten attempts, for at most 15 minutes', async () => {
    const { user, password } = await fixtures.aCustomer(shop)
    const address = '203.0.113.8'
    const guesses = await times(12, (index) => login(user.username, `guess no. ${index}`, address))
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const rejected = await login(user.username.toUpperCase(), password, address)
    expect(rejected.status).toBe(429)
    expect(rejected.json()).toEqual({
      message: 'Too many attempts. Please wait a while and try again.',
      code: 'too_many_requests',
    })
    const wait = Number(rejected.headers['retry-after'])
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    turnClock(wait * 1000)
    expect((await login(user.username, password, address)).status).toBe(200)
  })

  test('on a device that has signed in before is blocked after ten attempts, too', async () => {
    const { user, password, send } = await fixtures.aCustomer(shop)
    const guess = (password: string) =>
      send({ method: 'POST', url: '/api/auth/login', body: { username: user.username, password } })
    const guesses = await times(11, () => guess('wrong password'))
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await guess(password)).status).toBe(429)
  })

  test('on an unknown account is limited in the same way', async () => {
    const guesses = await times(11, (index) => login('nobody-here', `guess no. ${index}`, '203.0.113.7'))
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('from one IP address is limited across all accounts', async () => {
    const address = '203.0.113.9'
    await times(50, (index) => login(`unknown-${index}`, 'password', address))
    const { user, password } = await fixtures.aCustomer(shop)
    expect((await login(user.username, password, address)).status).toBe(429)
    expect((await login(user.username, password)).status).toBe(200)
    turnClock(15 * MINUTE)
    expect((await login(user.username, password, address)).status).toBe(200)
  })

  test('from one IP address stores no rows beyond the limit, even for made-up usernames', async () => {
    const rows = async () =>
      (await shop.shop.db.selectFrom('rate_limits').select('key').execute()).filter(({ key }) =>
        key.startsWith('password-account:'),
      ).length
    const before = await rows()
    await times(80, (index) => login(`made-up-${index}`, 'password', '203.0.113.80'))
    expect((await rows()) - before).toBe(50)
  })

  test('is counted for a whole IPv6 network like one IP address', async () => {
    await times(50, (index) => login(`attacker-${index}`, 'password', `2001:db8:1:2::${index.toString(16)}`))
    expect((await login('stranger', 'password', '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await login('stranger', 'password', '2001:db8:1:3::1')).status).toBe(401)
  })

  test('does not include correct sign-ins, which are never limited', async () => {
    const { user, password } = await fixtures.aCustomer(shop)
    for (let count = 0; count < 15; count++) {
      expect((await login(user.username, password, '203.0.113.77')).status).toBe(200)
    }
  })

  test('in a form that requires the current password is also limited', async () => {
    const customer = await fixtures.aCustomer(shop)
    const guess = () =>
      customer.send({
        method: 'POST',
        url: '/api/auth/password',
        body: { currentPassword: 'wrong password', newPassword: 'another password' },
      })
    const guesses = await times(11, guess)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1)
    const erase = await customer.send({
      method: 'POST',
      url: '/api/auth/delete-account',
      body: { password: 'wrong password' },
    })
    expect(erase.status).toBe(429)
  })

  test('no longer locks the owner out after a password reset', async () => {
    const { user } = await fixtures.aCustomer(shop)
    await times(11, (index) => login(user.username, `guess no. ${index}`, '203.0.113.6'))
    await shop.visitor().call('POST /api/auth/forgot-password', { email: user.email })
    const token = await fixtures.linkTo(shop, 'reset-password', user.email)
    await shop.visitor().call('POST /api/auth/reset-password', { token, password: 'a new password' })
    expect((await login(user.username, 'a new password')).status).toBe(200)
  })
})

describe('other account endpoints', () => {
  test('limit registrations per IP address', async () => {
    const register = (index: number) =>
      Object.assign(shop.visitor(), { address: '203.0.113.20' }).send({
        method: 'POST',
        url: '/api/auth/register',
        body: { username: `bot-${index}`, email: `bot-${index}@example.com`, password: 'password' },
      })
    const responses = await times(21, register)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('allow three password reset emails at once, then one every 15 minutes, with the same response', async () => {
    const { user } = await fixtures.aCustomer(shop)
    const forget = () => shop.visitor().call('POST /api/auth/forgot-password', { email: user.email })
    const resets = async () =>
      (await fixtures.emailsTo(shop, user.email)).filter(({ text }) => text.includes('/auth/reset-password#'))
    const responses = await times(8, forget)
    expect(new Set(responses.map(({ message }) => message)).size).toBe(1)
    expect(await resets()).toHaveLength(4)
    turnClock(15 * MINUTE)
    await times(3, forget)
    expect(await resets()).toHaveLength(5)
  })

  test.each([
    ['resets', 20, '/api/auth/forgot-password', { email: 'no-account@example.com' }],
    ['passkey sign-ins', 60, '/api/auth/passkey-sign-in/begin', undefined],
  ])('allow an account no additional %s after it signs in again', async (_what, count, url, body) => {
    const { user, password } = await fixtures.aCustomer(shop)
    const visitor = await fixtures.signedIn(shop, user.username, password)
    const request = () => visitor.send({ method: 'POST', url, ...(body ? { body } : {}) })
    const responses = await times(count, request)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    await visitor.call('POST /api/auth/login', { username: user.username, password })
    expect((await request()).status).toBe(429)
    // Without the device cookie, the limit per IP address applies, which isn't reached here.
    visitor.cookies.delete('device')
    expect((await request()).status).toBe(200)
  })

  test('limit email address changes per user', async () => {
    const customer = await fixtures.aCustomer(shop)
    const responses = await times(6, (index) =>
      customer.send({
        method: 'PATCH',
        url: '/api/auth/profile',
        body: { email: `to-${index}@example.com` },
      }),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
    const again = await customer.send({ method: 'POST', url: '/api/auth/resend-verification' })
    expect(again.status).toBe(429)
  })

  test('limit the emails that many accounts request from one IP address', async () => {
    const address = '203.0.113.31'
    const accounts = await times(7, async () => Object.assign(await fixtures.aCustomer(shop), { address }))
    const responses = await Promise.all(
      accounts.flatMap((account, n) =>
        Array.from({ length: 5 }, (_, index) =>
          account.send({
            method: 'PATCH',
            url: '/api/auth/profile',
            body: { email: `attacker-${n}-${index}@example.com` },
          }),
        ),
      ),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('limit guesses of links per IP address', async () => {
    const address = '203.0.113.30'
    const guess = (index: number) =>
      Object.assign(shop.visitor(), { address }).send({
        method: 'POST',
        url: index % 2 ? '/api/auth/verify-email' : '/api/auth/reset-password',
        body: { token: `guess-${index}`, password: 'a new password' },
      })
    const responses = await times(31, guess)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('a network that has passwords checked without end', () => {
  test('doesn’t keep others from signing in', async () => {
    setHashingCost({ memoryCost: 4096, timeCost: 10 })
    onTestFinished(() => setHashingCost(LIGHT_HASHING))
    const { user, password } = await fixtures.aCustomer(shop)
    const other = await fixtures.aCustomer(shop)
    // Correct passwords count toward no limit, and one account can have a hundred sessions.
    const sessions: fixtures.Customer[] = []
    for (let count = 0; count < 12; count++)
      sessions.push(await fixtures.signedIn(shop, user.username, password))
    let isOver = false
    const outcomes = new Set<number>()
    const flood = sessions.map((session) =>
      times(10, async () => {
        session.address = '192.0.2.7'
        const request = { method: 'POST', url: '/api/auth/passkeys/begin', body: { password } }
        while (!isOver) outcomes.add((await session.send(request)).status)
      }),
    )
    await vi.waitFor(() => expect(outcomes).toContain(503), 30_000)
    const response = await login(other.user.username, other.password)
    isOver = true
    await Promise.all(flood)
    expect(response.status).toBe(200)
  })
})
