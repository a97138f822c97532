import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { turnClock } from '../../platform/clock.ts'

const HOUR = 3_600_000
const LINK_INVALID = {
  status: 400,
  code: 'link_invalid',
  serverMessage: 'This link is no longer valid. Please request a new one.',
}
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

const verify = (token: string) => shop.visitor().call('POST /api/auth/verify-email', { token })
const forget = (email: string) => shop.visitor().call('POST /api/auth/forgot-password', { email })
const reset = (token: string, password = 'a new password') =>
  shop.visitor().call('POST /api/auth/reset-password', { token, password })
const resetLink = async (email: string) => {
  await forget(email)
  return fixtures.linkTo(shop, 'reset-password', email)
}

describe('verifying an email address', () => {
  test('works for anyone who opens the emailed link, on any device', async () => {
    const customer = await fixtures.aCustomer(shop)
    const response = await verify(await fixtures.linkTo(shop, 'verify-email', customer.user.email))
    expect(response).toEqual({ message: 'Your email address is verified.' })
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ emailVerified: true })
  })

  test('works once, even if the link is opened twice at the same time', async () => {
    const customer = await fixtures.aCustomer(shop)
    const token = await fixtures.linkTo(shop, 'verify-email', customer.user.email)
    const opened = await Promise.allSettled([verify(token), verify(token)])
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(verify(token)).rejects.toMatchObject(LINK_INVALID)
  })

  test('works for 24 hours', async () => {
    const [late, punctual] = [await fixtures.aCustomer(shop), await fixtures.aCustomer(shop)]
    const links = [
      await fixtures.linkTo(shop, 'verify-email', late.user.email),
      await fixtures.linkTo(shop, 'verify-email', punctual.user.email),
    ]
    turnClock(24 * HOUR - 60_000)
    await verify(links[1] ?? '')
    turnClock(60_000)
    await expect(verify(links[0] ?? '')).rejects.toMatchObject(LINK_INVALID)
  })

  test('can be requested again until it is verified', async () => {
    const customer = await fixtures.aCustomer(shop)
    const before = (await fixtures.emailsTo(shop, customer.user.email)).length
    expect(await customer.call('POST /api/auth/resend-verification')).toEqual({
      message: 'We’ve emailed you a link.',
    })
    expect(await fixtures.emailsTo(shop, customer.user.email)).toHaveLength(before + 1)
    await verify(await fixtures.linkTo(shop, 'verify-email', customer.user.email))
    expect(await customer.call('POST /api/auth/resend-verification')).toEqual({
      message: 'Your email address is already verified.',
    })
    expect(await fixtures.emailsTo(shop, customer.user.email)).toHaveLength(before + 1)
  })

  test('sends no email if the email address is already verified', async () => {
    const customer = await fixtures.aCustomer(shop)
    const token = await fixtures.linkTo(shop, 'verify-email', customer.user.email)
    await customer.call('POST /api/auth/resend-verification')
    await verify(token)
    expect(await fixtures.emailsTo(shop, customer.user.email)).toHaveLength(1)
  })

  test.each(['', 'x'.repeat(201)])(
    'shows a separate message for a truncated or extended link',
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject({
        status: 400,
        serverMessage: 'This link is no longer valid. Please request a new one.',
      })
    },
  )

  test('does not accept a link for another purpose', async () => {
    const customer = await fixtures.aCustomer(shop)
    await expect(verify(await resetLink(customer.user.email))).rejects.toMatchObject(LINK_INVALID)
  })
})

describe('resetting a password', () => {
  test('returns the same response for every email address, and emails only an existing account', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const expected = {
      message: 'If an account uses this email address, we’ve sent it a link.',
    }
    expect(await forget(customer.user.email.toUpperCase())).toEqual(expected)
    expect(await forget('stranger@example.com')).toEqual(expected)
    expect(await fixtures.emailsTo(shop, 'stranger@example.com')).toEqual([])
    const [email] = await fixtures.emailsTo(shop, customer.user.email)
    expect(email?.subject).toBe('Reset your password for Plinth')
    expect(email?.text).toContain('http://localhost:3000/auth/reset-password#token=')
    // Password managers use this to find the account of the new password.
    expect(email?.text).toMatch(new RegExp(`&username=${customer.user.username}\\s`))
  })

  test('works through the link: only the new password works, all sessions are revoked, and an email confirms it', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { username, email } = customer.user
    expect(await reset(await resetLink(email))).toEqual({
      message: 'Your password has been changed. Please sign in.',
    })
    await expect(customer.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(fixtures.signedIn(shop, username, customer.password)).rejects.toMatchObject({ status: 401 })
    expect((await fixtures.signedIn(shop, username, 'a new password')).user.id).toBe(customer.user.id)
    const [message] = await fixtures.emailsTo(shop, email)
    expect(message?.subject).toBe('Your password for Plinth was changed')
  })

  test('requires a link that works once, for an hour, and until a newer link is used', async () => {
    const { user } = await fixtures.aVerifiedCustomer(shop)
    const first = await resetLink(user.email)
    const second = await resetLink(user.email)
    await reset(second)
    await expect(reset(second)).rejects.toMatchObject(LINK_INVALID)
    await expect(reset(first)).rejects.toMatchObject(LINK_INVALID)
    const late = await resetLink(user.email)
    turnClock(HOUR)
    await expect(reset(late)).rejects.toMatchObject(LINK_INVALID)
  })

  test('rejects a new password that is too short, and keeps the link valid', async () => {
    const { user } = await fixtures.aVerifiedCustomer(shop)
    const token = await resetLink(user.email)
    await expect(reset(token, '12345')).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Password must be at least 6 characters',
    })
    await reset(token)
  })
})

describe('the database', () => {
  test('stores no plain-text passwords, and no tokens of links or sessions', async () => {
    const customer = await fixtures.aCustomer(shop, { password: 'a password to look for' })
    const secrets = [
      customer.token ?? '',
      customer.password,
      await fixtures.linkTo(shop, 'verify-email', customer.user.email),
      await resetLink(customer.user.email),
    ]
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`.execute(shop.shop.db)
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(kept)::text as row from ${sql.raw(name)} as kept`.execute(shop.shop.db)
      const text = rows.map(({ row }) => row).join('\n')
      for (const secret of secrets)
        expect(text.includes(secret), `the table ${name} contains a secret`).toBe(false)
    }
  })
})
