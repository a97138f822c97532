import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../../tests/support/fixtures.ts'
import {
  aCarefulAdmin,
  anotherAdmin,
  beginSignIn,
  codeOf,
  finishSignIn,
  withApp,
} from '../../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { turnClock } from '../../platform/clock.ts'
import { openSecretBox } from '../../platform/secret-box.ts'
import { reencryptSecrets } from './codes.ts'
import { resetOnServer } from './second-factor.ts'

const MINUTE = 60_000
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

describe('setting up an authenticator app', () => {
  test('returns a secret, and requires no code at sign-in until the first code is entered', async () => {
    const admin = await anotherAdmin(shop)
    const { password } = admin
    const { username } = admin.user
    const { secret, address } = await admin.call('POST /api/auth/second-factor', { password })
    expect(address).toBe(
      `otpauth://totp/Plinth:${username}?issuer=Plinth&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await fixtures.signedIn(shop, username, password)).token).toBeTruthy()
    for (const code of ['000000', 'Zürich', '１２３４５６'])
      await expect(admin.call('POST /api/auth/second-factor/confirm', { code })).rejects.toMatchObject({
        status: 400,
        code: 'wrong_code',
      })
    expect((await admin.call('GET /api/auth/safety')).secondFactor).toBeNull()
  })

  test('shows eight recovery codes once, revokes other sessions, and sends an email', async () => {
    const before = await anotherAdmin(shop)
    const again = await fixtures.signedIn(shop, before.user.username, before.password)
    const { admin, recoveryCodes } = await withApp(again)
    expect(new Set(recoveryCodes).size).toBe(8)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{6}-){3}[\dA-HJKMNP-TV-Z]{6}$/)
    await expect(before.call('GET /api/auth/sessions')).rejects.toMatchObject({ status: 401 })
    expect((await admin.call('GET /api/auth/safety')).secondFactor).toEqual({ recoveryCodesLeft: 8 })
    const [email] = await fixtures.emailsTo(shop, admin.user.email)
    expect(email?.subject).toBe('Your authenticator app was turned on at Plinth')
  })

  test('requires the password, and doesn’t replace an active app', async () => {
    const { admin } = await withApp(await anotherAdmin(shop))
    const begin = (password: string) => admin.call('POST /api/auth/second-factor', { password })
    await expect(begin('not this one')).rejects.toMatchObject({ status: 400, code: 'wrong_password' })
    await expect(begin(admin.password)).rejects.toMatchObject({ status: 409 })
    await expect(
      admin.call('POST /api/auth/second-factor/confirm', { code: '123456' }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test('encrypts the secret and stores only hashes of recovery codes', async () => {
    const { secret, recoveryCodes } = await withApp(await anotherAdmin(shop))
    const { db } = shop.shop
    const rows = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ])
    expect(rows).toContain('"v1.')
    expect(rows).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replaceAll('-', ''))
  })
})

describe('removing an authenticator app', () => {
  test('requires a password and a code from its owner, and an email confirms it', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    turnClock(MINUTE)
    const { password } = admin
    const end = (input: { password: string; code: string }) =>
      admin.call('POST /api/auth/second-factor/off', input)
    await expect(end({ password: 'not this one', code: codeOf(secret) })).rejects.toMatchObject({
      code: 'wrong_password',
    })
    await expect(end({ password, code: '000000' })).rejects.toMatchObject({ code: 'wrong_code' })
    expect(await end({ password, code: codeOf(secret) })).toEqual({ success: true })
    expect((await fixtures.signedIn(shop, admin.user.username, password)).token).toBeTruthy()
    const [email] = await fixtures.emailsTo(shop, admin.user.email)
    expect(email?.subject).toBe('Your authenticator app was turned off at Plinth')
    await expect(end({ password, code: codeOf(secret) })).rejects.toMatchObject({ status: 409 })
  })

  test('by another admin revokes sessions, is audited, and sends an email', async () => {
    const { admin, first } = await aCarefulAdmin(shop)
    const { id, username, email } = admin.user
    const step = await beginSignIn(shop, admin)
    expect(await first.call('GET /api/admin/users/:id', { id })).toMatchObject({ hasSecondFactor: true })
    const user = await first.call('DELETE /api/admin/users/:id/second-factor', { id })
    expect(user).toMatchObject({ id, hasSecondFactor: false, lastUsedAt: null })
    await expect(finishSignIn(shop, step, '000000')).rejects.toMatchObject({ code: 'step_ended' })
    expect((await fixtures.signedIn(shop, username, admin.password)).token).toBeTruthy()
    const [entry] = await first.call('GET /api/admin/audit', { subjectId: String(id) })
    expect(entry).toMatchObject({ actor: 'admin', action: 'user.second-factor-reset', subjectId: String(id) })
    const [message] = await fixtures.emailsTo(shop, email)
    expect(message?.subject).toBe('Your authenticator app was reset at Plinth')
  })

  test('by the server operator is possible if there is no other admin, and is audited', async () => {
    const { admin, first } = await aCarefulAdmin(shop)
    const { id, username } = admin.user
    await resetOnServer(shop.shop.db, username)
    expect((await fixtures.signedIn(shop, username, admin.password)).token).toBeTruthy()
    const [entry] = await first.call('GET /api/admin/audit', { subjectId: String(id) })
    expect(entry).toMatchObject({ actor: username, action: 'user.second-factor-reset' })
    await expect(resetOnServer(shop.shop.db, username)).rejects.toMatchObject({ status: 409 })
    await expect(resetOnServer(shop.shop.db, 'nobody')).rejects.toMatchObject({ status: 404 })
  })

  test('requires a code, so a stolen session is not enough', async () => {
    const { admin } = await aCarefulAdmin(shop)
    const { id } = admin.user
    await expect(admin.call('DELETE /api/admin/users/:id/second-factor', { id })).rejects.toMatchObject({
      status: 409,
    })
    expect(await beginSignIn(shop, admin)).toBeTruthy()
  })

  test('is possible for a user who is no longer an admin but still needs a code', async () => {
    const { admin, first, secret } = await aCarefulAdmin(shop)
    await first.call('PATCH /api/admin/users/:id', { id: admin.user.id, role: 'customer' })
    const step = await beginSignIn(shop, admin)
    turnClock(MINUTE)
    const { token } = await finishSignIn(shop, step, codeOf(secret))
    turnClock(MINUTE)
    const customer = Object.assign(shop.visitor(), { token })
    const { password } = admin
    await customer.call('POST /api/auth/second-factor/off', { password, code: codeOf(secret) })
  })
})

describe('a change of the shop’s encryption key', () => {
  test('re-encrypts the secrets within the hour, so the old key can be removed', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    const { db, config } = shop.shop
    const old = config.secretKey ?? ''
    const renewed = 'n'.repeat(32)
    await reencryptSecrets(db, openSecretBox(renewed, old))
    turnClock(MINUTE)
    await expect(finishSignIn(shop, await beginSignIn(shop, admin), codeOf(secret))).rejects.toMatchObject({
      code: 'wrong_code',
    })
    await reencryptSecrets(db, openSecretBox(old, renewed))
    expect((await finishSignIn(shop, await beginSignIn(shop, admin), codeOf(secret))).token).toBeTruthy()
  })
})
