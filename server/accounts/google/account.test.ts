import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '#contract/accounts/api.ts'
import { signInAtGoogle } from '../../../sandbox/identity/fixtures.ts'
import { mara } from '../../../sandbox/identity/test-users.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { anotherAdmin, withApp } from '../../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { Visitor } from '../../../tests/support/visitor.ts'
import { turnClock } from '../../platform/clock.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openTestShop()
  return () => shop.close()
})
afterEach(() => turnClock(0))

async function finished(visitor: Visitor): Promise<object> {
  const outcome = await signInAtGoogle(visitor, { person: mara.id })
  return (outcome as { signIn: object }).signIn
}
const send = (visitor: Visitor, body: object) =>
  visitor.send({ method: 'POST', url: '/api/google-auth', body })

async function exchange(visitor: Visitor) {
  return send(visitor, await finished(visitor))
}

async function signIn(visitor = shop.visitor()): Promise<SignedIn> {
  const response = await exchange(visitor)
  expect(response.status).toBe(200)
  return response.json() as SignedIn
}

const login = (username: string, password: string) =>
  shop.visitor().send({ method: 'POST', url: '/api/auth/login', body: { username, password } })

describe('a sign-in with Google', () => {
  test('returns the same user each time, regardless of pending changes in this browser', async () => {
    const { user, token } = await signIn()
    const visitor = Object.assign(shop.visitor(), { token })
    await visitor.call('PATCH /api/auth/profile', { email: 'moved@example.com', fullName: 'Mara L.' })
    const again = await signIn()
    expect(again.user).toMatchObject({ id: user.id, email: user.email, fullName: 'Mara L.' })
    expect(again.token).not.toBe(token)
  })

  test('creates another user after the first changed the email address, which unlinks it', async () => {
    const { user, token } = await signIn()
    const visitor = Object.assign(shop.visitor(), { token })
    const email = 'moved@example.com'
    await visitor.call('PATCH /api/auth/profile', { email })
    turnClock(11 * 60_000)
    await expect(visitor.call('POST /api/auth/email-change/confirm', { email })).rejects.toMatchObject({
      code: 'sign_in_again',
    })
    visitor.token = (await signIn()).token
    await visitor.call('POST /api/auth/email-change/confirm', { email })
    const link = await fixtures.linkTo(shop, 'verify-email', email)
    await visitor.call('POST /api/auth/verify-email', { token: link })
    expect(await visitor.call('GET /api/auth/user')).toMatchObject({ id: user.id, email })
    expect((await signIn()).user.id).not.toBe(user.id)
  })

  test('returns the user who has verified the same email address, and keeps their password and sessions', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop, {
      username: 'lindqvist',
      email: 'MARA@people.example',
    })
    const { user } = await signIn()
    expect(user).toMatchObject({ id: customer.user.id, username: 'lindqvist', emailVerified: true })
    expect(user.fullName).toBe(customer.user.fullName)
    expect((await login('lindqvist', customer.password)).status).toBe(200)
    expect((await customer.send({ url: '/api/auth/user' })).status).toBe(200)
  })

  test('requires the password if the user opened a verification link for an account that someone else registered', async () => {
    // Someone else registered with Mara's email address. She opened the link in the email but didn't sign in.
    const customer = await fixtures.aCustomer(shop, { email: mara.email })
    const token = await fixtures.linkTo(shop, 'verify-email', mara.email)
    await shop.visitor().call('POST /api/auth/verify-email', { token })
    const visitor = shop.visitor()
    const signIn = await finished(visitor)
    const outcome = await send(visitor, signIn)
    expect([outcome.status, outcome.json()]).toEqual([401, expect.objectContaining({ needs: 'password' })])
    const right = await send(visitor, { ...signIn, password: customer.password })
    expect(right.json()).toMatchObject({ user: { id: customer.user.id } })
  })

  test('is rejected if the user with this email address is linked to a different Google account', async () => {
    const { user } = await signIn()
    const { db } = shop.shop
    await db.updateTable('users').set({ google_subject: 'another' }).where('id', '=', user.id).execute()
    const response = await exchange(shop.visitor())
    expect([response.status, response.json()]).toEqual([401, { error: 'Google authentication failed' }])
  })

  test('is rejected for a blocked user, whether linked or found by email address', async () => {
    const blocked = [403, { error: 'This account is blocked. Please contact us.' }]
    const admin = await fixtures.anAdmin(shop)
    const customer = await fixtures.aVerifiedCustomer(shop, { email: mara.email })
    await admin.call('PATCH /api/admin/users/:id', { id: customer.user.id, isBlocked: true })
    const byAddress = await exchange(shop.visitor())
    expect([byAddress.status, byAddress.json()]).toEqual(blocked)
    await admin.call('PATCH /api/admin/users/:id', { id: customer.user.id, isBlocked: false })
    const { token } = await signIn()
    await admin.call('PATCH /api/admin/users/:id', { id: customer.user.id, isBlocked: true })
    const linked = await exchange(shop.visitor())
    expect([linked.status, linked.json()]).toEqual(blocked)
    expect((await Object.assign(shop.visitor(), { token }).send({ url: '/api/auth/user' })).status).toBe(401)
  })

  test('creates a new user with the next free username', async () => {
    await fixtures.aCustomer(shop, { username: 'Mara' })
    await fixtures.aCustomer(shop, { username: 'mara2' })
    expect((await signIn()).user.username).toBe('mara3')
  })

  test('creates one user if several windows finish at the same time', async () => {
    const visitors = [shop.visitor(), shop.visitor(), shop.visitor()]
    const responses = await Promise.all(visitors.map((visitor) => signIn(visitor)))
    expect(new Set(responses.map(({ user }) => user.id)).size).toBe(1)
  })

  test('merges the cart into the user’s cart', async () => {
    const visitor = shop.visitor()
    const { id } = await fixtures.aProduct(shop)
    await visitor.call('POST /api/cart', { productId: id, quantity: 2 })
    const { token } = await signIn(visitor)
    const elsewhere = Object.assign(shop.visitor(), { token })
    expect(await elsewhere.call('GET /api/cart')).toMatchObject([{ productId: id, quantity: 2 }])
  })
})

describe('the link to a Google account', () => {
  test('is listed, and its owner can remove it with the password', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop, { email: mara.email })
    const remove = (password?: string) => customer.call('POST /api/auth/google/remove', { password })
    await expect(remove(customer.password)).rejects.toMatchObject({ status: 404 })
    await signIn()
    const safety = await customer.call('GET /api/auth/safety')
    expect(safety.google).toEqual({ email: mara.email })
    await expect(remove('not this one')).rejects.toMatchObject({ status: 400, code: 'wrong_password' })
    expect((await remove(customer.password)).google).toBeNull()
    const [email] = await fixtures.emailsTo(shop, mara.email)
    expect(email?.subject).toBe('Google sign-in was removed at Plinth')
  })

  test('can’t be removed while it is the only sign-in method', async () => {
    const visitor = Object.assign(shop.visitor(), await signIn())
    await expect(visitor.call('POST /api/auth/google/remove', {})).rejects.toMatchObject({
      status: 409,
      code: 'last_way_in',
    })
    expect((await visitor.call('GET /api/auth/safety')).google).toEqual({ email: mara.email })
  })
})

const unmanaged = () =>
  fetch(`${shop.sandboxUrl}/sandbox/api/faults/identity/unmanaged`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({}),
  })

describe('a sign-in with Google when Google doesn’t host the mailbox', () => {
  const needsPassword = [
    401,
    {
      error: 'You already have an account with this email address. Enter its password to link it to Google.',
      needs: 'password',
    },
  ]

  test('links an account with this email address only if its password is entered, even for an admin', async () => {
    const admin = await anotherAdmin(shop, { email: mara.email })
    await unmanaged()
    const visitor = shop.visitor()
    const signIn = await finished(visitor)
    const outcome = await send(visitor, signIn)
    expect([outcome.status, outcome.json()]).toEqual(needsPassword)
    const wrong = await send(visitor, { ...signIn, password: 'not this one' })
    expect([wrong.status, wrong.json()]).toEqual([400, { error: 'The current password is incorrect' }])
    const right = await send(visitor, { ...signIn, password: admin.password })
    expect(right.json()).toMatchObject({ user: { id: admin.user.id, role: 'admin' } })
    expect(right.status).toBe(200)
    // The account is now linked by its Google subject.
    expect((await exchange(shop.visitor())).status).toBe(200)
  })

  test('is not replaced by the password alone', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop, { email: mara.email })
    const visitor = shop.visitor()
    const signIn = { uid: mara.id, email: mara.email, password: customer.password }
    expect((await send(visitor, signIn)).status).toBe(401)
  })

  test('does not link an account without a password, and other users can still sign in', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop, { email: mara.email })
    const { db } = shop.shop
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', customer.user.id).execute()
    await unmanaged()
    const rejected = await exchange(shop.visitor())
    expect([rejected.status, rejected.json()]).toEqual([
      401,
      { error: expect.stringContaining('Forgot your password?') },
    ])
    await db
      .updateTable('users')
      .set({ email: 'gone@example.com' })
      .where('id', '=', customer.user.id)
      .execute()
    expect((await exchange(shop.visitor())).status).toBe(200)
  })
})

describe('someone who registered with Mara’s email address and never verified it', () => {
  test('loses access: the account now belongs to Mara', async () => {
    const attacker = await fixtures.aCustomer(shop, { email: 'Mara@people.example', fullName: 'Not Mara' })
    const verifyLink = await fixtures.linkTo(shop, 'verify-email', attacker.user.email)
    await fixtures.requestAddress(attacker, 'stranger@example.com')
    const changeLink = await fixtures.linkTo(shop, 'verify-email', 'stranger@example.com')

    const { token, user } = await signIn()
    expect(user).toMatchObject({
      email: 'Mara@people.example',
      emailVerified: true,
      pendingEmail: null,
      fullName: 'Mara Lindqvist',
    })

    expect((await attacker.send({ url: '/api/auth/user' })).status).toBe(401)
    expect((await login(attacker.user.username, attacker.password)).status).toBe(401)
    for (const link of [verifyLink, changeLink]) {
      const response = await attacker.send({
        method: 'POST',
        url: '/api/auth/verify-email',
        body: { token: link },
      })
      expect(response.status).not.toBe(200)
    }
    const owner = Object.assign(shop.visitor(), { token })
    expect(await owner.call('GET /api/auth/user')).toMatchObject({ email: 'Mara@people.example' })
    expect((await signIn()).user.id).toBe(user.id)
  })
})

test('an authenticator app that someone set up a moment ago with Mara’s unverified email address ends with its sign-ins', async () => {
  const { db } = shop.shop
  const { admin } = await withApp(await anotherAdmin(shop, { email: mara.email }))
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', admin.user.id).execute()
  const { user } = await signIn()
  expect(user).toMatchObject({ id: admin.user.id, emailVerified: true })
})

describe('an account whose email address was never verified, if Google doesn’t host the mailbox', () => {
  const MAILED = 'We emailed a link to the address'
  /** A sign-in with Google that isn't proof of the mailbox. */
  async function unproven(visitor: Visitor, link?: string) {
    await unmanaged()
    return send(visitor, { ...(await finished(visitor)), link })
  }

  test('stays as it is after a sign-in by someone who can’t open the emailed link', async () => {
    const owner = await fixtures.aCustomer(shop, { email: mara.email })
    const { id: productId } = await fixtures.aProduct(shop)
    await owner.call('POST /api/favorites', { productId })
    const verifyLink = await fixtures.linkTo(shop, 'verify-email', mara.email)
    const stranger = shop.visitor()
    const rejected = await unproven(stranger)
    expect([rejected.status, rejected.json()]).toEqual([401, { error: expect.stringContaining(MAILED) }])
    const [email] = await fixtures.emailsTo(shop, mara.email)
    expect(email?.subject).toBe('Finish signing in with Google at Plinth')

    const other = await fixtures.aCustomer(shop, { email: 'other@example.com' })
    const otherLink = await fixtures.linkTo(shop, 'verify-email', other.user.email)
    for (const link of ['guessed', verifyLink, otherLink]) {
      const response = await unproven(stranger, link)
      expect([response.status, response.json()]).toEqual([
        400,
        { error: 'This link is no longer valid. Please request a new one.' },
      ])
    }
    const again = await unproven(stranger)
    expect(again.status).toBe(401)
    expect((await login(owner.user.username, owner.password)).status).toBe(200)
    expect(await owner.call('GET /api/auth/user')).toMatchObject({ emailVerified: false })
    expect(await owner.call('GET /api/favorites')).toMatchObject([{ product: { id: productId } }])
    expect((await owner.call('GET /api/auth/safety')).google).toBeNull()
  })

  test('belongs to the person who opens the link and signs in with Google again, with all it contains', async () => {
    const holder = await fixtures.aCustomer(shop, { email: mara.email })
    const { id: productId } = await fixtures.aProduct(shop)
    await holder.call('POST /api/favorites', { productId })
    await unproven(shop.visitor())
    const link = await fixtures.linkTo(shop, 'verify-email', mara.email)
    // The inbox may be on another device.
    const owner = shop.visitor()
    expect(await owner.call('POST /api/auth/read-link', { token: link })).toEqual({
      purpose: 'google',
      username: holder.user.username,
      email: mara.email,
    })
    await expect(owner.call('POST /api/auth/verify-email', { token: link })).rejects.toMatchObject({
      status: 400,
    })
    const response = await unproven(owner, link)
    expect(response.json()).toMatchObject({ user: { id: holder.user.id, emailVerified: true } })
    owner.token = (response.json() as SignedIn).token
    expect(await owner.call('GET /api/favorites')).toMatchObject([{ product: { id: productId } }])
    expect((await owner.call('GET /api/auth/safety')).google).toEqual({ email: mara.email })

    // The person who registered the account may not own the mailbox.
    expect((await holder.send({ url: '/api/auth/user' })).status).toBe(401)
    expect((await login(holder.user.username, holder.password)).status).toBe(401)
    expect((await unproven(shop.visitor(), link)).status).toBe(400)
    expect((await unproven(shop.visitor())).json()).toMatchObject({ user: { id: holder.user.id } })
  })

  test('rejects the link together with another Google account', async () => {
    const holder = await fixtures.aCustomer(shop, { email: 'kim@example.com' })
    await fixtures.aCustomer(shop, { email: mara.email })
    await unproven(shop.visitor())
    const link = await fixtures.linkTo(shop, 'verify-email', mara.email)
    const { db } = shop.shop
    await db.updateTable('email_links').set({ user_id: holder.user.id, email: 'kim@example.com' }).execute()
    const response = await unproven(shop.visitor(), link)
    expect([response.status, response.json()]).toEqual([
      400,
      { error: 'This link is for kim@example.com. Please choose that account at Google.' },
    ])
  })
})
