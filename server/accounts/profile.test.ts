import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('updating the profile', () => {
  test('saves a changed full name and returns the user', async () => {
    const customer = await fixtures.aCustomer(shop)
    const changed = await customer.call('PATCH /api/auth/profile', { fullName: ' Ada Lovelace ' })
    expect(changed).toEqual({ ...customer.user, fullName: 'Ada Lovelace' })
    expect(await customer.call('GET /api/auth/user')).toEqual(changed)
    expect(await customer.call('PATCH /api/auth/profile', { fullName: '' })).toMatchObject({ fullName: null })
  })

  test('leaves omitted fields unchanged', async () => {
    const customer = await fixtures.aCustomer(shop, { fullName: 'Ada' })
    expect(await customer.call('PATCH /api/auth/profile', {})).toEqual(customer.user)
  })

  test('changes the name, which drops cached pages, at most 30 times in 15 minutes', async () => {
    const customer = await fixtures.aCustomer(shop, { fullName: 'Ada' })
    const rename = (fullName: string) => customer.call('PATCH /api/auth/profile', { fullName })
    const { updated_at: unchanged } = await rowOf(customer)
    await rename('Ada')
    expect((await rowOf(customer)).updated_at).toEqual(unchanged)
    const changes = await countPageChanges()
    await customer.call('PATCH /api/auth/profile', { fullName: 'Ada', email: customer.user.email })
    expect(await countPageChanges()).toBe(changes)
    for (let n = 0; n < 30; n++) await rename(`Ada ${n}`)
    await expect(rename('Ada again')).rejects.toMatchObject({ status: 429 })
  })

  const countPageChanges = async () =>
    (await shop.shop.db.selectFrom('page_changes').select('xid').execute()).length
  const rowOf = ({ user }: fixtures.Customer) =>
    shop.shop.db.selectFrom('users').select('updated_at').where('id', '=', user.id).executeTakeFirstOrThrow()

  test.each([
    [{ fullName: 'A' }, 'Full name must be at least 2 characters'],
    [{ fullName: 'A\0B' }, 'Must be a single line of text'],
    [{ email: 'ada@' }, 'Please enter a valid email address'],
    [{ email: '' }, 'Please enter a valid email address'],
  ])('rejects %j: %s', async (body, message) => {
    const customer = await fixtures.aCustomer(shop)
    await expect(customer.call('PATCH /api/auth/profile', body)).rejects.toMatchObject({
      status: 400,
      serverMessage: message,
    })
  })

  test('cannot change the role, ID, username, or verified flag', async () => {
    const customer = await fixtures.aCustomer(shop)
    const other = await fixtures.aCustomer(shop)
    await customer.send({
      method: 'PATCH',
      url: '/api/auth/profile',
      body: { id: other.user.id, role: 'admin', username: 'boss', emailVerified: true, fullName: 'Eve' },
    })
    expect(await customer.call('GET /api/auth/user')).toEqual({ ...customer.user, fullName: 'Eve' })
    expect(await other.call('GET /api/auth/user')).toEqual(other.user)
  })
})

describe('changing the password', () => {
  const change = (customer: fixtures.Customer, currentPassword: string, newPassword: string) =>
    customer.call('POST /api/auth/password', { currentPassword, newPassword })

  test('revokes all other sessions and pending links, and notifies the user by email', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { username, email } = customer.user
    const elsewhere = await fixtures.signedIn(shop, username, customer.password)
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const link = await fixtures.linkTo(shop, 'reset-password', email)
    expect(await change(customer, customer.password, 'a better password')).toEqual({ success: true })
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ username })
    await expect(elsewhere.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(
      shop.visitor().call('POST /api/auth/reset-password', { token: link, password: 'by an old link' }),
    ).rejects.toMatchObject({ code: 'link_invalid' })
    await fixtures.signedIn(shop, username, 'a better password')
    expect((await fixtures.emailsTo(shop, email))[0]?.subject).toBe('Your password for Plinth was changed')
  })

  test('requires the current password', async () => {
    const customer = await fixtures.aCustomer(shop)
    const response = await customer.send({
      method: 'POST',
      url: '/api/auth/password',
      body: { currentPassword: 'not this one', newPassword: 'a better password' },
    })
    const message = 'The current password is incorrect'
    expect(response.status).toBe(400)
    expect(response.json()).toEqual({
      message,
      code: 'wrong_password',
      errors: [{ path: 'currentPassword', message }],
    })
  })

  test('requires at least 12 characters from an admin', async () => {
    const admin = await fixtures.anAdmin(shop)
    await expect(change(admin, admin.password, '11 letters!')).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Password must be at least 12 characters',
    })
  })
})

describe('a user’s sessions', () => {
  test('are listed with their devices, and the current one is marked', async () => {
    const customer = await fixtures.aCustomer(shop)
    const firefox = shop.visitor()
    const { token } = (
      await firefox.send({
        method: 'POST',
        url: '/api/auth/login',
        body: { username: customer.user.username, password: customer.password },
        headers: { 'user-agent': FIREFOX },
      })
    ).json() as { token: string }
    firefox.token = token
    expect(await firefox.call('GET /api/auth/sessions')).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        device: 'Firefox on Linux',
        isCurrent: true,
      },
      expect.objectContaining({ device: 'Unknown device', isCurrent: false }),
    ])
  })

  test('are limited to 100; signing in again revokes the least recently used', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: user_id, username } = customer.user
    const used = new Date(Date.now() + 60_000)
    const others = Array.from({ length: 98 }, (_, n) => ({
      user_id,
      token_hash: `${username} ${n}`,
      user_agent: '',
      created_at: used,
      last_used_at: used,
    }))
    await shop.shop.db.insertInto('sessions').values(others).execute()
    const second = await fixtures.signedIn(shop, username, customer.password)
    expect(await customer.call('GET /api/auth/sessions')).toHaveLength(100)
    const third = await fixtures.signedIn(shop, username, customer.password)
    expect(await third.call('GET /api/auth/sessions')).toHaveLength(100)
    expect((await customer.send({ url: '/api/auth/user' })).status).toBe(401)
    expect((await second.send({ url: '/api/auth/user' })).status).toBe(200)
  })

  test('can be revoked one at a time, and only by their owner', async () => {
    const customer = await fixtures.aCustomer(shop)
    const elsewhere = await fixtures.signedIn(shop, customer.user.username, customer.password)
    const other = await fixtures.aCustomer(shop)
    const id = (await elsewhere.call('GET /api/auth/sessions')).find(({ isCurrent }) => isCurrent)?.id ?? 0
    await expect(other.call('DELETE /api/auth/sessions/:id', { id })).rejects.toMatchObject({
      status: 404,
      serverMessage: 'Session not found',
    })
    const left = await customer.call('DELETE /api/auth/sessions/:id', { id })
    expect(left.map(({ isCurrent }) => isCurrent)).toEqual([true])
    await expect(elsewhere.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
  })

  test('can all be revoked at once', async () => {
    const customer = await fixtures.aCustomer(shop)
    const elsewhere = await fixtures.signedIn(shop, customer.user.username, customer.password)
    expect(await customer.call('POST /api/auth/sign-out-everywhere')).toEqual({ success: true })
    for (const device of [customer, elsewhere]) {
      await expect(device.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    }
  })
})
