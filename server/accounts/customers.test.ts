import { beforeAll, describe, expect, test } from 'vitest'
import { CUSTOMER_MESSAGES } from '#contract/accounts/customers.ts'
import {
  aCustomer,
  anAdmin,
  aProduct,
  aVerifiedCustomer,
  type Customer,
  linkTo,
  requestAddress,
} from '../../tests/support/fixtures.ts'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

/** Buys something for 10.00 with shipping for 4.99. */
async function buy(visitor: Parameters<typeof aPaidOrder>[1], email: string, facts: object = {}) {
  return aPaidOrder(shop, visitor, [await aProduct(shop, { priceCents: 1000 })], { email, ...facts })
}
const list = (query: object = {}) => admin.call('GET /api/admin/customers', query)

describe('the customers of the shop', () => {
  test('are all buyers and accounts, by email address, with the orders, the amount, and the last order', async () => {
    const first = await buy(shop.visitor(), 'Guest@Example.com', { firstName: 'Gail', lastName: 'Guest' })
    const second = await buy(shop.visitor(), 'guest@example.com', { firstName: 'Gail', lastName: 'Guest' })
    const grace = await aCustomer(shop, { email: 'grace@navy.example', fullName: 'Grace Hopper' })
    await buy(grace, 'office@navy.example')
    await buy(shop.visitor(), 'Grace@navy.example')
    const newcomer = await aCustomer(shop)

    const { items, total } = await admin.callPaged('GET /api/admin/customers', {})
    expect(items.map(({ id, orders, spent }) => [id, orders, spent])).toEqual([
      [String(grace.user.id), 2, '29.98'],
      ['guest@example.com', 2, '29.98'],
      [String(newcomer.user.id), 0, '0.00'],
    ])
    expect(total).toBe(3)
    const [, guest] = items
    expect(guest).toMatchObject({ email: 'guest@example.com', name: 'Gail Guest', account: null, note: '' })
    const { createdAt } = await admin.call('GET /api/admin/orders/:orderId', { orderId: second.orderId })
    expect(guest?.lastOrderAt).toBe(createdAt)

    const ordersOf = async (customer: string) =>
      (await admin.call('GET /api/admin/orders', { customer })).map(({ id }) => id)
    expect(await ordersOf('guest@example.com')).toEqual([second.orderId, first.orderId])
    expect(await ordersOf(String(grace.user.id))).toHaveLength(2)
    expect((await list({ search: 'HOPP' })).map(({ email }) => email)).toEqual(['grace@navy.example'])
    expect(await list({ search: '%' })).toEqual([])
    expect((await list({ kind: 'guest' })).map(({ id }) => id)).toEqual(['guest@example.com'])
    expect((await list({ sort: 'orders_asc', pageSize: 1 })).map(({ orders }) => orders)).toEqual([0])
  })

  test('change with refunds, registrations, new email addresses, claims, and deletions', async () => {
    const email = 'wanda@example.com'
    const totalsOf = async (...ids: string[]) =>
      (await list({ sort: 'spent_desc', pageSize: 100 })).flatMap(({ id, orders, spent }) =>
        ids.includes(id) ? [[id, orders, spent]] : [],
      )
    const { orderId } = await buy(shop.visitor(), email)
    expect(await totalsOf(email)).toEqual([[email, 1, '14.99']])
    await admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId,
      amount: '4.99',
      seenRefunded: '0.00',
      reason: 'A scratch',
    })
    expect(await totalsOf(email)).toEqual([[email, 1, '10.00']])

    const wanda = await aCustomer(shop, { email: 'Wanda@example.com' })
    const id = String(wanda.user.id)
    expect(await totalsOf(email, id)).toEqual([[id, 1, '10.00']])
    const elsewhere = 'wanda@work.example'
    await requestAddress(wanda, elsewhere)
    await wanda.call('POST /api/auth/verify-email', { token: await linkTo(shop, 'verify-email', elsewhere) })
    expect(await totalsOf(email, id, elsewhere)).toEqual([
      [email, 1, '10.00'],
      [id, 0, '0.00'],
    ])

    await wanda.call('POST /api/orders/:orderId/claim', { orderId, email })
    expect(await totalsOf(email, id)).toEqual([[id, 1, '10.00']])
    await wanda.call('POST /api/auth/delete-account', { password: wanda.password })
    expect(await totalsOf(email, id)).toEqual([[email, 1, '10.00']])
  })

  test('have the same totals as their orders, even if they buy and register while others read the list', async () => {
    const email = 'busy@example.com'
    const purchases = Array.from({ length: 4 }, () => buy(shop.visitor(), email))
    const reads = Array.from({ length: 8 }, () => list({ search: email }))
    await Promise.all([...purchases, ...reads, aCustomer(shop, { email })])
    expect(await list({ search: email })).toEqual([
      expect.objectContaining({ id: expect.stringMatching(/^\d+$/), orders: 4, spent: '59.96' }),
    ])
  })

  test('don’t include unpaid orders, or staff who bought nothing', async () => {
    expect((await list({ search: 'admin' })).map(({ id }) => id)).toEqual([])
    await expect(
      admin.call('GET /api/admin/customers/:id', { id: 'unknown@example.com' }),
    ).rejects.toMatchObject({
      status: 404,
    })
  })

  test('can have a note, which another admin doesn’t overwrite unseen, and which moves to an account of a guest', async () => {
    await buy(shop.visitor(), 'later@example.com')
    const write = (id: string, note: string, seen: string) =>
      admin.call('PUT /api/admin/customers/:id/note', { id, note, seen })
    expect(await write('later@example.com', 'Rings twice', '')).toMatchObject({ note: 'Rings twice' })
    await expect(write('later@example.com', 'Never rings', '')).rejects.toMatchObject({
      status: 409,
      serverMessage: CUSTOMER_MESSAGES.noteChanged,
    })
    const { user } = await aVerifiedCustomer(shop, { email: 'later@example.com' })
    const id = String(user.id)
    expect(await admin.call('GET /api/admin/customers/:id', { id })).toMatchObject({ note: 'Rings twice' })
    await write(id, 'Rings once', 'Rings twice')
    expect(await admin.call('GET /api/admin/customers/:id', { id: 'later@example.com' })).toMatchObject({
      id,
      note: 'Rings once',
    })
    expect(await shop.shop.db.selectFrom('customer_notes').select(['user_id', 'email']).execute()).toEqual([
      { user_id: user.id, email: null },
    ])
    const [entry] = await admin.call('GET /api/admin/audit', { action: 'customer_note.changed' })
    expect(JSON.stringify(entry)).not.toMatch(/Rings|later@/)
  })

  test('are exported with guarded cells, in batches without gaps, and the export is in the audit log', async () => {
    await buy(shop.visitor(), 'formula@example.com', { firstName: '=HYPERLINK("x")', lastName: 'Smith' })
    const text = await admin.callForText('GET /api/admin/customers/export', { kind: 'guest' })
    const rows = text.trim().split('\r\n')
    expect(rows[0]).toContain('Email,Name,Username,Orders,Spent,Last order,Note')
    expect(rows.filter((row) => row.startsWith('formula@example.com'))).toEqual([
      expect.stringContaining(`"'=HYPERLINK(""x"") Smith",,1,14.99,20`),
    ])
    expect(rows).toHaveLength(1 + (await list({ kind: 'guest' })).length)
    const [entry] = await admin.call('GET /api/admin/audit', { action: 'customers.exported' })
    expect(entry).toMatchObject({ actor: 'admin', after: { kind: 'guest' } })
  })
})
