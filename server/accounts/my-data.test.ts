import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { inTransaction } from '../platform/db/database.ts'
import { queueEmail } from '../platform/mail/outbox.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})

const { email: _email, ...HOME } = SHIPPING
const review = { rating: 2, title: 'Nice', comment: 'It stands very still.' }

describe('the data export of an account', () => {
  test('contains the user, sessions, favorites, cart, reviews, orders, and the newsletter subscription', async () => {
    const customer = await fixtures.aCustomer(shop)
    const product = await fixtures.aProduct(shop, { name: 'Sundial' })
    await customer.call('POST /api/addresses', { address: HOME })
    await customer.call('POST /api/favorites', { productId: product.id })
    await customer.call('POST /api/cart', { productId: product.id, quantity: 2 })
    const written = await customer.call('POST /api/reviews', { productId: product.id, ...review })
    const response = await customer.send({ url: '/api/auth/my-data' })
    expect(response.headers['content-disposition']).toBe('attachment; filename="my-plinth-data.json"')
    expect(response.json()).toEqual({
      exportedAt: expect.any(String),
      user: customer.user,
      signIns: [expect.objectContaining({ isCurrent: true })],
      passkeys: [],
      addresses: [HOME],
      favorites: [{ productId: product.id, name: 'Sundial' }],
      cart: [{ productId: product.id, name: 'Sundial', quantity: 2 }],
      reviews: [written],
      orders: [],
      newsletter: null,
    })
  })
})

describe('deleting an account', () => {
  const erase = (customer: fixtures.Customer, password = customer.password) =>
    customer.call('POST /api/auth/delete-account', { password })

  test('requires the password', async () => {
    const customer = await fixtures.aCustomer(shop)
    await expect(erase(customer, 'not this one')).rejects.toMatchObject({
      status: 400,
      code: 'wrong_password',
    })
    await customer.call('GET /api/auth/user')
  })

  test('explains how to set a password if the customer signs in with Google', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { id, email } = customer.user
    await shop.shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    await expect(erase(customer)).rejects.toMatchObject({
      status: 400,
      code: 'no_password',
      serverMessage:
        'You don’t have a password yet. To set one, sign out and select “Forgot your password?”.',
    })
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const token = await fixtures.linkTo(shop, 'reset-password', email)
    await shop.visitor().call('POST /api/auth/reset-password', { token, password: 'my first password' })
    await erase(await fixtures.signedIn(shop, customer.user.username, 'my first password'))
  })

  test('deletes no emails to an address that isn’t verified, which may be a stranger’s or the shop’s own', async () => {
    const to = 'support@shop.example'
    await inTransaction(shop.shop.db, (db) =>
      queueEmail(db, { to, subject: 'New order', text: 'An order', html: '<p>An order</p>' }),
    )
    await erase(await fixtures.aCustomer(shop, { email: to }))
    const emails = await shop.shop.db
      .selectFrom('emails')
      .select('subject')
      .where('recipient', '=', to)
      .execute()
    expect(emails).toEqual([{ subject: 'New order' }])
  })

  test('lists the deleted data, and the retained data with reasons', async () => {
    const { erased, kept } = await erase(await fixtures.aCustomer(shop))
    expect(erased).toContain('Your reviews')
    expect(kept).toContainEqual({ what: expect.stringContaining('newsletter'), why: expect.any(String) })
  })

  test('leaves no customer data in any table', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop, { username: 'to-forget', fullName: 'Zaphod Q' })
    const product = await fixtures.aProduct(shop)
    await customer.call('POST /api/favorites', { productId: product.id })
    await customer.call('POST /api/reviews', { productId: product.id, ...review, title: 'Wobbly' })
    await fixtures.requestAddress(customer, 'somewhere-else@example.com')
    const token = await fixtures.linkTo(shop, 'verify-email', 'somewhere-else@example.com')
    await customer.call('POST /api/auth/verify-email', { token })
    await fixtures.aSubscriber(shop, 'somewhere-else@example.com')
    await customer.call('POST /api/contact', {
      name: 'Zaphod Q',
      email: 'somewhere-else@example.com',
      message: 'Wobbly is the stand.',
    })
    expect(await fixtures.emailsTo(shop, customer.user.email)).toHaveLength(3)
    await erase(customer)
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I', table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.shop.db)
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(kept)::text as row from ${sql.raw(name)} as kept`.execute(shop.shop.db)
      expect(rows.map(({ row }) => row).join('\n'), name).not.toMatch(
        /to-forget|Zaphod|somewhere-else|Wobbly/,
      )
    }
  })

  test('signs out, frees the username and email address, and subtracts the reviews from the rating', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { username, email } = customer.user
    const product = await fixtures.aProduct(shop)
    await customer.call('POST /api/reviews', { productId: product.id, ...review })
    await erase(customer)
    await expect(customer.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
    await fixtures.aCustomer(shop, { username, email })
    const now = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(product.id) })
    expect(now).toMatchObject({ reviewCount: 0, hasReviews: false })
  })

  test('is rejected for the last owner', async () => {
    const admin = await fixtures.anAdmin(shop)
    await expect(erase(admin)).rejects.toMatchObject({ status: 409, code: 'last_owner' })
  })
})

describe('the newsletter subscription of an account’s email address', () => {
  test('is in the data export, and is deleted with the account', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { email } = customer.user
    await fixtures.aSubscriber(shop, email.toUpperCase())
    const { newsletter } = await customer.call('GET /api/auth/my-data')
    expect(newsletter).toEqual({ email: email.toUpperCase(), confirmedAt: expect.any(String) })
    await customer.call('POST /api/auth/delete-account', { password: customer.password })
    expect(await subscribers()).not.toContain(email.toUpperCase())
  })

  test('is neither shown nor removed while the email address is unverified', async () => {
    await fixtures.aSubscriber(shop, 'reader@example.com')
    const customer = await fixtures.aCustomer(shop, { email: 'reader@example.com' })
    expect((await customer.call('GET /api/auth/my-data')).newsletter).toBeNull()
    await customer.call('POST /api/auth/delete-account', { password: customer.password })
    expect(await subscribers()).toContain('reader@example.com')
  })

  async function subscribers() {
    const admin = await fixtures.anAdmin(shop)
    return (await admin.call('GET /api/admin/newsletter', { pageSize: 100 })).map(({ email }) => email)
  }
})

describe('the shop’s note about a customer', () => {
  const write = async (id: string, note: string, seen = '') => {
    const admin = await fixtures.anAdmin(shop)
    return admin.call('PUT /api/admin/customers/:id/note', { id, note, seen })
  }
  const downloaded = async (customer: fixtures.Customer) =>
    (await customer.call('GET /api/auth/my-data')).note
  const listed = () => shop.shop.db.selectFrom('customer_notes').select('note').execute()

  test('is in the data export, whether it is about the account or the guest before, and is deleted with it', async () => {
    const known = await fixtures.aVerifiedCustomer(shop)
    expect(await downloaded(known)).toBeUndefined()
    await write(String(known.user.id), 'Rings twice')
    expect(await downloaded(known)).toBe('Rings twice')

    await aPaidOrder(shop, shop.visitor(), [await fixtures.aProduct(shop)], { email: 'Later@example.com' })
    await write('later@example.com', 'Never rings')
    const later = await fixtures.aVerifiedCustomer(shop, { email: 'later@example.com' })
    expect(await downloaded(later)).toBe('Never rings')
    await later.call('POST /api/auth/delete-account', { password: later.password })
    expect(await listed()).toEqual([{ note: 'Rings twice' }])
  })

  test('is never shown to a stranger who registers with the customer’s email address', async () => {
    await aPaidOrder(shop, shop.visitor(), [await fixtures.aProduct(shop)], { email: 'victim@example.com' })
    await write('victim@example.com', 'Lives alone')
    const stranger = await fixtures.aCustomer(shop, { email: 'victim@example.com' })
    expect(await downloaded(stranger)).toBeUndefined()
    await write(String(stranger.user.id), 'Lives with a dog', 'Lives alone')
    await fixtures.requestAddress(stranger, 'stranger@example.com')
    const token = await fixtures.linkTo(shop, 'verify-email', 'stranger@example.com')
    await stranger.call('POST /api/auth/verify-email', { token })
    expect(await stranger.call('GET /api/auth/user')).toMatchObject({ email: 'stranger@example.com' })
    expect(await downloaded(stranger)).toBeUndefined()
    expect(await listed()).toContainEqual({ note: 'Lives with a dog' })
  })
})
