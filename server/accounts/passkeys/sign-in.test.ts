import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  aHolder,
  createAuthenticator,
  type Faults,
  signInWith,
} from '../../../tests/support/authenticator.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { turnClock } from '../../platform/clock.ts'

const MINUTE = 60_000
const REFUSED = 'This passkey couldn’t be used. Please try again, or sign in another way.'
const ASSERTION = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key' as const,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

describe('signing in with a passkey', () => {
  test('opens a session, records the use, and merges the cart', async () => {
    const { customer, device } = await aHolder(shop)
    const product = await fixtures.aProduct(shop)
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 2 })
    const { token, user } = await signInWith(visitor, device)
    expect(user).toEqual(await customer.call('GET /api/auth/user'))
    expect(visitor.cookies.has('cart')).toBe(false)
    const signedIn = Object.assign(visitor, { token })
    expect(await signedIn.call('GET /api/cart')).toMatchObject([{ productId: product.id, quantity: 2 }])
    expect(await signedIn.call('GET /api/auth/sessions')).toHaveLength(2)
    const { passkeys } = await customer.call('GET /api/auth/safety')
    expect(passkeys[0]?.lastUsedAt).not.toBeNull()
  })

  test('reveals no user before it is complete, and is not cached', async () => {
    const response = await shop
      .visitor()
      .send({ method: 'POST', url: '/api/auth/passkey-sign-in/begin', body: {} })
    expect(response.json()).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(response.json()).not.toHaveProperty('allowCredentials')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['set-cookie']?.toString()).toMatch(
      /passkey=[\w-]{43}; Max-Age=300; Path=\/api\/auth; HttpOnly; SameSite=Strict/,
    )
  })

  test.each<[string, Faults]>([
    ['another site', { origin: 'http://evil.example' }],
    ['a page of another site', { rpId: 'evil.example' }],
    ['a device that hasn’t verified its user', { isUnverified: true }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['a response to another type of request', { type: 'webauthn.create' }],
    ['a device that names another user', { userHandle: Buffer.from('user-1').toString('base64url') }],
    ['a device that names no user', { userHandle: undefined }],
  ])('is rejected from %s', async (_what, faults) => {
    const { device } = await aHolder(shop)
    await expect(signInWith(shop.visitor(), device, faults)).rejects.toMatchObject({
      status: 401,
      code: 'passkey_refused',
      serverMessage: REFUSED,
    })
    expect((await signInWith(shop.visitor(), device)).token).toBeTruthy()
  })

  test('rejects another device’s signature and an unknown passkey', async () => {
    const { device } = await aHolder(shop)
    const other = await aHolder(shop)
    const visitor = shop.visitor()
    const options = await visitor.call('POST /api/auth/passkey-sign-in/begin')
    const credential = { ...other.device.get(options), id: device.id, rawId: device.id }
    const forged = visitor.call('POST /api/auth/passkey-sign-in', { credential })
    await expect(forged).rejects.toMatchObject({ status: 401 })
    const attacker = createAuthenticator()
    const customer = await fixtures.aCustomer(shop)
    attacker.create(await customer.call('POST /api/auth/passkeys/begin', { password: customer.password }))
    await expect(signInWith(shop.visitor(), attacker)).rejects.toMatchObject({ status: 401 })
  })

  test('accepts one response to a challenge, within five minutes, in the browser that requested it', async () => {
    const { device } = await aHolder(shop)
    const visitor = shop.visitor()
    const options = await visitor.call('POST /api/auth/passkey-sign-in/begin')
    const cookie = visitor.cookies.get('passkey') ?? ''
    const credential = device.get(options)
    await expect(shop.visitor().call('POST /api/auth/passkey-sign-in', { credential })).rejects.toMatchObject(
      {
        status: 401,
      },
    )
    await visitor.call('POST /api/auth/passkey-sign-in', { credential })
    visitor.cookies.set('passkey', cookie)
    await expect(visitor.call('POST /api/auth/passkey-sign-in', { credential })).rejects.toMatchObject({
      status: 401,
    })
    const late = device.get(await visitor.call('POST /api/auth/passkey-sign-in/begin'))
    turnClock(5 * MINUTE + 1)
    await expect(visitor.call('POST /api/auth/passkey-sign-in', { credential: late })).rejects.toMatchObject({
      status: 401,
    })
  })

  test('accepts a response only once, even if it is sent several times concurrently', async () => {
    const { device } = await aHolder(shop)
    const visitor = shop.visitor()
    const credential = device.get(await visitor.call('POST /api/auth/passkey-sign-in/begin'))
    const cookie = `passkey=${visitor.cookies.get('passkey')}`
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const response = await shop.visitor().send({
          method: 'POST',
          url: '/api/auth/passkey-sign-in',
          body: { credential },
          headers: { cookie },
        })
        return response.status
      }),
    )
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401])
  })

  test('rejects a device whose counter does not increase, because it may be a copy', async () => {
    const { device } = await aHolder(shop, { counts: true })
    await signInWith(shop.visitor(), device, { counter: 7 })
    await expect(signInWith(shop.visitor(), device, { counter: 7 })).rejects.toMatchObject({ status: 401 })
    await expect(signInWith(shop.visitor(), device, { counter: 3 })).rejects.toMatchObject({ status: 401 })
    expect((await signInWith(shop.visitor(), device, { counter: 4_294_967_295 })).token).toBeTruthy()
  })

  test('counts wrong responses together with wrong passwords for each IP address', async () => {
    const visitor = shop.visitor()
    const guess = () => visitor.call('POST /api/auth/passkey-sign-in', { credential: ASSERTION })
    for (let tried = 0; tried < 50; tried++) await expect(guess()).rejects.toMatchObject({ status: 401 })
    await expect(guess()).rejects.toMatchObject({ status: 429 })
    const login = visitor.call('POST /api/auth/login', { username: 'nobody', password: 'some password' })
    await expect(login).rejects.toMatchObject({ status: 429 })
  })

  test('is limited to 60 challenges in 15 minutes for proofs of a signed-in user', async () => {
    const customer = await fixtures.aCustomer(shop)
    const begin = () => customer.call('POST /api/auth/passkey-proof/begin')
    for (let begun = 0; begun < 60; begun++) await begin()
    await expect(begin()).rejects.toMatchObject({ status: 429 })
  })

  test('rejects a blocked user', async () => {
    const { customer, device } = await aHolder(shop)
    const admin = await fixtures.anAdmin(shop)
    await admin.call('PATCH /api/admin/users/:id', { id: customer.user.id, isBlocked: true })
    await expect(signInWith(shop.visitor(), device)).rejects.toMatchObject({ status: 403, code: 'blocked' })
  })
})
