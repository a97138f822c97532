import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as given from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'

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

describe('guessing passwords', () => {
  test('of one account is slowed, from however many addresses it comes', async () => {
    const { user, password } = await given.aCustomer(shop)
    const guesses = await times(12, (index) => login(user.username, `guess no. ${index}`))
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const refused = await login(user.username.toUpperCase(), password)
    expect(refused.status).toBe(429)
    expect(refused.json()).toEqual({
      message: 'Too many attempts. Please wait a while and try again.',
      code: 'too_many_requests',
    })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    turnClock(wait * 1000)
    expect((await login(user.username, password)).status).toBe(200)
  })

  test('of an account that does not exist is slowed just the same', async () => {
    const guesses = await times(11, (index) => login('nobody-here', `guess no. ${index}`))
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('from one address is slowed, for however many accounts', async () => {
    const address = '203.0.113.9'
    await times(50, (index) => login(`unknown-${index}`, 'password', address))
    const { user, password } = await given.aCustomer(shop)
    expect((await login(user.username, password, address)).status).toBe(429)
    expect((await login(user.username, password)).status).toBe(200)
    turnClock(15 * MINUTE)
    expect((await login(user.username, password, address)).status).toBe(200)
  })

  test('from a whole IPv6 network counts as from one address', async () => {
    await times(50, (index) => login(`stranger-${index}`, 'password', `2001:db8:1:2::${index.toString(16)}`))
    expect((await login('stranger', 'password', '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await login('stranger', 'password', '2001:db8:1:3::1')).status).toBe(401)
  })

  test('signing in rightly, however often, is not slowed', async () => {
    const { user, password } = await given.aCustomer(shop)
    for (let count = 0; count < 15; count++) {
      expect((await login(user.username, password, '203.0.113.77')).status).toBe(200)
    }
  })

  test('of a signed-in user, by the forms that ask for the present password, is slowed too', async () => {
    const customer = await given.aCustomer(shop)
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

  test('ends for the owner with a reset', async () => {
    const { user } = await given.aCustomer(shop)
    await times(11, (index) => login(user.username, `guess no. ${index}`))
    await shop.visitor().call('POST /api/auth/forgot-password', { email: user.email })
    const token = await given.linkTo(shop, 'reset-password', user.email)
    await shop.visitor().call('POST /api/auth/reset-password', { token, password: 'a new password' })
    expect((await login(user.username, 'a new password')).status).toBe(200)
  })
})

describe('other doors', () => {
  test('registering is limited per address', async () => {
    const register = (index: number) =>
      Object.assign(shop.visitor(), { address: '203.0.113.20' }).send({
        method: 'POST',
        url: '/api/auth/register',
        body: { username: `bot-${index}`, email: `bot-${index}@example.com`, password: 'password' },
      })
    const answers = await times(21, register)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('nobody is flooded with letters: resets per address of a mailbox, known or not', async () => {
    const forget = () =>
      shop.visitor().send({
        method: 'POST',
        url: '/api/auth/forgot-password',
        body: { email: 'Flooded@example.com' },
      })
    const answers = await times(4, forget)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
  })

  test('nobody is flooded with letters: changes of address per user', async () => {
    const customer = await given.aCustomer(shop)
    const answers = await times(6, (index) =>
      customer.send({
        method: 'PATCH',
        url: '/api/auth/profile',
        body: { email: `to-${index}@example.com` },
      }),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    const again = await customer.send({ method: 'POST', url: '/api/auth/resend-verification' })
    expect(again.status).toBe(429)
  })

  test('guessing links is limited per address', async () => {
    const address = '203.0.113.30'
    const guess = (index: number) =>
      Object.assign(shop.visitor(), { address }).send({
        method: 'POST',
        url: index % 2 ? '/api/auth/verify-email' : '/api/auth/reset-password',
        body: { token: `guess-${index}`, password: 'a new password' },
      })
    const answers = await times(31, guess)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
