import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/http.ts'
import { addPasskey, createAuthenticator } from '../../../tests/support/authenticator.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { anotherAdmin, codeOf, withApp } from '../../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { turnClock } from '../../platform/clock.ts'

const NEEDED = { status: 403, code: 'second_factor_needed' }
const SETTING_UP = ['POST /api/auth/second-factor', 'POST /api/auth/second-factor/confirm']

let shop: TestShop
let owner: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  owner = (await withApp(await anotherAdmin(shop))).admin
})
beforeEach(() => setRequired(true))
afterEach(async () => {
  turnClock(0)
  shop.shop.config.demo = true
  await setRequired(false)
})

const setRequired = (staffNeedSecondFactor: boolean, by = owner) =>
  by.call('PATCH /api/admin/settings', { staffNeedSecondFactor })
const counts = (by: fixtures.Customer) => by.call('GET /api/admin/counts')

/** Creates a member of the staff. The first admin has no app, so it can promote only while none is required. */
async function aMember(staffRole: 'owner' | 'support' = 'owner') {
  await setRequired(false)
  const member = await anotherAdmin(shop, { staffRole })
  await setRequired(true)
  return member
}

describe('while the shop requires a second factor of its staff, a member without one', () => {
  test('can only set one up, and use the admin from then on', async () => {
    const member = await aMember()
    await expect(counts(member)).rejects.toMatchObject({
      ...NEEDED,
      serverMessage:
        'This shop requires a second factor. Set up an authenticator app or a passkey to use the admin.',
    })
    expect(await member.call('GET /api/auth/user')).toMatchObject({ needsSecondFactor: true })
    await withApp(member)
    await counts(member)
    expect(await member.call('GET /api/auth/user')).not.toHaveProperty('needsSecondFactor')
  })

  test('sees so at the sign-in, and can sign out', async () => {
    const { user, password } = await aMember('support')
    const again = await fixtures.signedIn(shop, user.username, password)
    expect(again.user).toMatchObject({ needsSecondFactor: true })
    await again.call('GET /api/auth/sessions')
    await again.call('POST /api/auth/logout')
    await expect(counts(again)).rejects.toMatchObject({ status: 401 })
  })

  test('is rejected by every endpoint of the admin, except to set one up', async () => {
    const member = await aMember()
    const admins = endpoints.filter(({ access }: Endpoint) => access === 'admin')
    const open: string[] = []
    for (const { method, path } of admins) {
      const { status, json } = await member.send({ method, url: path.replaceAll(/:\w+/g, '1'), body: {} })
      const { code } = json() as { code?: string }
      if (status !== 403 || code !== NEEDED.code) open.push(`${method} ${path}`)
    }
    expect(admins.length).toBeGreaterThan(100)
    expect(open).toEqual(SETTING_UP)
  })

  test('moderates no reviews', async () => {
    const member = await aMember()
    const customer = await fixtures.aCustomer(shop)
    const { id: productId } = await fixtures.aProduct(shop)
    const words = { productId, title: 'Fine', comment: 'It stands where it is put.' }
    const { id } = await customer.call('POST /api/reviews', words)
    await expect(member.call('DELETE /api/reviews/:id', { id })).rejects.toMatchObject({ status: 403 })
    await owner.call('DELETE /api/reviews/:id', { id })
  })
})

test('customers need no second factor', async () => {
  const { user, password } = await fixtures.aCustomer(shop)
  const customer = await fixtures.signedIn(shop, user.username, password)
  expect(customer.user).not.toHaveProperty('needsSecondFactor')
  await customer.call('GET /api/orders')
})

describe('a passkey is the second factor', () => {
  test('of the sessions that have used it, since a password alone still signs in', async () => {
    const member = await aMember()
    const { user, password } = member
    const device = createAuthenticator()
    await addPasskey(member, device)
    await counts(member)
    const byPassword = await fixtures.signedIn(shop, user.username, password)
    expect(byPassword.user).toMatchObject({ needsSecondFactor: true })
    await expect(counts(byPassword)).rejects.toMatchObject(NEEDED)
    const options = await byPassword.call('POST /api/auth/passkey-proof/begin')
    await byPassword.call('POST /api/auth/proof', { credential: device.get(options) })
    await counts(byPassword)
    const visitor = shop.visitor()
    const credential = device.get(await visitor.call('POST /api/auth/passkey-sign-in/begin'))
    const { token, user: seen } = await visitor.call('POST /api/auth/passkey-sign-in', { credential })
    expect(seen).not.toHaveProperty('needsSecondFactor')
    await counts(Object.assign(visitor, { token, user: seen, password }))
  })

  test('which a password alone can’t replace', async () => {
    const member = await aMember()
    const { user, password } = member
    const device = createAuthenticator()
    const { passkeys } = await addPasskey(member, device)
    const [{ id } = { id: 0 }] = passkeys
    const thief = await fixtures.signedIn(shop, user.username, password)
    const newPassword = 'chosen by the thief'
    await expect(addPasskey(thief, createAuthenticator())).rejects.toMatchObject(NEEDED)
    await expect(withApp(thief)).rejects.toMatchObject(NEEDED)
    await expect(thief.call('POST /api/auth/passkeys/:id/remove', { id, password })).rejects.toMatchObject(
      NEEDED,
    )
    await expect(
      thief.call('POST /api/auth/password', { currentPassword: password, newPassword }),
    ).rejects.toMatchObject(NEEDED)
    await expect(thief.call('PATCH /api/auth/profile', { email: 'thief@example.com' })).rejects.toMatchObject(
      NEEDED,
    )
    await expect(counts(thief)).rejects.toMatchObject(NEEDED)
    const options = await thief.call('POST /api/auth/passkey-proof/begin')
    await thief.call('POST /api/auth/proof', { credential: device.get(options) })
    await withApp(thief)
    await counts(thief)
  })

  test('until it is removed', async () => {
    const member = await aMember()
    const { passkeys } = await addPasskey(member, createAuthenticator())
    await counts(member)
    const [{ id } = { id: 0 }] = passkeys
    await member.call('POST /api/auth/passkeys/:id/remove', { id, password: member.password })
    await expect(counts(member)).rejects.toMatchObject(NEEDED)
  })
})

describe('the setting', () => {
  test('is off in a fresh shop, and can be turned on only by an owner who has a second factor', async () => {
    await setRequired(false)
    const other = await anotherAdmin(shop)
    await expect(setRequired(true, other)).rejects.toMatchObject({
      status: 409,
      errors: [
        {
          path: 'staffNeedSecondFactor',
          message: 'Set up your own authenticator app or passkey first.',
        },
      ],
    })
    const { secret } = await withApp(other)
    await setRequired(true, other)
    turnClock(60_000)
    const { password } = other
    await other.call('POST /api/auth/second-factor/off', { password, code: codeOf(secret) })
    await expect(counts(other)).rejects.toMatchObject(NEEDED)
  })

  test('is recorded, and its undo follows the same rule', async () => {
    await setRequired(false)
    const [entry] = await owner.call('GET /api/admin/audit', { kind: 'settings' })
    expect(entry).toMatchObject({
      action: 'settings.changed',
      before: { staffNeedSecondFactor: true },
      after: { staffNeedSecondFactor: false },
    })
    const undo = (by: fixtures.Customer) => by.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    await expect(undo(await anotherAdmin(shop))).rejects.toMatchObject({ status: 409 })
    await undo(owner)
    expect(await owner.call('GET /api/admin/settings')).toMatchObject({ staffNeedSecondFactor: true })
  })

  test('is changed, in either direction, only after a proof of identity', async () => {
    shop.shop.config.demo = false
    const proof = { status: 403, code: 'proof_needed' }
    await expect(setRequired(false)).rejects.toMatchObject(proof)
    await owner.call('POST /api/auth/proof', { password: owner.password })
    await setRequired(false)
    await shop.shop.db.updateTable('sessions').set({ proven_at: null }).execute()
    await expect(setRequired(true)).rejects.toMatchObject(proof)
  })

  test('is for owners only', async () => {
    await setRequired(false)
    const manager = await anotherAdmin(shop, { staffRole: 'manager' })
    await expect(setRequired(true, manager)).rejects.toMatchObject({
      status: 403,
      serverMessage: 'Only owners can change second factor of staff.',
    })
  })
})
