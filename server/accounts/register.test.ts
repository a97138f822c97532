import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const ada = { username: 'Ada', email: 'ada@example.com', fullName: 'Ada Lovelace', password: 'engine no. 1' }
const register = (body: object) =>
  shop.visitor().send({ method: 'POST', url: '/api/auth/register', body: { ...ada, ...body } })

describe('registration', () => {
  test('returns 201 with a token and the user, and signs in', async () => {
    const visitor = shop.visitor()
    const response = await visitor.send({ method: 'POST', url: '/api/auth/register', body: ada })
    expect(response.status).toBe(201)
    const { token, user } = response.json() as { token: string; user: object }
    expect(user).toEqual({
      id: expect.any(Number),
      username: 'Ada',
      email: 'ada@example.com',
      emailVerified: false,
      pendingEmail: null,
      pendingEmailConfirmed: false,
      mustChangePassword: false,
      fullName: 'Ada Lovelace',
      role: 'customer',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      photoURL: null,
    })
    visitor.token = token
    expect(await visitor.call('GET /api/auth/user')).toEqual(user)
  })

  test('emails a link that verifies the email address', async () => {
    const customer = await fixtures.aCustomer(shop)
    const [email] = await fixtures.emailsTo(shop, customer.user.email)
    expect(email?.subject).toBe('Verify your email address for Plinth')
    expect(email?.text).toContain(customer.user.username)
    expect(email?.text).toContain('http://localhost:3000/auth/verify-email#token=')
    expect(email?.html).toContain('href="http://localhost:3000/auth/verify-email#token=')
  })

  test('accepts an omitted or empty full name', async () => {
    for (const fullName of [undefined, '', null]) {
      const name = `nameless-${String(fullName).slice(0, 4)}`
      const response = await register({ username: name, email: `${name}@example.com`, fullName })
      expect(response.json()).toMatchObject({ user: { fullName: null } })
    }
  })

  test('ignores a role or an ID in the body', async () => {
    const response = await register({
      username: 'eve',
      email: 'eve@example.com',
      id: 1,
      role: 'admin',
      emailVerified: true,
      createdAt: '2000-01-01T00:00:00Z',
    })
    const { user } = response.json() as { user: { id: number; role: string; emailVerified: boolean } }
    expect(user).toMatchObject({ role: 'customer', emailVerified: false })
    expect(user.id).toBeGreaterThan(1)
  })
})

describe('a registration is rejected', () => {
  test.each([
    ['username', 'ab', 'Username must be 3 to 20 characters'],
    ['username', 'a'.repeat(21), 'Username must be 3 to 20 characters'],
    [
      'username',
      'ada lovelace',
      'Username can contain only letters, digits, periods, underscores, and hyphens',
    ],
    ['username', 'ada..l', 'Username cannot contain consecutive special characters'],
    ['username', 'ada--l', 'Username cannot contain consecutive special characters'],
    ['username', 'ada__l', 'Username cannot contain consecutive special characters'],
    ['email', 'ada', 'Please enter a valid email address'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
    ['fullName', 'A', 'Full name must be at least 2 characters'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(201), 'Password must be at most 200 characters'],
  ])('%s %j: %s', async (path, value, message) => {
    const response = await register({ [path]: value })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ message, code: 'invalid_input', errors: [{ path, message }] })
  })

  test('with 409 if the username is in use, ignoring case', async () => {
    await fixtures.aCustomer(shop, { username: 'Grace' })
    const response = await register({ username: 'gRACE', email: 'other@example.com' })
    const message = 'This username is already taken'
    expect(response.status).toBe(409)
    expect(response.json()).toEqual({
      message,
      code: 'username_taken',
      errors: [{ path: 'username', message }],
    })
  })

  test('with 409 if the email address is in use, ignoring case', async () => {
    await fixtures.aCustomer(shop, { email: 'Hedy@example.com' })
    const response = await register({ username: 'somebody', email: 'hEDY@Example.com' })
    expect(response.status).toBe(409)
    expect(response.json()).toMatchObject({
      message: 'This email address is already in use',
      code: 'email_taken',
    })
  })

  test('for all but one of several concurrent requests for a username', async () => {
    const responses = await Promise.all(
      [1, 2].map((number) => register({ username: 'same', email: `same-${number}@example.com` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('without storing anything or sending an email', async () => {
    await fixtures.aCustomer(shop, { username: 'taken' })
    await register({ username: 'taken', email: 'nothing@example.com' })
    expect(await fixtures.emailsTo(shop, 'nothing@example.com')).toEqual([])
  })
})
