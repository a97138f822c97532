import { beforeAll, describe, expect, test } from 'vitest'
import { SAVED_ADDRESSES_MAX } from '#contract/address-book/api.ts'
import { signInAtGoogle } from '../../sandbox/identity/fixtures.ts'
import { mara } from '../../sandbox/identity/test-users.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})

const { email: _email, ...HOME } = SHIPPING
const WORK = { ...HOME, company: 'Engines Ltd', address: '1 Office Park', address2: 'Floor 3', phone: '' }

type Book = { id: number; address: object }[]
const idOf = (book: Book, address: { address: string }) =>
  book.find((saved) => (saved.address as typeof address).address === address.address)?.id ?? 0

describe('Saved addresses', () => {
  test('are empty at first, and belong to one customer', async () => {
    const [one, other] = [await fixtures.aCustomer(shop), await fixtures.aCustomer(shop)]
    expect(await one.call('GET /api/addresses')).toEqual([])
    const book = await one.call('POST /api/addresses', { address: HOME })
    expect(book).toEqual([{ id: expect.any(Number), address: HOME }])
    const id = idOf(book, HOME)
    expect(await other.call('GET /api/addresses')).toEqual([])
    await expect(other.call('PUT /api/addresses/:id', { id, address: WORK })).rejects.toMatchObject({
      status: 404,
    })
    await other.call('DELETE /api/addresses/:id', { id })
    expect(await one.call('GET /api/addresses')).toEqual(book)
  })

  test('have the default first, then the newest', async () => {
    const customer = await fixtures.aCustomer(shop)
    await customer.call('POST /api/addresses', { address: HOME, isDefault: true })
    const book = await customer.call('POST /api/addresses', { address: WORK })
    expect(book.map(({ address }) => address)).toEqual([HOME, WORK])
    const changed = await customer.call('PUT /api/addresses/:id', {
      id: idOf(book, WORK),
      address: WORK,
      isDefault: true,
    })
    expect(changed.map(({ address }) => address)).toEqual([WORK, HOME])
  })

  test('can be changed and deleted', async () => {
    const customer = await fixtures.aCustomer(shop)
    const id = idOf(await customer.call('POST /api/addresses', { address: HOME }), HOME)
    const address = { ...HOME, city: 'Dallas', zipCode: '75201' }
    expect(await customer.call('PUT /api/addresses/:id', { id, address })).toEqual([{ id, address }])
    expect(await customer.call('DELETE /api/addresses/:id', { id })).toEqual([])
    expect(await customer.call('DELETE /api/addresses/:id', { id })).toEqual([])
  })

  test('are stored once, even if one is saved twice at the same time', async () => {
    const customer = await fixtures.aCustomer(shop)
    const save = (address: typeof HOME | typeof WORK) => customer.call('POST /api/addresses', { address })
    await Promise.all([save(HOME), save(HOME), save(HOME)])
    const book = await save(WORK)
    expect(book).toHaveLength(2)
    const asHome = { id: idOf(book, WORK), address: HOME }
    await expect(customer.call('PUT /api/addresses/:id', asHome)).rejects.toMatchObject({
      status: 409,
      code: 'same_address',
    })
  })

  test(`are limited to ${SAVED_ADDRESSES_MAX}, even if many are saved at the same time`, async () => {
    const customer = await fixtures.aCustomer(shop)
    const saves = Array.from({ length: SAVED_ADDRESSES_MAX + 3 }, (_, n) =>
      customer.call('POST /api/addresses', { address: { ...HOME, address: `${n + 1} Long Road` } }),
    )
    const results = await Promise.allSettled(saves)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(SAVED_ADDRESSES_MAX)
    await expect(customer.call('POST /api/addresses', { address: WORK })).rejects.toMatchObject({
      status: 409,
      code: 'too_many_addresses',
    })
  })

  test('are checked against the format of their country, and the phone number is optional', async () => {
    const customer = await fixtures.aCustomer(shop)
    const response = await customer.send({
      method: 'POST',
      url: '/api/addresses',
      body: { address: { ...HOME, country: 'DE', state: '', zipCode: '123', phone: '12' } },
    })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({
      errors: [{ path: 'address.phone' }, { path: 'address.zipCode' }],
    })
    const abroad = { ...HOME, country: 'DE', state: '', city: 'Hamburg', zipCode: '20095', phone: '' }
    const [saved] = await customer.call('POST /api/addresses', { address: abroad })
    expect(saved?.address.formatted).toEqual([
      'Ada Lovelace',
      '12 Analytical Row',
      '20095 Hamburg',
      'Germany',
    ])
  })

  test('fill in the checkout with the default, the account’s email address, and the last phone number', async () => {
    const customer = await fixtures.aCustomer(shop, { email: 'books@example.com' })
    await customer.call('POST /api/addresses', { address: WORK })
    const known = async () => (await customer.call('GET /api/checkout')).shippingInfo
    const { phone: _phone, ...work } = WORK
    expect(await known()).toEqual({ ...work, email: 'books@example.com' })
    await buying.aPaidOrder(shop, customer, [await fixtures.aProduct(shop)])
    expect(await known()).toEqual({ ...work, email: SHIPPING.email, phone: SHIPPING.phone })
  })

  test('are deleted with the account', async () => {
    const customer = await fixtures.aCustomer(shop)
    await customer.call('POST /api/addresses', { address: HOME })
    await customer.call('POST /api/auth/delete-account', { password: customer.password })
    const left = await shop.shop.db
      .selectFrom('saved_addresses')
      .selectAll()
      .where('user_id', '=', customer.user.id)
      .execute()
    expect(left).toEqual([])
  })

  /** Ways for the owner of a mailbox to get an account that someone else registered with its address. */
  const takeovers: [string, string, (email: string) => Promise<string | null>][] = [
    [
      'a reset of the password',
      'reset@example.com',
      async (email) => {
        await shop.visitor().call('POST /api/auth/forgot-password', { email })
        const token = await fixtures.linkTo(shop, 'reset-password', email)
        await shop.visitor().call('POST /api/auth/reset-password', { token, password: OWN })
        return null
      },
    ],
    [
      'an invitation',
      'invited@example.com',
      async (email) => {
        const owner = await fixtures.anAdmin(shop)
        await owner.call('POST /api/admin/staff-invitations', { email, staffRole: 'support' })
        const token = await fixtures.linkTo(shop, 'join', email)
        await shop.visitor().call('POST /api/auth/invitation/accept', { token, password: OWN })
        return null
      },
    ],
    [
      'Google',
      mara.email,
      async () => {
        const visitor = shop.visitor()
        const { signIn } = (await signInAtGoogle(visitor, { person: mara.id })) as { signIn: object }
        const response = await visitor.send({ method: 'POST', url: '/api/google-auth', body: signIn })
        return (response.json() as { token: string }).token
      },
    ],
  ]
  const OWN = 'chosen by the owner of the mailbox'

  test.each(takeovers)(
    'of someone who never verified the email address end with %s',
    async (_, email, take) => {
      const stranger = await fixtures.aCustomer(shop, { email })
      await stranger.call('POST /api/addresses', { address: WORK, isDefault: true })
      const token = await take(email)
      const owner = token
        ? Object.assign(shop.visitor(), { token })
        : await fixtures.signedIn(shop, stranger.user.username, OWN)
      expect(await owner.call('GET /api/auth/user')).toMatchObject({
        id: stranger.user.id,
        emailVerified: true,
      })
      expect(await owner.call('GET /api/addresses')).toEqual([])
      expect((await owner.call('GET /api/checkout')).shippingInfo).not.toHaveProperty('address')
    },
  )

  test('of a verified account stay after a reset of the password', async () => {
    const { user, ...customer } = await fixtures.aVerifiedCustomer(shop, { email: 'kept@example.com' })
    const book = await customer.call('POST /api/addresses', { address: HOME })
    await takeovers[0]?.[2](user.email)
    const again = await fixtures.signedIn(shop, user.username, OWN)
    expect(await again.call('GET /api/addresses')).toEqual(book)
  })
})
