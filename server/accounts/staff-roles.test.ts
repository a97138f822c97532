import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { anotherAdmin } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const change = (id: number, changes: object, by = admin) =>
  by.call('PATCH /api/admin/users/:id', { id, ...changes })

describe('staff roles', () => {
  test('apply to open sessions from the next request on', async () => {
    const { user } = await fixtures.aVerifiedCustomer(shop)
    await change(user.id, { role: 'admin', staffRole: 'support' })
    const member = await fixtures.signedIn(shop, user.username, 'a long enough password')
    expect(member.user).toMatchObject({ role: 'admin', staffRole: 'support' })
    await expect(member.call('GET /api/admin/dashboard', {})).rejects.toMatchObject({
      status: 403,
      code: 'role_not_allowed',
    })
    expect(await change(user.id, { staffRole: 'manager' })).toMatchObject({ staffRole: 'manager' })
    await member.call('GET /api/admin/dashboard', {})
    await change(user.id, { staffRole: 'read-only' })
    await expect(member.call('GET /api/admin/orders/export', {})).rejects.toMatchObject({ status: 403 })
    expect((await member.call('GET /api/auth/user'))?.staffRole).toBe('read-only')
  })

  test('of other staff are changed by owners only, and so is blocking staff', async () => {
    const manager = await anotherAdmin(shop, { staffRole: 'manager' })
    const support = await anotherAdmin(shop, { staffRole: 'support' })
    const customer = await fixtures.aCustomer(shop)
    expect(await change(customer.user.id, { isBlocked: true }, support)).toMatchObject({ isBlocked: true })
    await expect(change(support.user.id, { isBlocked: true }, manager)).rejects.toMatchObject({
      status: 403,
      serverMessage: 'Only owners can change staff.',
    })
    await expect(change(manager.user.id, { staffRole: 'owner' }, manager)).rejects.toMatchObject({
      status: 403,
    })
    await expect(change(customer.user.id, { role: 'admin' }, manager)).rejects.toMatchObject({ status: 403 })
  })

  test('are only for admins', async () => {
    const { user } = await fixtures.aVerifiedCustomer(shop)
    await expect(change(user.id, { staffRole: 'manager' })).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Only an admin has a staff role.',
    })
  })

  test('let only those who moderate delete the review of another user', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: productId } = await fixtures.aProduct(shop)
    const review = await customer.call('POST /api/reviews', {
      productId,
      title: 'Fine',
      comment: 'It stands where it is put.',
    })
    const remove = (by: fixtures.Customer) => by.call('DELETE /api/reviews/:id', { id: review.id })
    const fulfillment = await anotherAdmin(shop, { staffRole: 'fulfillment' })
    await expect(remove(fulfillment)).rejects.toMatchObject({ status: 403 })
    await remove(await anotherAdmin(shop, { staffRole: 'support' }))
  })

  test('limit what an undo restores, as they limit the edit', async () => {
    const manager = await anotherAdmin(shop, { staffRole: 'manager' })
    const undoLast = async () => {
      const [entry] = await manager.call('GET /api/admin/audit', { kind: 'settings' })
      return manager.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    }
    await admin.call('PATCH /api/admin/settings', { pageSize: 12 })
    await undoLast()
    await admin.call('PATCH /api/admin/settings', { refundProofAbove: '100.00' })
    await expect(undoLast()).rejects.toMatchObject({
      status: 409,
      serverMessage: "This change can't be undone: Only owners can change refund limit.",
    })
  })

  test('leave the shop an owner, even if two owners make each other managers at the same time', async () => {
    const owners = async (by = admin) =>
      (await by.call('GET /api/admin/users', { role: 'admin' })).filter(
        ({ staffRole }) => staffRole === 'owner',
      )
    for (const { id } of await owners()) if (id !== admin.user.id) await change(id, { role: 'customer' })
    await expect(change(admin.user.id, { staffRole: 'manager' })).rejects.toMatchObject({
      code: 'last_owner',
    })
    const other = await anotherAdmin(shop)
    const outcomes = await Promise.allSettled([
      change(other.user.id, { staffRole: 'manager' }),
      change(admin.user.id, { staffRole: 'manager' }, other),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    if (outcomes[1]?.status === 'fulfilled') admin = other
    expect(await owners()).toHaveLength(1)
  })
})
