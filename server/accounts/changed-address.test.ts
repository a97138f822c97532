import { beforeAll, describe, expect, test } from 'vitest'
import * as given from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const LINK_INVALID = {
  status: 400,
  code: 'link_invalid',
  serverMessage: 'This link is no longer valid. Please ask for a new one.',
}
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const verify = (token: string) => shop.visitor().call('POST /api/auth/verify-email', { token })
const forget = (email: string) => shop.visitor().call('POST /api/auth/forgot-password', { email })
const reset = (token: string, password = 'a new password') =>
  shop.visitor().call('POST /api/auth/reset-password', { token, password })
const resetLink = async (email: string) => {
  await forget(email)
  return given.linkTo(shop, 'reset-password', email)
}

describe('a changed address', () => {
  const change = async (customer: given.Customer, email: string) =>
    customer.call('PATCH /api/auth/profile', { email })

  test('counts after its link was opened, and the old address is told', async () => {
    const customer = await given.aVerifiedCustomer(shop)
    const before = customer.user.email
    const email = `new-${before}`
    expect(await change(customer, email)).toMatchObject({ email: before, pendingEmail: email })
    await verify(await given.linkTo(shop, 'verify-email', email))
    expect(await customer.call('GET /api/auth/user')).toMatchObject({
      email,
      emailVerified: true,
      pendingEmail: null,
    })
    const [letter] = await given.lettersTo(shop, before)
    expect(letter?.subject).toBe('Your email address for Plinth was changed')
    expect(letter?.text).toContain(email)
  })

  test('kills the links that are on their way to the old one', async () => {
    const customer = await given.aVerifiedCustomer(shop)
    const old = await resetLink(customer.user.email)
    await change(customer, `moved-${customer.user.email}`)
    await verify(await given.linkTo(shop, 'verify-email', `moved-${customer.user.email}`))
    await expect(reset(old)).rejects.toMatchObject(LINK_INVALID)
  })

  test('is mailed no link any more when another was asked for before it left', async () => {
    const customer = await given.aVerifiedCustomer(shop)
    await change(customer, 'too-quick@example.com')
    await change(customer, 'on-second-thought@example.com')
    expect(await given.lettersTo(shop, 'on-second-thought@example.com')).toHaveLength(1)
    expect(await given.lettersTo(shop, 'too-quick@example.com')).toEqual([])
  })

  test('does not count when another was asked for since, or the present one again', async () => {
    const customer = await given.aVerifiedCustomer(shop)
    await change(customer, 'first-choice@example.com')
    const first = await given.linkTo(shop, 'verify-email', 'first-choice@example.com')
    await change(customer, 'second-choice@example.com')
    await expect(verify(first)).rejects.toMatchObject(LINK_INVALID)
    const second = await given.linkTo(shop, 'verify-email', 'second-choice@example.com')
    await change(customer, customer.user.email.toUpperCase())
    await expect(verify(second)).rejects.toMatchObject(LINK_INVALID)
    expect(await customer.call('GET /api/auth/user')).toEqual(
      customer.user && { ...customer.user, emailVerified: true },
    )
  })

  test('is refused, once its link is opened, when somebody else has proved it', async () => {
    const owner = await given.aVerifiedCustomer(shop)
    const other = await given.aCustomer(shop)
    await change(other, owner.user.email)
    const token = await given.linkTo(shop, 'verify-email', owner.user.email)
    await expect(verify(token)).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
      serverMessage: 'This email address is already in use',
    })
    expect(await owner.call('GET /api/auth/user')).toMatchObject({ email: owner.user.email })
  })
})

describe('who proves an address takes it over from who never did', () => {
  test('by a reset: the password and the sign-ins of the stranger end, and what they prepared', async () => {
    const stranger = await given.aCustomer(shop, { email: 'grace@example.com', password: 'of the stranger' })
    await stranger.call('PATCH /api/auth/profile', { email: 'evil@example.com' })
    const trojan = await given.linkTo(shop, 'verify-email', 'evil@example.com')
    await reset(await resetLink('grace@example.com'), 'of the owner')
    await expect(stranger.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(given.signedIn(shop, stranger.user.username, 'of the stranger')).rejects.toMatchObject({
      status: 401,
    })
    await expect(verify(trojan)).rejects.toMatchObject(LINK_INVALID)
    const owner = await given.signedIn(shop, stranger.user.username, 'of the owner')
    expect(owner.user).toMatchObject({ email: 'grace@example.com', emailVerified: true, pendingEmail: null })
  })

  test('by opening the link of a changed address: the stranger is left without it', async () => {
    const stranger = await given.aCustomer(shop, { email: 'hedy@example.com' })
    const owner = await given.aVerifiedCustomer(shop)
    await owner.call('PATCH /api/auth/profile', { email: 'Hedy@example.com' })
    await verify(await given.linkTo(shop, 'verify-email', 'Hedy@example.com'))
    expect(await owner.call('GET /api/auth/user')).toMatchObject({ email: 'Hedy@example.com' })
    await expect(stranger.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await expect(given.signedIn(shop, stranger.user.username, stranger.password)).rejects.toMatchObject({
      status: 401,
    })
  })

  test('but a stranger gets nothing by merely naming an address', async () => {
    const owner = await given.aVerifiedCustomer(shop)
    const stranger = await given.aCustomer(shop)
    await stranger.call('PATCH /api/auth/profile', { email: owner.user.email })
    expect(await stranger.call('GET /api/auth/user')).toMatchObject({ email: stranger.user.email })
    await reset(await resetLink(owner.user.email), 'chosen by the owner')
    await expect(given.signedIn(shop, stranger.user.username, 'chosen by the owner')).rejects.toMatchObject({
      status: 401,
    })
    expect((await given.signedIn(shop, owner.user.username, 'chosen by the owner')).user.id).toBe(
      owner.user.id,
    )
  })
})
