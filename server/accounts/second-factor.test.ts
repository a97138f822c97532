import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signInAtGoogle } from '../../sandbox/identity/given.ts'
import { mara } from '../../sandbox/identity/people.ts'
import { addPasskey, createAuthenticator, signInWith } from '../../tests/support/authenticator.ts'
import * as given from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { ApiError } from '../../web/platform/api.ts'
import { now, turnClock } from '../platform/clock.ts'
import { openSecretBox } from '../platform/secret-box.ts'
import { sealFactorsAnew } from './codes.ts'
import { resetOnServer } from './second-factor.ts'

const MINUTE = 60_000
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

/** What an app shows now. */
function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() })
}

/** An admin of one's own: the first one stays as it is, for all tests. */
async function anotherAdmin(facts: { email?: string } = {}): Promise<given.Customer> {
  const first = await given.anAdmin(shop)
  const username = `admin-${randomUUID().slice(0, 8)}`
  const customer = await given.aVerifiedCustomer(shop, { username, ...facts })
  await first.call('PATCH /api/admin/users/:id', { id: customer.user.id, role: 'admin' })
  return given.signedIn(shop, username, customer.password)
}

/** An admin with an app, signed in; the code that has confirmed it is used up. */
async function aCarefulAdmin(facts: { email?: string } = {}) {
  return { first: await given.anAdmin(shop), ...(await withApp(await anotherAdmin(facts))) }
}

async function withApp(admin: given.Customer) {
  const { secret } = await admin.call('POST /api/auth/second-factor', { password: admin.password })
  const { recoveryCodes } = await admin.call('POST /api/auth/second-factor/confirm', { code: codeOf(secret) })
  return { admin, secret, recoveryCodes }
}

async function stepOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('Signed in without a code')
  expect(error).toMatchObject({ status: 401, code: 'code_needed' })
  return error.body?.step ?? ''
}

const beginSignIn = ({ user: { username }, password }: given.Customer) =>
  stepOf(shop.visitor().call('POST /api/auth/login', { username, password }))

const finish = (step: string, code: string, visitor = shop.visitor()) =>
  visitor.call('POST /api/auth/sign-in-code', { step, code })

describe('setting up an authenticator app', () => {
  test('answers a secret for it, and asks for nothing before a first code was typed in', async () => {
    const admin = await anotherAdmin()
    const { password } = admin
    const { username } = admin.user
    const { secret, address } = await admin.call('POST /api/auth/second-factor', { password })
    expect(address).toBe(
      `otpauth://totp/Plinth:${username}?issuer=Plinth&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await given.signedIn(shop, username, password)).token).toBeTruthy()
    await expect(
      admin.call('POST /api/auth/second-factor/confirm', { code: '000000' }),
    ).rejects.toMatchObject({ status: 400, code: 'wrong_code' })
    expect((await admin.call('GET /api/auth/safety')).secondFactor).toBeNull()
  })

  test('tells eight recovery codes once, ends other sign-ins, and writes a letter', async () => {
    const before = await anotherAdmin()
    const again = await given.signedIn(shop, before.user.username, before.password)
    const { admin, recoveryCodes } = await withApp(again)
    expect(new Set(recoveryCodes).size).toBe(8)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{6}-){3}[\dA-HJKMNP-TV-Z]{6}$/)
    await expect(before.call('GET /api/auth/sessions')).rejects.toMatchObject({ status: 401 })
    expect((await admin.call('GET /api/auth/safety')).secondFactor).toEqual({ recoveryCodesLeft: 8 })
    const [letter] = await given.lettersTo(shop, admin.user.email)
    expect(letter?.subject).toBe('Your authenticator app was turned on at Plinth')
  })

  test('takes the password, and an app that is on cannot be replaced by another', async () => {
    const { admin } = await withApp(await anotherAdmin())
    const begin = (password: string) => admin.call('POST /api/auth/second-factor', { password })
    await expect(begin('not this one')).rejects.toMatchObject({ status: 400, code: 'wrong_password' })
    await expect(begin(admin.password)).rejects.toMatchObject({ status: 409 })
    await expect(
      admin.call('POST /api/auth/second-factor/confirm', { code: '123456' }),
    ).rejects.toMatchObject({ status: 409 })
  })

  test('keeps the secret sealed and of recovery codes only hashes', async () => {
    const { secret, recoveryCodes } = await withApp(await anotherAdmin())
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

describe('signing in with an app', () => {
  test('asks for a code before there is any session, and brings the cart with it', async () => {
    const { admin, secret } = await aCarefulAdmin()
    const { db } = shop.shop
    const sessions = async () =>
      (await db.selectFrom('sessions').select('id').where('user_id', '=', admin.user.id).execute()).length
    expect(await sessions()).toBe(1)
    const visitor = shop.visitor()
    const product = await given.aProduct(shop)
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    const { username } = admin.user
    const step = await stepOf(visitor.call('POST /api/auth/login', { username, password: admin.password }))
    expect(await sessions()).toBe(1)
    expect(visitor.cookies.has('cart')).toBe(true)
    turnClock(MINUTE)
    const { token, user } = await finish(step, codeOf(secret), visitor)
    expect(user.id).toBe(admin.user.id)
    const device = Object.assign(visitor, { token })
    expect(await device.call('GET /api/cart')).toMatchObject([{ productId: product.id }])
    expect((await device.send({ url: '/api/admin/counts' })).status).toBe(200)
  })

  test('the step is no token, and a wrong password says nothing of it', async () => {
    const { admin } = await aCarefulAdmin()
    const step = await beginSignIn(admin)
    const thief = Object.assign(shop.visitor(), { token: step })
    expect((await thief.send({ url: '/api/auth/user' })).status).toBe(401)
    const { username } = admin.user
    await expect(
      shop.visitor().call('POST /api/auth/login', { username, password: 'not this one' }),
    ).rejects.toMatchObject({ code: 'wrong_credentials' })
  })

  test('a code is taken once, and so is a step', async () => {
    const { admin, secret } = await aCarefulAdmin()
    await expect(finish(await beginSignIn(admin), codeOf(secret))).rejects.toMatchObject({
      code: 'wrong_code',
    })
    turnClock(MINUTE)
    const step = await beginSignIn(admin)
    const code = codeOf(secret)
    await finish(step, code)
    await expect(finish(await beginSignIn(admin), code)).rejects.toMatchObject({
      status: 401,
      code: 'wrong_code',
    })
    turnClock(MINUTE)
    await expect(finish(step, codeOf(secret))).rejects.toMatchObject({ code: 'step_ended' })
  })

  test('of two who use a code at once one is signed in', async () => {
    const { admin, secret } = await aCarefulAdmin()
    turnClock(MINUTE)
    const steps = [await beginSignIn(admin), await beginSignIn(admin), await beginSignIn(admin)]
    const outcomes = await Promise.allSettled(steps.map((step) => finish(step, codeOf(secret))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('a code of the minute before last, or of the one to come, is too old or too young', async () => {
    const { admin, secret } = await aCarefulAdmin()
    turnClock(10 * MINUTE)
    const step = await beginSignIn(admin)
    for (const ms of [-MINUTE, MINUTE]) {
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: now().getTime() + ms,
      })
      await expect(finish(step, code)).rejects.toMatchObject({ code: 'wrong_code' })
    }
    expect((await finish(step, codeOf(secret).replace(/^.../, '$& '))).token).toBeTruthy()
  })

  test('after five wrong codes even the right one waits a quarter of an hour', async () => {
    const { admin, secret } = await aCarefulAdmin()
    turnClock(MINUTE)
    for (let tried = 0; tried < 5; tried++) {
      await expect(finish(await beginSignIn(admin), 'ABCDEF')).rejects.toMatchObject({ status: 401 })
    }
    await expect(finish(await beginSignIn(admin), codeOf(secret))).rejects.toMatchObject({ status: 429 })
    turnClock(15 * MINUTE)
    expect((await finish(await beginSignIn(admin), codeOf(secret))).token).toBeTruthy()
  })

  test('a step ends after ten minutes, with a changed password, and when somebody is blocked', async () => {
    const { admin, secret, first } = await aCarefulAdmin()
    const late = await beginSignIn(admin)
    turnClock(10 * MINUTE)
    await expect(finish(late, codeOf(secret))).rejects.toMatchObject({ status: 401, code: 'step_ended' })
    const overtaken = await beginSignIn(admin)
    const newPassword = 'another long password'
    await admin.call('POST /api/auth/password', { currentPassword: admin.password, newPassword })
    await expect(finish(overtaken, codeOf(secret))).rejects.toMatchObject({ code: 'step_ended' })
    const blocked = await beginSignIn(Object.assign(admin, { password: newPassword }))
    await first.call('PATCH /api/admin/users/:id', { id: admin.user.id, isBlocked: true })
    await expect(finish(blocked, codeOf(secret))).rejects.toMatchObject({ code: 'step_ended' })
  })

  test('a recovery code works once, however it is typed, and a letter tells', async () => {
    const { admin, recoveryCodes } = await aCarefulAdmin()
    const typed = recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o') ?? ''
    const { token } = await finish(await beginSignIn(admin), typed)
    const device = Object.assign(shop.visitor(), { token })
    expect((await device.call('GET /api/auth/safety')).secondFactor).toEqual({ recoveryCodesLeft: 7 })
    await expect(finish(await beginSignIn(admin), typed)).rejects.toMatchObject({ code: 'wrong_code' })
    const subjects = (await given.lettersTo(shop, admin.user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A recovery code was used at Plinth')
  })

  test("another admin's codes open nothing", async () => {
    const { admin } = await aCarefulAdmin()
    const other = await aCarefulAdmin()
    const step = await beginSignIn(admin)
    turnClock(MINUTE)
    for (const code of [codeOf(other.secret), other.recoveryCodes[0] ?? '']) {
      await expect(finish(step, code)).rejects.toMatchObject({ code: 'wrong_code' })
    }
  })

  test('a reset by mail does not get around it', async () => {
    const { admin } = await aCarefulAdmin()
    await shop.visitor().call('POST /api/auth/forgot-password', { email: admin.user.email })
    const token = await given.linkTo(shop, 'reset-password', admin.user.email)
    const password = 'another long password'
    await shop.visitor().call('POST /api/auth/reset-password', { token, password })
    expect(await beginSignIn(Object.assign(admin, { password }))).toMatch(/^[\w-]{43}$/)
  })

  test('Google does not get around it either', async () => {
    const { secret } = await aCarefulAdmin({ email: mara.email })
    turnClock(MINUTE)
    const visitor = shop.visitor()
    const outcome = await signInAtGoogle(visitor, { person: mara.id })
    const body = (outcome as { signIn: object }).signIn
    const answer = await visitor.send({ method: 'POST', url: '/api/google-auth', body })
    expect([answer.status, answer.json()]).toEqual([
      401,
      {
        error: 'Please enter the code that your authenticator app shows.',
        step: expect.stringMatching(/^[\w-]{43}$/),
      },
    ])
    const { step } = answer.json() as { step: string }
    expect((await finish(step, codeOf(secret))).token).toBeTruthy()
  })

  test('a passkey counts as both factors', async () => {
    const { admin } = await aCarefulAdmin()
    const device = createAuthenticator()
    await addPasskey(admin, device)
    expect((await signInWith(shop.visitor(), device)).user.id).toBe(admin.user.id)
  })
})

describe('the end of an app', () => {
  test('takes password and code, and a letter tells', async () => {
    const { admin, secret } = await aCarefulAdmin()
    turnClock(MINUTE)
    const { password } = admin
    const end = (input: { password: string; code: string }) =>
      admin.call('POST /api/auth/second-factor/off', input)
    await expect(end({ password: 'not this one', code: codeOf(secret) })).rejects.toMatchObject({
      code: 'wrong_password',
    })
    await expect(end({ password, code: '000000' })).rejects.toMatchObject({ code: 'wrong_code' })
    expect(await end({ password, code: codeOf(secret) })).toEqual({ success: true })
    expect((await given.signedIn(shop, admin.user.username, password)).token).toBeTruthy()
    const [letter] = await given.lettersTo(shop, admin.user.email)
    expect(letter?.subject).toBe('Your authenticator app was turned off at Plinth')
    await expect(end({ password, code: codeOf(secret) })).rejects.toMatchObject({ status: 409 })
  })

  test('another admin takes it off, which ends the sign-ins, is written down, and told', async () => {
    const { admin, first } = await aCarefulAdmin()
    const { id, username, email } = admin.user
    const step = await beginSignIn(admin)
    expect(await first.call('GET /api/admin/users/:id', { id })).toMatchObject({ hasSecondFactor: true })
    const user = await first.call('DELETE /api/admin/users/:id/second-factor', { id })
    expect(user).toMatchObject({ id, hasSecondFactor: false, lastUsedAt: null })
    await expect(finish(step, '000000')).rejects.toMatchObject({ code: 'step_ended' })
    expect((await given.signedIn(shop, username, admin.password)).token).toBeTruthy()
    const [entry] = await first.call('GET /api/admin/audit', { subjectId: String(id) })
    expect(entry).toMatchObject({ actor: 'admin', action: 'user.second-factor-reset', subjectId: String(id) })
    const [letter] = await given.lettersTo(shop, email)
    expect(letter?.subject).toBe('Your authenticator app was reset at Plinth')
  })

  test('whoever runs the server takes it off when no other admin can, and it is written down', async () => {
    const { admin, first } = await aCarefulAdmin()
    const { id, username } = admin.user
    await resetOnServer(shop.shop.db, username)
    expect((await given.signedIn(shop, username, admin.password)).token).toBeTruthy()
    const [entry] = await first.call('GET /api/admin/audit', { subjectId: String(id) })
    expect(entry).toMatchObject({ actor: username, action: 'user.second-factor-reset' })
    await expect(resetOnServer(shop.shop.db, username)).rejects.toMatchObject({ status: 409 })
    await expect(resetOnServer(shop.shop.db, 'nobody')).rejects.toMatchObject({ status: 404 })
  })

  test("one's own takes a code: a stolen sign-in does not do", async () => {
    const { admin } = await aCarefulAdmin()
    const { id } = admin.user
    await expect(admin.call('DELETE /api/admin/users/:id/second-factor', { id })).rejects.toMatchObject({
      status: 409,
    })
    expect(await beginSignIn(admin)).toBeTruthy()
  })

  test('whoever is no admin any more is still asked, and can turn it off', async () => {
    const { admin, first, secret } = await aCarefulAdmin()
    await first.call('PATCH /api/admin/users/:id', { id: admin.user.id, role: 'customer' })
    const step = await beginSignIn(admin)
    turnClock(MINUTE)
    const { token } = await finish(step, codeOf(secret))
    turnClock(MINUTE)
    const customer = Object.assign(shop.visitor(), { token })
    const { password } = admin
    await customer.call('POST /api/auth/second-factor/off', { password, code: codeOf(secret) })
  })
})

describe("a change of the shop's key", () => {
  test('is followed by the secrets within the hour, so that the old key can go', async () => {
    const { admin, secret } = await aCarefulAdmin()
    const { db, config } = shop.shop
    const old = config.secretKey ?? ''
    const anew = 'n'.repeat(32)
    await sealFactorsAnew(db, openSecretBox(anew, old))
    turnClock(MINUTE)
    await expect(finish(await beginSignIn(admin), codeOf(secret))).rejects.toMatchObject({
      code: 'wrong_code',
    })
    await sealFactorsAnew(db, openSecretBox(old, anew))
    expect((await finish(await beginSignIn(admin), codeOf(secret))).token).toBeTruthy()
  })
})
