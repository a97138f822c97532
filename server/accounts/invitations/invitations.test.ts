import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { anotherAdmin, withApp } from '../../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { Visitor } from '../../../tests/support/visitor.ts'
import { turnClock } from '../../platform/clock.ts'

const DAY = 86_400_000
const PASSWORD = 'a password for the staff'
let shop: TestShop
let owner: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
})
// The owner's limit of invitations is shared by all tests.
let inviter: () => Promise<fixtures.Customer>
beforeAll(async () => {
  owner = await fixtures.anAdmin(shop)
  inviter = () => anotherAdmin(shop)
})
afterEach(() => turnClock(0))

const anAddress = () => `kim-${crypto.randomUUID().slice(0, 8)}@example.com`
const aUsername = () => `kim-${crypto.randomUUID().slice(0, 8)}`
const invite = (email: string, staffRole = 'support', by = owner) =>
  by.call('POST /api/admin/staff-invitations', { email, staffRole: staffRole as 'support' })
const tokenTo = (email: string) => fixtures.linkTo(shop, 'join', email)
const accept = (
  input: { token: string; username?: string; password?: string },
  by: Visitor = shop.visitor(),
) => by.call('POST /api/auth/invitation/accept', input)
const INVALID = { status: 400, code: 'link_invalid' }

describe('an invitation of a person without an account', () => {
  test('creates an account with its role and a verified address, once', async () => {
    const email = anAddress()
    expect(await invite(email, 'manager')).toMatchObject({ email, staffRole: 'manager', isExpired: false })
    const token = await tokenTo(email)
    expect(await shop.visitor().call('POST /api/auth/invitation', { token })).toEqual({
      email,
      staffRole: 'manager',
      account: null,
    })
    const username = aUsername()
    expect(await accept({ token, username, password: PASSWORD })).toEqual({
      message: 'You’re a member of the staff now. Please sign in.',
    })
    const member = await fixtures.signedIn(shop, username, PASSWORD)
    expect(member.user).toMatchObject({ email, emailVerified: true, role: 'admin', staffRole: 'manager' })
    await member.call('GET /api/admin/dashboard', {})
    await expect(accept({ token, username: aUsername(), password: PASSWORD })).rejects.toMatchObject(INVALID)
    const listed = await owner.call('GET /api/admin/staff-invitations')
    expect(listed.map((one) => one.email)).not.toContain(email)
  })

  test('needs a username and a password for admins, and stays open until it has both', async () => {
    const email = anAddress()
    await invite(email)
    const token = await tokenTo(email)
    const username = aUsername()
    await expect(accept({ token })).rejects.toMatchObject({ status: 400 })
    await expect(accept({ token, username, password: 'short one' })).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Password must be at least 12 characters',
    })
    await expect(accept({ token, username: owner.user.username, password: PASSWORD })).rejects.toMatchObject({
      status: 409,
      code: 'username_taken',
    })
    await accept({ token, username, password: PASSWORD })
  })

  test('is used once by two requests at the same time', async () => {
    const email = anAddress()
    await invite(email)
    const token = await tokenTo(email)
    const both = [aUsername(), aUsername()].map((username) => accept({ token, username, password: PASSWORD }))
    const settled = await Promise.allSettled(both)
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('an invitation of a person with an account', () => {
  test('gives the role to the signed-in account, which keeps its password and signs in again', async () => {
    const member = await fixtures.aVerifiedCustomer(shop, { password: PASSWORD })
    const { email, username } = member.user
    await invite(email, 'fulfillment')
    const token = await tokenTo(email)
    expect((await shop.visitor().call('POST /api/auth/invitation', { token })).account).toEqual({
      username,
      emailVerified: true,
    })
    await accept({ token }, member)
    await expect(member.call('GET /api/auth/sessions')).rejects.toMatchObject({ status: 401 })
    const again = await fixtures.signedIn(shop, username, PASSWORD)
    expect(again.user).toMatchObject({ email, staffRole: 'fulfillment' })
  })

  test('gives nothing to a visitor, and nothing to another account', async () => {
    const { user, password } = await fixtures.aVerifiedCustomer(shop)
    await invite(user.email)
    const token = await tokenTo(user.email)
    await expect(accept({ token, username: aUsername(), password: PASSWORD })).rejects.toMatchObject({
      status: 401,
    })
    const other = await fixtures.aVerifiedCustomer(shop)
    await expect(accept({ token }, other)).rejects.toMatchObject({ status: 403 })
    expect((await fixtures.signedIn(shop, user.username, password)).user.role).toBe('customer')
    expect((await other.call('GET /api/auth/user'))?.role).toBe('customer')
  })

  test('leaves nothing to a stranger who registered with the address first', async () => {
    const email = anAddress()
    const stranger = await fixtures.aCustomer(shop, { email, password: PASSWORD })
    await invite(email, 'owner')
    await expect(stranger.call('GET /api/admin/counts')).rejects.toMatchObject({ status: 403 })
    const token = await tokenTo(email)
    // The stranger's session alone proves nothing.
    await expect(accept({ token }, stranger)).rejects.toMatchObject({ status: 400 })
    await accept({ token, password: 'chosen by the invited person' }, stranger)
    await expect(stranger.call('GET /api/auth/sessions')).rejects.toMatchObject({ status: 401 })
    await expect(fixtures.signedIn(shop, stranger.user.username, PASSWORD)).rejects.toMatchObject({
      status: 401,
    })
    const member = await fixtures.signedIn(shop, stranger.user.username, 'chosen by the invited person')
    expect(member.user).toMatchObject({ email, emailVerified: true, staffRole: 'owner' })
  })

  test('is rejected for staff, and for blocked accounts', async () => {
    const manager = await anotherAdmin(shop, { staffRole: 'manager' })
    await expect(invite(manager.user.email)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This email address belongs to a member of the staff already.',
    })
    const customer = await fixtures.aVerifiedCustomer(shop)
    await invite(customer.user.email)
    const token = await tokenTo(customer.user.email)
    await owner.call('PATCH /api/admin/users/:id', { id: customer.user.id, isBlocked: true })
    await expect(accept({ token }, customer)).rejects.toMatchObject({ status: 401 })
    await expect(shop.visitor().call('POST /api/auth/invitation', { token })).rejects.toMatchObject(INVALID)
    await expect(accept({ token })).rejects.toMatchObject(INVALID)
  })
})

describe('open invitations', () => {
  test('expire after a week, and work again with a new link', async () => {
    const email = anAddress()
    const { id } = await invite(email)
    const token = await tokenTo(email)
    turnClock(7 * DAY + 1000)
    const by = await fixtures.signedIn(shop, owner.user.username, owner.password)
    const listed = await by.call('GET /api/admin/staff-invitations')
    expect(listed.find((one) => one.id === id)).toMatchObject({ isExpired: true, invitedBy: 'admin' })
    const joining = { username: aUsername(), password: PASSWORD }
    await expect(accept(Object.assign({ token }, joining))).rejects.toMatchObject(INVALID)
    expect(await by.call('POST /api/admin/staff-invitations/:id/resend', { id })).toMatchObject({
      isExpired: false,
    })
    await accept(Object.assign({ token: await tokenTo(email) }, joining))
  })

  test('have one link, the last that was sent', async () => {
    const email = anAddress()
    const { id } = await invite(email)
    const first = await tokenTo(email)
    await expect(invite(email.toUpperCase())).rejects.toMatchObject({ status: 409 })
    await owner.call('POST /api/admin/staff-invitations/:id/resend', { id })
    await expect(shop.visitor().call('POST /api/auth/invitation', { token: first })).rejects.toMatchObject(
      INVALID,
    )
    const second = await tokenTo(email)
    expect((await shop.visitor().call('POST /api/auth/invitation', { token: second })).email).toBe(email)
  })

  test('end when they are revoked, and when their sender is no longer an owner', async () => {
    const [revoked, orphaned] = [anAddress(), anAddress()]
    const { id } = await invite(revoked)
    const former = await inviter()
    await invite(orphaned, 'owner', former)
    const tokens = [await tokenTo(revoked), await tokenTo(orphaned)]
    await owner.call('DELETE /api/admin/staff-invitations/:id', { id })
    await owner.call('PATCH /api/admin/users/:id', { id: former.user.id, staffRole: 'manager' })
    for (const token of tokens)
      await expect(shop.visitor().call('POST /api/auth/invitation', { token })).rejects.toMatchObject(INVALID)
    await expect(owner.call('POST /api/admin/staff-invitations/:id/resend', { id })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('are limited for each address', async () => {
    const email = anAddress()
    const { id } = await invite(email)
    const resend = () => owner.call('POST /api/admin/staff-invitations/:id/resend', { id })
    for (let n = 0; n < 4; n += 1) await resend()
    await expect(resend()).rejects.toMatchObject({ status: 429 })
  })

  test('are recorded in the audit log without their tokens and email addresses', async () => {
    const email = anAddress()
    const { id } = await invite(email)
    await owner.call('POST /api/admin/staff-invitations/:id/resend', { id })
    const username = aUsername()
    const token = await tokenTo(email)
    await accept({ token, username, password: PASSWORD })
    const entries = await owner.call('GET /api/admin/audit', { kind: 'invitation', subjectId: String(id) })
    expect(entries.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      'admin invitation.resent',
      'admin invitation.sent',
    ])
    expect(entries.at(-1)).toMatchObject({ after: { staffRole: 'support' }, subjectName: null })
    const { id: open } = await invite(anAddress())
    await owner.call('DELETE /api/admin/staff-invitations/:id', { id: open })
    const others = await owner.call('GET /api/admin/audit', { kind: 'invitation', subjectId: String(open) })
    expect(others.at(0)).toMatchObject({ action: 'invitation.revoked', before: { staffRole: 'support' } })
    expect(JSON.stringify([entries, others])).not.toContain('@')
    const [joined] = await owner.call('GET /api/admin/audit', { kind: 'user', actor: username })
    expect(joined).toMatchObject({ action: 'user.joined', subjectName: username })
    expect(JSON.stringify([entries, joined])).not.toContain(token)
  })
})

test('a code of the authenticator app is required again after a former admin joins by invitation', async () => {
  const { admin } = await withApp(await anotherAdmin(shop, { staffRole: 'support' }))
  await owner.call('PATCH /api/admin/users/:id', { id: admin.user.id, role: 'customer' })
  await invite(admin.user.email)
  const token = await tokenTo(admin.user.email)
  await expect(accept({ token, password: PASSWORD })).rejects.toMatchObject({ status: 401 })
  await expect(fixtures.signedIn(shop, admin.user.username, admin.password)).rejects.toMatchObject({
    code: 'code_needed',
  })
})
