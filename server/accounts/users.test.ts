import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { changeUser } from './users.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const change = (id: number, changes: object, by = admin) =>
  by.call('PATCH /api/admin/users/:id', { id, ...changes })

describe('the list of users', () => {
  test('is paginated, newest first, with a total count', async () => {
    const customers = [await fixtures.aCustomer(shop), await fixtures.aCustomer(shop)]
    const response = await admin.send({ url: '/api/admin/users?pageSize=2' })
    const users = response.json() as { id: number }[]
    expect(users.map(({ id }) => id)).toEqual(customers.map(({ user }) => user.id).reverse())
    const { items, total } = await admin.callPaged('GET /api/admin/users', { page: 2, pageSize: 2 })
    expect(items[0]?.username).toBe('admin')
    expect(total).toBe(3)
    expect(response.headers.link).toContain('</api/admin/users?pageSize=2&page=2>; rel="next"')
  })

  test('can be searched by parts of the username, email address, and full name, and by role', async () => {
    await fixtures.aCustomer(shop, {
      username: 'hopper',
      email: 'grace@navy.example',
      fullName: 'Rear Admiral',
    })
    for (const search of ['HOPP', 'navy.ex', 'admiral']) {
      const found = await admin.call('GET /api/admin/users', { search })
      expect(found.map(({ username }) => username)).toEqual(['hopper'])
    }
    expect(await admin.call('GET /api/admin/users', { search: '%' })).toEqual([])
    const admins = await admin.call('GET /api/admin/users', { role: 'admin' })
    expect(admins.map(({ username }) => username)).toEqual(['admin'])
  })

  test('shows the fields that admins need, and no password hash', async () => {
    const { user } = await fixtures.aCustomer(shop)
    const [found] = await admin.call('GET /api/admin/users', { search: user.username })
    expect(found).toEqual({
      id: user.id,
      username: user.username,
      email: user.email,
      emailVerified: false,
      fullName: null,
      role: 'customer',
      staffRole: null,
      isBlocked: false,
      hasSecondFactor: false,
      createdAt: user.createdAt,
      lastUsedAt: expect.any(String),
      orders: 0,
      spent: '0.00',
    })
  })
})

describe('promoting and demoting', () => {
  test('takes effect at the next sign-in, with the rules for admins', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop, { password: 'short one' })
    expect(await change(customer.user.id, { role: 'admin' })).toMatchObject({ role: 'admin' })
    await expect(customer.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(fixtures.signedIn(shop, customer.user.username, 'short one')).rejects.toMatchObject({
      status: 403,
      code: 'password_too_short',
    })
    await shop.visitor().call('POST /api/auth/forgot-password', { email: customer.user.email })
    const token = await fixtures.linkTo(shop, 'reset-password', customer.user.email)
    const reset = (password: string) =>
      shop.visitor().call('POST /api/auth/reset-password', { token, password })
    await expect(reset('short again')).rejects.toMatchObject({
      serverMessage: 'Password must be at least 12 characters',
    })
    await reset('a password long enough')
    const promoted = await fixtures.signedIn(shop, customer.user.username, 'a password long enough')
    await promoted.call('GET /api/admin/users', {})
    expect(await change(customer.user.id, { role: 'customer' })).toMatchObject({ role: 'customer' })
    await expect(promoted.call('GET /api/admin/users', {})).rejects.toMatchObject({ status: 401 })
  })

  test('requires a verified email address, because a mistyped one could belong to someone else', async () => {
    const customer = await fixtures.aCustomer(shop)
    await expect(change(customer.user.id, { role: 'admin' })).rejects.toMatchObject({
      status: 409,
      code: 'email_not_verified',
      serverMessage: 'Only a user with a verified email address can become an admin.',
    })
  })

  test('keeps the last owner, who can be neither demoted nor blocked', async () => {
    for (const changes of [{ role: 'customer' }, { isBlocked: true }]) {
      await expect(change(admin.user.id, changes)).rejects.toMatchObject({
        status: 409,
        code: 'last_owner',
        serverMessage: 'This is the last owner. Make another member of the staff an owner first.',
      })
    }
  })

  test('leaves one owner if two owners demote each other at the same time', async () => {
    const other = await fixtures.aVerifiedCustomer(shop)
    await change(other.user.id, { role: 'admin' })
    const second = await fixtures.signedIn(shop, other.user.username, other.password)
    const outcomes = await Promise.allSettled([
      change(other.user.id, { role: 'customer' }),
      change(admin.user.id, { role: 'customer' }, second),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // Either of the two may have been first. Later tests use the remaining admin.
    if (outcomes[1]?.status === 'fulfilled') admin = second
    expect(await admin.call('GET /api/admin/users', { role: 'admin' })).toHaveLength(1)
  })
})

describe('blocking', () => {
  test('signs the user out immediately and rejects sign-ins, but gives the reason only after a correct password', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id, username } = customer.user
    expect(await change(id, { isBlocked: true })).toMatchObject({ isBlocked: true, lastUsedAt: null })
    await expect(customer.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(fixtures.signedIn(shop, username, customer.password)).rejects.toMatchObject({
      status: 403,
      code: 'blocked',
      serverMessage: 'This account is blocked. Please contact us.',
    })
    await expect(fixtures.signedIn(shop, username, 'wrong password')).rejects.toMatchObject({ status: 401 })
    await change(id, { isBlocked: false })
    await fixtures.signedIn(shop, username, customer.password)
  })

  test('can’t be bypassed with an emailed link', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { id, email } = customer.user
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const token = await fixtures.linkTo(shop, 'reset-password', email)
    await change(id, { isBlocked: true })
    await expect(
      shop.visitor().call('POST /api/auth/reset-password', { token, password: 'a new password' }),
    ).rejects.toMatchObject({ code: 'link_invalid' })
    const before = await fixtures.emailsTo(shop, email)
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    expect(await fixtures.emailsTo(shop, email)).toEqual(before)
  })
})

describe('a change to a user', () => {
  test('is recorded with its author and the values before and after, unless nothing changed', async () => {
    const { user } = await fixtures.aVerifiedCustomer(shop)
    await change(user.id, { role: 'customer' })
    await change(user.id, { role: 'admin' })
    await change(user.id, { isBlocked: true })
    const entries = await listAuditEntries(shop.shop.db, { page: 1, pageSize: 2 })
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: admin.user.username,
        action: 'user.changed',
        subjectId: String(user.id),
        before: { role: 'admin', staffRole: 'owner', isBlocked: false },
        after: { role: 'admin', staffRole: 'owner', isBlocked: true },
        undoes: null,
        undoneBy: null,
      },
      expect.objectContaining({
        before: { role: 'customer', staffRole: null, isBlocked: false },
        after: { role: 'admin', staffRole: 'owner', isBlocked: false },
      }),
    ])
  })

  test('is rejected if the requester is no longer an admin', async () => {
    const { user } = await fixtures.aCustomer(shop)
    const noAdmin = await fixtures.aCustomer(shop)
    await expect(
      changeUser(shop.shop.db, { id: noAdmin.user.id, isProven: true }, user.id, { isBlocked: true }),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('is rejected for an unknown user, and if there is nothing to change', async () => {
    await expect(change(999_999, { role: 'admin' })).rejects.toMatchObject({
      status: 404,
      serverMessage: 'User not found',
    })
    await expect(change(admin.user.id, {})).rejects.toMatchObject({ status: 400 })
  })
})
