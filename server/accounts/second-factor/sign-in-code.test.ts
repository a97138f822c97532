import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signInAtGoogle } from '../../../sandbox/identity/fixtures.ts'
import { mara } from '../../../sandbox/identity/test-users.ts'
import { addPasskey, createAuthenticator, signInWith } from '../../../tests/support/authenticator.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { aCarefulAdmin, beginSignIn, codeOf, finishSignIn } from '../../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { turnClock } from '../../platform/clock.ts'

const MINUTE = 60_000
const STEP = 30_000
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

describe('signing in with an authenticator app', () => {
  test('requires a code before it opens a session, and merges the cart', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    const { db } = shop.shop
    const sessions = async () =>
      (await db.selectFrom('sessions').select('id').where('user_id', '=', admin.user.id).execute()).length
    expect(await sessions()).toBe(1)
    const visitor = shop.visitor()
    const product = await fixtures.aProduct(shop)
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    const step = await beginSignIn(shop, admin, visitor)
    expect(await sessions()).toBe(1)
    expect(visitor.cookies.has('cart')).toBe(true)
    turnClock(MINUTE)
    const { token, user } = await finishSignIn(shop, step, codeOf(secret), visitor)
    expect(user.id).toBe(admin.user.id)
    const device = Object.assign(visitor, { token })
    expect(await device.call('GET /api/cart')).toMatchObject([{ productId: product.id }])
    expect((await device.send({ url: '/api/admin/counts' })).status).toBe(200)
  })

  test('does not treat the challenge as a token, and reveals no second factor after a wrong password', async () => {
    const { admin } = await aCarefulAdmin(shop)
    const step = await beginSignIn(shop, admin)
    const thief = Object.assign(shop.visitor(), { token: step })
    expect((await thief.send({ url: '/api/auth/user' })).status).toBe(401)
    const { username } = admin.user
    await expect(
      shop.visitor().call('POST /api/auth/login', { username, password: 'not this one' }),
    ).rejects.toMatchObject({ code: 'wrong_credentials' })
  })

  test('accepts each code and each challenge only once', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    await expect(finishSignIn(shop, await beginSignIn(shop, admin), codeOf(secret))).rejects.toMatchObject({
      code: 'wrong_code',
    })
    turnClock(MINUTE)
    const step = await beginSignIn(shop, admin)
    const code = codeOf(secret)
    await finishSignIn(shop, step, code)
    await expect(finishSignIn(shop, await beginSignIn(shop, admin), code)).rejects.toMatchObject({
      status: 401,
      code: 'wrong_code',
    })
    turnClock(MINUTE)
    await expect(finishSignIn(shop, step, codeOf(secret))).rejects.toMatchObject({ code: 'step_ended' })
  })

  test('accepts a code only once, even if it is sent several times concurrently', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    turnClock(MINUTE)
    const steps = [
      await beginSignIn(shop, admin),
      await beginSignIn(shop, admin),
      await beginSignIn(shop, admin),
    ]
    const outcomes = await Promise.allSettled(steps.map((step) => finishSignIn(shop, step, codeOf(secret))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('rejects a code from the minute before last and from the next minute', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    // Starts at the beginning of a 30-second period, so that none ends between generating a code and sending
    // it.
    turnClock(10 * MINUTE - (Date.now() % STEP))
    const step = await beginSignIn(shop, admin)
    for (const ms of [-MINUTE, MINUTE]) {
      const code = codeOf(secret, ms)
      await expect(finishSignIn(shop, step, code)).rejects.toMatchObject({ code: 'wrong_code' })
    }
    expect((await finishSignIn(shop, step, codeOf(secret).replace(/^.../, '$& '))).token).toBeTruthy()
  })

  test('rejects even the correct code for 15 minutes after five wrong ones', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    turnClock(MINUTE)
    for (let tried = 0; tried < 5; tried++) {
      await expect(finishSignIn(shop, await beginSignIn(shop, admin), 'ABCDEF')).rejects.toMatchObject({
        status: 401,
      })
    }
    await expect(finishSignIn(shop, await beginSignIn(shop, admin), codeOf(secret))).rejects.toMatchObject({
      status: 429,
    })
    turnClock(15 * MINUTE)
    expect((await finishSignIn(shop, await beginSignIn(shop, admin), codeOf(secret))).token).toBeTruthy()
  })

  test('requires a new sign-in after ten minutes, a password change, or a block', async () => {
    const { admin, secret, first } = await aCarefulAdmin(shop)
    const late = await beginSignIn(shop, admin)
    turnClock(10 * MINUTE)
    await expect(finishSignIn(shop, late, codeOf(secret))).rejects.toMatchObject({
      status: 401,
      code: 'step_ended',
    })
    const overtaken = await beginSignIn(shop, admin)
    const newPassword = 'another long password'
    await admin.call('POST /api/auth/password', { currentPassword: admin.password, newPassword })
    await expect(finishSignIn(shop, overtaken, codeOf(secret))).rejects.toMatchObject({ code: 'step_ended' })
    const blocked = await beginSignIn(shop, Object.assign(admin, { password: newPassword }))
    await first.call('PATCH /api/admin/users/:id', { id: admin.user.id, isBlocked: true })
    await expect(finishSignIn(shop, blocked, codeOf(secret))).rejects.toMatchObject({ code: 'step_ended' })
  })

  test('accepts a recovery code once, however it is formatted, and sends an email', async () => {
    const { admin, recoveryCodes } = await aCarefulAdmin(shop)
    const typed = recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o') ?? ''
    const { token } = await finishSignIn(shop, await beginSignIn(shop, admin), typed)
    const device = Object.assign(shop.visitor(), { token })
    expect((await device.call('GET /api/auth/safety')).secondFactor).toEqual({ recoveryCodesLeft: 7 })
    await expect(finishSignIn(shop, await beginSignIn(shop, admin), typed)).rejects.toMatchObject({
      code: 'wrong_code',
    })
    const subjects = (await fixtures.emailsTo(shop, admin.user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A recovery code was used at Plinth')
  })

  test('rejects another admin’s codes', async () => {
    const { admin } = await aCarefulAdmin(shop)
    const other = await aCarefulAdmin(shop)
    const step = await beginSignIn(shop, admin)
    turnClock(MINUTE)
    for (const code of [codeOf(other.secret), other.recoveryCodes[0] ?? '']) {
      await expect(finishSignIn(shop, step, code)).rejects.toMatchObject({ code: 'wrong_code' })
    }
  })

  test('is not bypassed by a password reset', async () => {
    const { admin } = await aCarefulAdmin(shop)
    // A reset removes a recently set up app, because it could be an attacker's: see changed-address.test.ts.
    turnClock(8 * 24 * 60 * MINUTE)
    await shop.visitor().call('POST /api/auth/forgot-password', { email: admin.user.email })
    const token = await fixtures.linkTo(shop, 'reset-password', admin.user.email)
    const password = 'another long password'
    await shop.visitor().call('POST /api/auth/reset-password', { token, password })
    expect(await beginSignIn(shop, Object.assign(admin, { password }))).toMatch(/^[\w-]{43}$/)
  })

  test('allows no more wrong codes after a password reset', async () => {
    const { admin, secret } = await aCarefulAdmin(shop)
    turnClock(8 * 24 * 60 * MINUTE)
    for (let tried = 0; tried < 5; tried++)
      await expect(finishSignIn(shop, await beginSignIn(shop, admin), 'ABCDEF')).rejects.toMatchObject({
        status: 401,
      })
    await shop.visitor().call('POST /api/auth/forgot-password', { email: admin.user.email })
    const token = await fixtures.linkTo(shop, 'reset-password', admin.user.email)
    const password = 'another long password'
    await shop.visitor().call('POST /api/auth/reset-password', { token, password })
    const step = await beginSignIn(shop, Object.assign(admin, { password }))
    await expect(finishSignIn(shop, step, codeOf(secret))).rejects.toMatchObject({ status: 429 })
  })

  test('is not bypassed by Google', async () => {
    const { secret } = await aCarefulAdmin(shop, { email: mara.email })
    turnClock(MINUTE)
    const visitor = shop.visitor()
    const outcome = await signInAtGoogle(visitor, { person: mara.id })
    const body = (outcome as { signIn: object }).signIn
    const response = await visitor.send({ method: 'POST', url: '/api/google-auth', body })
    expect([response.status, response.json()]).toEqual([
      401,
      {
        error: 'Enter the code from your authenticator app.',
        step: expect.stringMatching(/^[\w-]{43}$/),
      },
    ])
    const { step } = response.json() as { step: string }
    expect((await finishSignIn(shop, step, codeOf(secret))).token).toBeTruthy()
  })

  test('requires no code after a passkey, which counts as both factors', async () => {
    const { admin } = await aCarefulAdmin(shop)
    const device = createAuthenticator()
    await addPasskey(admin, device)
    expect((await signInWith(shop.visitor(), device)).user.id).toBe(admin.user.id)
  })
})
