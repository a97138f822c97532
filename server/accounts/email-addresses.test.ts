import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const register = (username: string, email: string) =>
  shop.visitor().send({
    method: 'POST',
    url: '/api/auth/register',
    body: { username, email, password: 'engine no. 1' },
  })

describe('an email address with letters outside ASCII', () => {
  test('is one account in every spelling of its domain, and receives email', async () => {
    const response = await register('juergen', 'jürgen@Bücher.example')
    expect(response.status).toBe(201)
    expect(response.json()).toMatchObject({ user: { email: 'jürgen@xn--bcher-kva.example' } })
    const [email] = await fixtures.emailsTo(shop, 'jürgen@bücher.example')
    expect(email?.subject).toBe('Verify your email address for Plinth')
    for (const [name, other] of ['jürgen@xn--bcher-kva.example', 'jürgen@bücher.example'].entries())
      expect((await register(`other${name}`, other)).status).toBe(409)
  })

  test.each([
    ['ſam@example.com', 'a character that imitates another one'],
    ['ｓam@example.com', 'a full-width letter'],
    ['sam@bücher', 'a domain without a dot'],
    ['sam@-bücher.example', 'a domain that begins with a hyphen'],
    ['sam@bücher.example/path', 'more than a domain'],
    ['sam@١٢٧.١', 'an IP address'],
    ['sam\u200b@example.com', 'an invisible character'],
    ['\u0130da@example.com', 'a character that the database turns into an i'],
    [`sam@${'a'.repeat(64)}.example`, 'a part of a domain with more than 63 characters'],
    [`sam@${'ü'.repeat(60)}.example`, 'a part of a domain that has more than 63 characters in ASCII'],
    ['sam@-desk.example', 'a domain that begins with a hyphen'],
  ])('%s is rejected, because it has %s', async (email) => {
    const response = await register('sam', email)
    expect([response.status, response.json()]).toMatchObject([
      400,
      { errors: [{ path: 'email', message: 'Please enter a valid email address' }] },
    ])
  })
})

describe('a mailbox with many spellings', () => {
  const COUNT = 12
  const spellings = (name: string) =>
    Array.from({ length: COUNT }, (_, number) => `${name}+${number}@example.com`)
  const signUp = async (email: string, number: number) => {
    const username = email.replace(/[+@].*/, `-${number}`)
    const visitor = shop.visitor()
    const { token } = await visitor.call('POST /api/auth/register', {
      username,
      email,
      password: 'engine no. 1',
    })
    return Object.assign(visitor, { token })
  }
  const countEmails = async (addresses: string[], subject: RegExp) => {
    let count = 0
    for (const email of addresses)
      count += (await fixtures.emailsTo(shop, email)).filter((one) => subject.test(one.subject)).length
    return count
  }
  const RESET = /^Reset your password/
  const UNDO = /^Email address change requested/
  const forget = (email: string) => shop.visitor().call('POST /api/auth/forgot-password', { email })

  test('gets as few password resets as one address, unless it is verified', async () => {
    const addresses = spellings('rosa')
    const owner = await fixtures.aVerifiedCustomer(shop, { email: 'rosa@example.com' })
    for (const [number, email] of addresses.entries()) await signUp(email, number)
    for (const email of addresses) await forget(email)
    expect(await countEmails(addresses, RESET)).toBe(4)
    await forget(owner.user.email)
    expect(await countEmails([owner.user.email], RESET)).toBe(1)
  })

  test('gets few emails about changes to accounts that never verified it, but all about one that did', async () => {
    const addresses = spellings('vera')
    const owner = await fixtures.aVerifiedCustomer(shop, { email: 'vera@example.com' })
    for (const [number, email] of addresses.entries()) {
      const account = await signUp(email, number)
      await account.call('PATCH /api/auth/profile', { email: `elsewhere-${number}@example.com` })
    }
    expect(await countEmails(addresses, UNDO)).toBeLessThan(COUNT / 2)
    await owner.call('PATCH /api/auth/profile', { email: 'vera@new.example.com' })
    expect(await countEmails([owner.user.email], UNDO)).toBe(1)
  })
})

test('a mailbox gets few notices about an account that never verified it', async () => {
  const account = await fixtures.aCustomer(shop, { email: 'noticed@example.com' })
  const { password } = account
  for (let n = 0; n < 20; n++)
    await account.call('POST /api/auth/password', { currentPassword: password, newPassword: password })
  const notices = await fixtures.emailsTo(shop, 'noticed@example.com')
  expect(notices.filter(({ subject }) => subject.includes('password')).length).toBeLessThan(12)
})

test('a mailbox gets ten links a day to verify addresses, however they are spelled, and then few', async () => {
  const addresses = Array.from(
    { length: 14 },
    (_, number) => `${number % 2 ? 'o.lga' : 'olga'}+${number}@gmail.com`,
  )
  for (const [number, email] of addresses.entries()) {
    const visitor = Object.assign(shop.visitor(), { address: `203.0.113.${number}` })
    const body = { username: `olga${number}`, email, password: 'engine no. 1' }
    expect((await visitor.send({ method: 'POST', url: '/api/auth/register', body })).status).toBe(201)
  }
  let sent = 0
  for (const email of addresses) sent += (await fixtures.emailsTo(shop, email)).length
  expect(sent).toBe(11)
})
