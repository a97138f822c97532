import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInAtGoogle } from '../../../sandbox/identity/fixtures.ts'
import { mara } from '../../../sandbox/identity/test-users.ts'
import {
  addPasskey,
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
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

/** Adds a user who has only ever signed in with Google. */
async function aGoogleUser() {
  const visitor = shop.visitor()
  const outcome = await signInAtGoogle(visitor, { person: mara.id })
  const signedIn = await visitor.call('POST /api/google-auth', (outcome as { signIn: object }).signIn)
  return Object.assign(visitor, signedIn, { password: '' })
}

const subjectsTo = async (email: string) =>
  (await fixtures.emailsTo(shop, email)).map(({ subject }) => subject)

describe('adding a passkey', () => {
  test('stores it with its name and notifies the owner by email', async () => {
    const { customer, id } = await aHolder(shop)
    expect(await customer.call('GET /api/auth/safety')).toEqual({
      hasPassword: true,
      passkeys: [{ id, name: 'Key ring', createdAt: expect.any(String), lastUsedAt: null }],
      google: null,
      secondFactor: null,
    })
    const [email] = await fixtures.emailsTo(shop, customer.user.email)
    expect(email?.subject).toBe('A passkey was added at Plinth')
    expect(email?.text).toContain('The passkey “Key ring” can now be used to sign in to your account')
  })

  test('requests a passkey with user verification, for this site only', async () => {
    const customer = await fixtures.aCustomer(shop, { fullName: 'Ada Lovelace' })
    const device = createAuthenticator()
    await addPasskey(customer, device)
    const options = await customer.call('POST /api/auth/passkeys/begin', { password: customer.password })
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Plinth' },
      user: { name: customer.user.username, displayName: 'Ada Lovelace' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    })
    expect(JSON.stringify(options)).not.toContain(customer.user.email)
  })

  test('names it after the browser by default', async () => {
    const customer = await fixtures.aCustomer(shop)
    const options = await customer.call('POST /api/auth/passkeys/begin', { password: customer.password })
    const response = await customer.send({
      method: 'POST',
      url: '/api/auth/passkeys',
      body: { credential: createAuthenticator().create(options) },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
    })
    expect(response.status).toBe(201)
    expect(response.json()).toMatchObject({ passkeys: [{ name: 'Firefox on Linux' }] })
  })

  test('requires the password, so a stolen session is not enough', async () => {
    const customer = await fixtures.aCustomer(shop)
    for (const password of ['not this one', undefined]) {
      await expect(customer.call('POST /api/auth/passkeys/begin', { password })).rejects.toMatchObject({
        status: 400,
        code: 'wrong_password',
      })
    }
  })

  test('requires a recent sign-in if there is no password', async () => {
    const customer = await aGoogleUser()
    await addPasskey(customer, createAuthenticator())
    turnClock(11 * MINUTE)
    await expect(customer.call('POST /api/auth/passkeys/begin', {})).rejects.toMatchObject({
      status: 403,
      code: 'sign_in_again',
    })
  })

  test.each<[string, Faults]>([
    ['another site', { origin: 'http://evil.example' }],
    ['a page of another site', { rpId: 'evil.example' }],
    ['a device that hasn’t verified its user', { isUnverified: true }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['a response to another type of request', { type: 'webauthn.get' }],
  ])('is rejected from %s', async (_what, faults) => {
    const customer = await fixtures.aCustomer(shop)
    await expect(addPasskey(customer, createAuthenticator(), faults)).rejects.toMatchObject({
      status: 400,
      code: 'passkey_refused',
      serverMessage: REFUSED,
    })
    expect((await customer.call('GET /api/auth/safety')).passkeys).toEqual([])
  })

  test('rejects an attestation certificate without reading it, so the shop fetches no URLs from it', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const customer = await fixtures.aCustomer(shop)
    const certificate = Buffer.from('any certificate')
    await expect(addPasskey(customer, createAuthenticator(), { certificate })).rejects.toMatchObject({
      code: 'passkey_refused',
    })
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  test('accepts one response to a challenge, within five minutes, in the session that requested it', async () => {
    const customer = await fixtures.aCustomer(shop)
    const begin = () => customer.call('POST /api/auth/passkeys/begin', { password: customer.password })
    const add = (who: fixtures.Customer, credential: object) =>
      who.send({ method: 'POST', url: '/api/auth/passkeys', body: { credential } })

    const options = await begin()
    const cookie = customer.cookies.get('passkey') ?? ''
    const other = await fixtures.aCustomer(shop)
    other.cookies.set('passkey', cookie)
    expect((await add(other, createAuthenticator().create(options))).status).toBe(400)
    expect((await add(customer, createAuthenticator().create(options))).status).toBe(201)
    customer.cookies.set('passkey', cookie)
    expect((await add(customer, createAuthenticator().create(options))).status).toBe(400)

    const late = await begin()
    turnClock(5 * MINUTE + 1)
    expect((await add(customer, createAuthenticator().create(late))).status).toBe(400)
  })

  test('invalidates the challenge after a wrong response, and rejects another user’s passkey', async () => {
    const { device } = await aHolder(shop)
    const customer = await fixtures.aCustomer(shop)
    const options = await customer.call('POST /api/auth/passkeys/begin', { password: customer.password })
    const cookie = customer.cookies.get('passkey') ?? ''
    const credential = createAuthenticator().create(options, { isUnverified: true })
    await expect(customer.call('POST /api/auth/passkeys', { credential })).rejects.toMatchObject({
      status: 400,
    })
    customer.cookies.set('passkey', cookie)
    const good = createAuthenticator().create(options)
    await expect(customer.call('POST /api/auth/passkeys', { credential: good })).rejects.toMatchObject({
      status: 400,
    })
    await expect(addPasskey(customer, device)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  })
})

describe('the passkeys of an account', () => {
  test('can be renamed, and removed with the password, which an email confirms', async () => {
    const { customer, device, id } = await aHolder(shop)
    const renamed = await customer.call('PATCH /api/auth/passkeys/:id', { id, name: ' Phone ' })
    expect(renamed.passkeys).toMatchObject([{ name: 'Phone' }])
    const remove = (password: string) => customer.call('POST /api/auth/passkeys/:id/remove', { id, password })
    await expect(remove('not this one')).rejects.toMatchObject({ status: 400 })
    expect((await remove(customer.password)).passkeys).toEqual([])
    await expect(remove(customer.password)).rejects.toMatchObject({ status: 404 })
    await expect(signInWith(shop.visitor(), device)).rejects.toMatchObject({ status: 401 })
    expect(await subjectsTo(customer.user.email)).toContain('A passkey was removed at Plinth')
  })

  test('cannot be changed by other users', async () => {
    const { id } = await aHolder(shop)
    const other = await fixtures.aCustomer(shop)
    const { password } = other
    await expect(other.call('PATCH /api/auth/passkeys/:id', { id, name: 'Mine' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(other.call('POST /api/auth/passkeys/:id/remove', { id, password })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('include at least one sign-in method, even if several are removed at the same time', async () => {
    const { customer, device } = await aHolder(shop)
    const second = createAuthenticator()
    const { passkeys } = await addPasskey(customer, second)
    const { db } = shop.shop
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', customer.user.id).execute()
    const outcomes = await Promise.allSettled(
      passkeys.map(({ id }) => customer.call('POST /api/auth/passkeys/:id/remove', { id })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rejection = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(rejection.reason).toMatchObject({ status: 409, code: 'last_way_in' })
    const signIns = await Promise.allSettled([device, second].map((one) => signInWith(shop.visitor(), one)))
    expect(signIns.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are removed by a password reset, which locks out an intruder', async () => {
    const { customer, device } = await aHolder(shop)
    const { email } = customer.user
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const token = await fixtures.linkTo(shop, 'reset-password', email)
    await shop.visitor().call('POST /api/auth/reset-password', { token, password: 'another password' })
    await expect(signInWith(shop.visitor(), device)).rejects.toMatchObject({ status: 401 })
    expect(await subjectsTo(email)).toContain('Your passkeys were removed at Plinth')
  })

  test('are removed together with the Google link by a password reset', async () => {
    const { customer } = await aHolder(shop)
    const { id, email } = customer.user
    const link = { google_subject: 'of-a-stranger', google_email: 'stranger@people.example' }
    await shop.shop.db.updateTable('users').set(link).where('id', '=', id).execute()
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const token = await fixtures.linkTo(shop, 'reset-password', email)
    await shop.visitor().call('POST /api/auth/reset-password', { token, password: 'another password' })
    const owner = await fixtures.signedIn(shop, customer.user.username, 'another password')
    expect(await owner.call('GET /api/auth/safety')).toMatchObject({ google: null, passkeys: [] })
    expect(await subjectsTo(email)).toContain('Your passkeys and Google sign-in were removed at Plinth')
  })

  test('are kept when the password is changed', async () => {
    const { customer, device } = await aHolder(shop)
    await customer.call('POST /api/auth/password', {
      currentPassword: customer.password,
      newPassword: 'another password',
    })
    expect((await signInWith(shop.visitor(), device)).token).toBeTruthy()
  })

  test('are limited to 20', async () => {
    const customer = await fixtures.aCustomer(shop)
    for (let made = 0; made < 20; made++) await addPasskey(customer, createAuthenticator())
    await expect(addPasskey(customer, createAuthenticator())).rejects.toMatchObject({ status: 409 })
  })

  test('are in the user’s data export', async () => {
    const { customer } = await aHolder(shop)
    expect((await customer.call('GET /api/auth/my-data')).passkeys).toMatchObject([{ name: 'Key ring' }])
  })
})
