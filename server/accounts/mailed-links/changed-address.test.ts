import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aHolder, signInWith } from '../../../tests/support/authenticator.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { aCarefulAdmin, anotherAdmin, beginSignIn, withApp } from '../../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { turnClock } from '../../platform/clock.ts'

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

describe('a new email address requested by PATCH', () => {
  const patch = (customer: fixtures.Customer, email: string, fullName?: string) =>
    customer.call('PATCH /api/auth/profile', { email, fullName })
  const confirm = (customer: fixtures.Customer, email: string, proof: object) =>
    customer.call('POST /api/auth/email-change/confirm', { email, ...proof })

  test('stays pending: the name is saved, the account keeps its email address, and no email goes to the new one', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const before = customer.user.email
    const email = `unproved-${before}`
    expect(await patch(customer, email, 'Ada L.')).toMatchObject({
      email: before,
      pendingEmail: email,
      pendingEmailConfirmed: false,
      fullName: 'Ada L.',
    })
    await expect(customer.call('POST /api/auth/resend-verification')).rejects.toMatchObject({ status: 409 })
    expect(await fixtures.emailsTo(shop, email)).toEqual([])
    await forget(email)
    expect(await fixtures.emailsTo(shop, email)).toEqual([])
  })

  test('is announced by email to the current email address', async () => {
    const customer = await fixtures.aCustomer(shop)
    await patch(customer, `told-${customer.user.email}`)
    const [email] = await fixtures.emailsTo(shop, customer.user.email)
    expect(email?.subject).toBe('Email address change requested for your Plinth account')
    expect(email?.text).toContain('/auth/undo-email-change#token=')
  })

  test('requires the password if the account has one', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const email = `proved-${customer.user.email}`
    await patch(customer, email)
    for (const proof of [{}, { password: 'not this one' }]) {
      await expect(confirm(customer, email, proof)).rejects.toMatchObject({
        status: 400,
        code: 'wrong_password',
      })
    }
    expect(await fixtures.emailsTo(shop, email)).toEqual([])
    expect(await confirm(customer, email, { password: customer.password })).toMatchObject({
      email: customer.user.email,
      pendingEmail: email,
      pendingEmailConfirmed: true,
    })
    expect(await fixtures.emailsTo(shop, email)).toHaveLength(1)
  })

  test('is accepted with a passkey as proof, but not with one of another account', async () => {
    const { customer, device } = await aHolder(shop)
    const email = `by-passkey-${customer.user.email}`
    await patch(customer, email)
    const { device: foreign } = await aHolder(shop)
    for (const one of [foreign, device]) {
      const options = await customer.call('POST /api/auth/passkey-proof/begin')
      const credential = one.get(options)
      const confirmed = confirm(customer, email, { credential })
      if (one === foreign) await expect(confirmed).rejects.toMatchObject({ code: 'passkey_refused' })
      else expect(await confirmed).toMatchObject({ pendingEmailConfirmed: true })
      await expect(confirm(customer, email, { credential })).rejects.toMatchObject({
        code: 'passkey_refused',
      })
    }
  })

  test('is accepted with an authenticator code as proof', async () => {
    const { admin, recoveryCodes } = await aCarefulAdmin(shop)
    const email = `by-code-${admin.user.email}`
    await patch(admin, email)
    await expect(confirm(admin, email, { code: '000000' })).rejects.toMatchObject({ code: 'wrong_code' })
    expect(await confirm(admin, email, { code: recoveryCodes[0] })).toMatchObject({
      pendingEmailConfirmed: true,
    })
    const customer = await fixtures.aCustomer(shop)
    await patch(customer, 'no-app@example.com')
    await expect(confirm(customer, 'no-app@example.com', { code: '123456' })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('can be confirmed only as long as it is the pending one', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { password } = customer
    await patch(customer, 'seen-by-the-owner@example.com')
    await patch(customer, 'slipped-in@example.com')
    const seen = confirm(customer, 'seen-by-the-owner@example.com', { password })
    await expect(seen).rejects.toMatchObject({ status: 409 })
    expect(await fixtures.emailsTo(shop, 'slipped-in@example.com')).toEqual([])
    await confirm(customer, 'slipped-in@example.com', { password })
    expect(await patch(customer, 'third@example.com')).toMatchObject({ pendingEmailConfirmed: false })
  })
})

describe('the link that confirms a new email address', () => {
  const change = fixtures.requestAddress
  /** Opens the link in the customer's session. */
  const follow = (customer: fixtures.Customer, token: string) =>
    customer.call('POST /api/auth/verify-email', { token })

  test('changes the account’s email address and notifies the old one', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const before = customer.user.email
    const email = `new-${before}`
    expect(await change(customer, email)).toMatchObject({ email: before, pendingEmail: email })
    const token = await fixtures.linkTo(shop, 'verify-email', email)
    const { username } = customer.user
    const link = await shop.visitor().call('POST /api/auth/read-link', { token })
    expect(link).toEqual({ purpose: 'change', username, email })
    expect(await follow(customer, token)).toEqual({ message: 'Your account now uses this email address.' })
    expect(await customer.call('GET /api/auth/user')).toMatchObject({
      email,
      emailVerified: true,
      pendingEmail: null,
    })
    const emails = await fixtures.emailsTo(shop, before)
    expect(emails[0]?.subject).toBe('Your email address for Plinth was changed')
    expect(emails[0]?.text).toContain(email)
  })

  test('does nothing without a session of the account, and stays valid', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const other = await fixtures.aVerifiedCustomer(shop)
    await change(customer, `guarded-${customer.user.email}`)
    const token = await fixtures.linkTo(shop, 'verify-email', `guarded-${customer.user.email}`)
    const serverMessage = 'Sign in to the account this link belongs to, then open the link again.'
    await expect(verify(token)).rejects.toMatchObject({ status: 401, serverMessage })
    await expect(follow(other, token)).rejects.toMatchObject({ status: 403, serverMessage })
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ email: customer.user.email })
    await follow(customer, token)
  })

  test('ends the other sessions and removes the passkeys and the Google link', async () => {
    const { customer, device } = await aHolder(shop)
    const { id, username } = customer.user
    const elsewhere = await fixtures.signedIn(shop, username, customer.password)
    const link = { google_subject: `foreign-${id}`, google_email: 'foreign@example.com' }
    await shop.shop.db.updateTable('users').set(link).where('id', '=', id).execute()
    const email = `ends-${customer.user.email}`
    await change(customer, email)
    await follow(customer, await fixtures.linkTo(shop, 'verify-email', email))
    await customer.call('GET /api/auth/user')
    await expect(elsewhere.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(signInWith(shop.visitor(), device)).rejects.toMatchObject({ status: 401 })
    expect(await customer.call('GET /api/auth/safety')).toMatchObject({ passkeys: [], google: null })
    const subjects = (await fixtures.emailsTo(shop, email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your passkeys and Google sign-in were removed at Plinth')
  })

  test('invalidates links that were emailed to the old email address', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const old = await resetLink(customer.user.email)
    await change(customer, `moved-${customer.user.email}`)
    await follow(customer, await fixtures.linkTo(shop, 'verify-email', `moved-${customer.user.email}`))
    await expect(reset(old)).rejects.toMatchObject(LINK_INVALID)
  })

  test('is not sent if another change was requested in the meantime', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    await change(customer, 'too-quick@example.com')
    await change(customer, 'on-second-thought@example.com')
    expect(await fixtures.emailsTo(shop, 'on-second-thought@example.com')).toHaveLength(1)
    expect(await fixtures.emailsTo(shop, 'too-quick@example.com')).toEqual([])
  })

  test('is invalid once another change is requested, even a change back to the current email address', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    await change(customer, 'first-choice@example.com')
    const first = await fixtures.linkTo(shop, 'verify-email', 'first-choice@example.com')
    await change(customer, 'second-choice@example.com')
    await expect(follow(customer, first)).rejects.toMatchObject(LINK_INVALID)
    const second = await fixtures.linkTo(shop, 'verify-email', 'second-choice@example.com')
    await customer.call('PATCH /api/auth/profile', { email: customer.user.email.toUpperCase() })
    await expect(follow(customer, second)).rejects.toMatchObject(LINK_INVALID)
    expect(await customer.call('GET /api/auth/user')).toEqual({ ...customer.user, emailVerified: true })
  })

  test('is rejected if another user has verified the email address', async () => {
    const owner = await fixtures.aVerifiedCustomer(shop)
    const other = await fixtures.aCustomer(shop)
    await change(other, owner.user.email)
    const token = await fixtures.linkTo(shop, 'verify-email', owner.user.email)
    await expect(follow(other, token)).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
      serverMessage: 'This email address is already in use',
    })
    expect(await owner.call('GET /api/auth/user')).toMatchObject({ email: owner.user.email })
  })
})

describe('the undo link mailed to the old email address', () => {
  const undo = (token: string) => shop.visitor().call('POST /api/auth/email-change/undo', { token })
  const undoLink = (email: string) => fixtures.linkTo(shop, 'undo-email-change', email)
  const undoLinkOf = async (customer: fixtures.Customer, newEmail: string) => {
    await customer.call('PATCH /api/auth/profile', { email: newEmail })
    return undoLink(customer.user.email)
  }

  test('cancels an unconfirmed change and revokes all sessions, but keeps the password', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { username, email } = customer.user
    const elsewhere = await fixtures.signedIn(shop, username, customer.password)
    await customer.call('PATCH /api/auth/profile', { email: `thief-${email}` })
    const token = await undoLink(email)
    expect(await undo(token)).toEqual({ message: 'The change was undone, and all devices were signed out.' })
    for (const device of [customer, elsewhere]) {
      await expect(device.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    }
    const again = await fixtures.signedIn(shop, username, customer.password)
    expect(again.user).toMatchObject({ email, pendingEmail: null })
    await expect(undo(token)).rejects.toMatchObject(LINK_INVALID)
  })

  test('restores the account after the change, even if an attacker changed the password', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { username, email } = customer.user
    const [second, third] = [`thief-2-${email}`, `thief-3-${email}`]
    const move = async (to: string) => {
      await fixtures.requestAddress(customer, to)
      await customer.call('POST /api/auth/verify-email', {
        token: await fixtures.linkTo(shop, 'verify-email', to),
      })
    }
    await move(second)
    await customer.call('POST /api/auth/password', {
      currentPassword: customer.password,
      newPassword: 'of the thief',
    })
    Object.assign(customer, { password: 'of the thief' })
    turnClock(1000)
    await move(third)
    const token = await undoLink(email)
    const { message } = await undo(token)
    expect(message).toContain('We emailed you a link to choose a new password.')
    await expect(customer.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(fixtures.signedIn(shop, username, 'of the thief')).rejects.toMatchObject({ status: 401 })
    // The attacker's undo link, from the second change, is newer, but the owner's undo invalidates it.
    await expect(undo(await undoLink(second))).rejects.toMatchObject(LINK_INVALID)
    await reset(await fixtures.linkTo(shop, 'reset-password', email), 'of the owner')
    const owner = await fixtures.signedIn(shop, username, 'of the owner')
    expect(owner.user).toMatchObject({ email, emailVerified: true, pendingEmail: null })
  })

  test('stays valid even if a later change is undone', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { email } = customer.user
    const second = `later-${email}`
    await fixtures.requestAddress(customer, second)
    await customer.call('POST /api/auth/verify-email', {
      token: await fixtures.linkTo(shop, 'verify-email', second),
    })
    turnClock(1000)
    await customer.call('PATCH /api/auth/profile', { email: `third-${email}` })
    const token = await undoLink(email)
    await undo(await undoLink(second))
    await undo(token)
    await reset(await fixtures.linkTo(shop, 'reset-password', email), 'of the owner')
  })

  test('invalidates the undo link of a later change, even if its email is still queued', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { email } = customer.user
    const second = `waiting-${email}`
    await fixtures.requestAddress(customer, second)
    await customer.call('POST /api/auth/verify-email', {
      token: await fixtures.linkTo(shop, 'verify-email', second),
    })
    const token = await undoLink(email)
    turnClock(1000)
    await customer.call('PATCH /api/auth/profile', { email: `third-${email}` })
    await undo(token)
    expect((await fixtures.emailsTo(shop, second)).filter(({ text }) => text.includes('undo-email'))).toEqual(
      [],
    )
    await reset(await fixtures.linkTo(shop, 'reset-password', email), 'of the owner')
  })

  test('removes an authenticator app that an attacker has set up, and so does the reset that follows', async () => {
    const admin = await anotherAdmin(shop)
    const { username, email } = admin.user
    await withApp(admin)
    const before = await undoLinkOf(admin, `thief-${email}`)
    expect((await undo(before)).message).toContain('We emailed you a link to choose a new password.')
    const subjects = (await fixtures.emailsTo(shop, email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your authenticator app was removed at Plinth')
    const password = 'the owner’s new password'
    await reset(await fixtures.linkTo(shop, 'reset-password', email), password)
    const owner = await fixtures.signedIn(shop, username, password)
    expect(await owner.call('GET /api/auth/safety')).toMatchObject({ secondFactor: null })

    const after = await undoLinkOf(owner, `thief-2-${email}`)
    await withApp(owner)
    await undo(after)
    await reset(await fixtures.linkTo(shop, 'reset-password', email), password)
    await withApp(await fixtures.signedIn(shop, username, password))
    await reset(await resetLink(email), password)
    await fixtures.signedIn(shop, username, password)
  })

  test('keeps the password and an authenticator app that is older than a week', async () => {
    const { admin } = await aCarefulAdmin(shop)
    turnClock(8 * 24 * 3_600_000)
    await undo(await undoLinkOf(admin, `thief-${admin.user.email}`))
    await beginSignIn(shop, admin)
    await reset(await resetLink(admin.user.email), admin.password)
    await beginSignIn(shop, admin)
  })

  test('works for seven days', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    await customer.call('PATCH /api/auth/profile', { email: `week-${customer.user.email}` })
    const token = await undoLink(customer.user.email)
    turnClock(7 * 24 * 3_600_000)
    await expect(undo(token)).rejects.toMatchObject(LINK_INVALID)
  })
})

describe('an email address that its account never verified', () => {
  test('moves to its owner through a password reset, which revokes the other person’s password, sessions, and pending changes', async () => {
    const attacker = await fixtures.aCustomer(shop, {
      email: 'grace@example.com',
      password: 'of the stranger',
    })
    await fixtures.requestAddress(attacker, 'evil@example.com')
    const trojan = await fixtures.linkTo(shop, 'verify-email', 'evil@example.com')
    await reset(await resetLink('grace@example.com'), 'of the owner')
    await expect(attacker.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(fixtures.signedIn(shop, attacker.user.username, 'of the stranger')).rejects.toMatchObject({
      status: 401,
    })
    await expect(verify(trojan)).rejects.toMatchObject(LINK_INVALID)
    const owner = await fixtures.signedIn(shop, attacker.user.username, 'of the owner')
    expect(owner.user).toMatchObject({ email: 'grace@example.com', emailVerified: true, pendingEmail: null })
  })

  test('moves to the account that opens its link, and the other person loses access to the first account', async () => {
    const attacker = await fixtures.aCustomer(shop, { email: 'hedy@example.com' })
    const owner = await fixtures.aVerifiedCustomer(shop)
    await fixtures.requestAddress(owner, 'Hedy@example.com')
    await owner.call('POST /api/auth/verify-email', {
      token: await fixtures.linkTo(shop, 'verify-email', 'Hedy@example.com'),
    })
    expect(await owner.call('GET /api/auth/user')).toMatchObject({ email: 'Hedy@example.com' })
    await expect(attacker.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(fixtures.signedIn(shop, attacker.user.username, attacker.password)).rejects.toMatchObject({
      status: 401,
    })
  })

  test('gives no access to a person who only enters it', async () => {
    const owner = await fixtures.aVerifiedCustomer(shop)
    const attacker = await fixtures.aCustomer(shop)
    await attacker.call('PATCH /api/auth/profile', { email: owner.user.email })
    expect(await attacker.call('GET /api/auth/user')).toMatchObject({ email: attacker.user.email })
    await reset(await resetLink(owner.user.email), 'chosen by the owner')
    await expect(
      fixtures.signedIn(shop, attacker.user.username, 'chosen by the owner'),
    ).rejects.toMatchObject({
      status: 401,
    })
    expect((await fixtures.signedIn(shop, owner.user.username, 'chosen by the owner')).user.id).toBe(
      owner.user.id,
    )
  })
})
