import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { addPasskey, createAuthenticator } from '../../tests/support/authenticator.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { anotherAdmin, codeOf, withApp } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const NEEDED = { status: 403, code: 'proof_needed' }
const HOOK = { url: 'https://hooks.example/orders', topics: ['order.paid' as const] }

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anotherAdmin(shop)
})
beforeEach(() => {
  // Payments still use the sandbox; only the rules for admins are those of a real shop.
  shop.shop.config.demo = false
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.shop.db.updateTable('sessions').set({ proven_at: null }).execute()
  const changed = ['refundProofAboveCents', 'supportEmail']
  await shop.shop.db.deleteFrom('settings').where('name', 'in', changed).execute()
})
const anAdmin = async () => {
  shop.shop.config.demo = true
  const made = await anotherAdmin(shop)
  shop.shop.config.demo = false
  return made
}

const prove = (by = admin) => by.call('POST /api/auth/proof', { password: by.password })
const addHook = (by = admin) => by.call('POST /api/admin/webhooks', HOOK)
const proveByPasskey = async (device: ReturnType<typeof createAuthenticator>, by = admin) => {
  const options = await by.call('POST /api/auth/passkey-proof/begin')
  return by.call('POST /api/auth/proof', { credential: device.get(options) })
}

test('outside the demo, an admin with a generated password can only change it or sign out', async () => {
  const first = await anAdmin()
  const isGenerated = (must_change_password: boolean) =>
    shop.shop.db.updateTable('users').set({ must_change_password }).where('id', '=', first.user.id).execute()
  await isGenerated(true)
  const needed = { status: 403, code: 'password_change_needed' }
  await expect(first.call('GET /api/admin/counts')).rejects.toMatchObject(needed)
  await expect(addHook(first)).rejects.toMatchObject(needed)
  await expect(first.callForText('GET /api/admin/orders/export')).rejects.toMatchObject(needed)
  const customer = await fixtures.aCustomer(shop)
  const words = { productId: 1, title: 'Fine', comment: 'It stands where it is put.' }
  const { id } = await customer.call('POST /api/reviews', words)
  await expect(first.call('DELETE /api/reviews/:id', { id })).rejects.toMatchObject({ status: 403 })
  expect(await first.call('GET /api/auth/user')).toMatchObject({ mustChangePassword: true })
  shop.shop.config.demo = true
  await first.call('GET /api/admin/counts')
  shop.shop.config.demo = false
  const change = { currentPassword: first.password, newPassword: 'a password of my own' }
  await first.call('POST /api/auth/password', change)
  await first.call('GET /api/admin/counts')
  await isGenerated(true)
  await first.call('POST /api/auth/logout')
})

describe('outside the demo, an admin session without a proof cannot', () => {
  const connection = { storeUrl: 'shop.myshopify.com', apiKey: 'key', accessToken: 'token' }
  test.each<[string, () => Promise<unknown>]>([
    ['add a webhook and read its secret', addHook],
    ['change a webhook', () => admin.call('PATCH /api/admin/webhooks/:id', { id: 1, url: HOOK.url })],
    ['rotate a webhook secret', () => admin.call('POST /api/admin/webhooks/:id/secret', { id: 1 })],
    [
      'change the credentials of the platform',
      () => admin.call('PUT /api/admin/sync-connection', connection),
    ],
    ['remove the credentials of the platform', () => admin.call('DELETE /api/admin/sync-connection')],
    ['export orders', () => admin.callForText('GET /api/admin/orders/export')],
    ['export subscribers', () => admin.callForText('GET /api/admin/newsletter/export')],
    [
      'invite staff',
      () => admin.call('POST /api/admin/staff-invitations', { email: 'kim@example.com', staffRole: 'owner' }),
    ],
    ['send an invitation again', () => admin.call('POST /api/admin/staff-invitations/:id/resend', { id: 1 })],
    [
      "turn off another user's authenticator app",
      () => admin.call('DELETE /api/admin/users/:id/second-factor', { id: 1 }),
    ],
  ])('%s', async (_what, action) => {
    await expect(action()).rejects.toMatchObject(NEEDED)
  })

  test('promote a user, but can demote, block, and edit users', async () => {
    const { user } = await fixtures.aVerifiedCustomer(shop)
    const change = (changes: object) => admin.call('PATCH /api/admin/users/:id', { id: user.id, ...changes })
    await expect(change({ role: 'admin' })).rejects.toMatchObject(NEEDED)
    expect(await change({ isBlocked: true })).toMatchObject({ role: 'customer', isBlocked: true })
    await change({ isBlocked: false })
    await prove()
    expect(await change({ role: 'admin' })).toMatchObject({ role: 'admin' })
    expect(await admin.call('GET /api/admin/orders')).toEqual([])
  })

  test('raise the refund limit, not even by undoing a change', async () => {
    const set = (refundProofAbove: string) => admin.call('PATCH /api/admin/settings', { refundProofAbove })
    expect(await set('100.00')).toMatchObject({ refundProofAbove: '100.00' })
    await expect(set('500.00')).rejects.toMatchObject(NEEDED)
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    const undo = admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    await expect(undo).rejects.toMatchObject(NEEDED)
    await prove()
    expect(await set('500.00')).toMatchObject({ refundProofAbove: '500.00' })
  })

  test('change the email address for new-order emails, not even by undoing a change', async () => {
    const set = (changes: object) => admin.call('PATCH /api/admin/settings', changes)
    await expect(set({ supportEmail: 'thief@example.com' })).rejects.toMatchObject(NEEDED)
    await expect(set({ replyAddress: 'thief@example.com' })).rejects.toMatchObject(NEEDED)
    expect(await set({ supportEmail: '', pageSize: 8 })).toMatchObject({ supportEmail: '', pageSize: 8 })
    await prove()
    await set({ supportEmail: 'orders@desk.example' })
    await set({ supportEmail: 'help@desk.example' })
    await shop.shop.db.updateTable('sessions').set({ proven_at: null }).execute()
    await expect(set({ supportEmail: '' })).rejects.toMatchObject(NEEDED)
    expect(await set({ supportEmail: 'help@desk.example', pageSize: 6 })).toMatchObject({ pageSize: 6 })
    const entries = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    const id = entries.find(({ after }) => after?.supportEmail === 'help@desk.example')?.id ?? 0
    const undo = () => admin.call('POST /api/admin/audit/:id/undo', { id })
    await expect(undo()).rejects.toMatchObject(NEEDED)
    await prove()
    await undo()
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({ supportEmail: 'orders@desk.example' })
  })
})

describe('refunds above the limit require a proof', () => {
  test('in one amount or in several parts, and without a proof nothing is refunded', async () => {
    const { orderId } = await after.aPurchasedOrder(shop, [
      await fixtures.aProduct(shop, { priceCents: 90_000 }),
    ])
    const refund = (amount: string, seenRefunded: string) =>
      admin.call('POST /api/admin/orders/:orderId/refunds', { orderId, amount, seenRefunded, reason: 'Late' })
    await expect(refund('500.01', '0.00')).rejects.toMatchObject(NEEDED)
    expect((await refund('500.00', '0.00')).payment).toMatchObject({ refunded: '500.00' })
    await expect(refund('0.01', '500.00')).rejects.toMatchObject(NEEDED)
    const cancel = () =>
      admin.call('POST /api/admin/orders/:orderId/cancel', { orderId, restock: true, reason: 'Late' })
    await expect(cancel()).rejects.toMatchObject(NEEDED)
    await prove()
    expect((await refund('0.01', '500.00')).payment).toMatchObject({ refunded: '500.01' })
    expect(await cancel()).toMatchObject({ status: 'cancelled' })
  })

  test('even for a return', async () => {
    const product = await fixtures.aProduct(shop, { priceCents: 90_000 })
    const order = await after.aDeliveredOrder(shop, admin, [product])
    const { returns } = await after.submitReturn(shop, order)
    const accept = (refund: string) =>
      admin.call('POST /api/admin/returns/:id/accept', { id: returns[0]?.id ?? 0, refund, restock: false })
    await expect(accept('900.00')).rejects.toMatchObject(NEEDED)
    expect((await after.tracked(shop, order)).refunds).toEqual([])
    expect(await accept('400.00')).toMatchObject({ status: 'accepted' })
  })
})

describe('a proof of identity', () => {
  test('by password is valid for 15 minutes, in this session only', async () => {
    const other = await fixtures.signedIn(shop, admin.user.username, admin.password)
    await expect(addHook()).rejects.toMatchObject(NEEDED)
    const { provenUntil } = await prove()
    await addHook()
    await expect(addHook(other)).rejects.toMatchObject(NEEDED)
    vi.useFakeTimers({ now: Date.parse(provenUntil) - 1000, toFake: ['Date'] })
    await addHook()
    vi.setSystemTime(Date.parse(provenUntil))
    await expect(addHook()).rejects.toMatchObject(NEEDED)
  })

  test('by a wrong password is rejected, and attempts are limited', async () => {
    const guesser = await anAdmin()
    const guess = () => guesser.call('POST /api/auth/proof', { password: 'not this one' })
    await expect(guess()).rejects.toMatchObject({ status: 400, code: 'wrong_password' })
    await expect(guesser.call('POST /api/auth/proof')).rejects.toMatchObject({ status: 400 })
    await expect(addHook(guesser)).rejects.toMatchObject(NEEDED)
    for (let n = 0; n < 8; n++) await guess().catch(() => null)
    await expect(guess()).rejects.toMatchObject({ status: 429 })
  })

  test('by an authenticator code works once', async () => {
    const { admin: careful, secret } = await withApp(await anAdmin())
    const code = codeOf(secret, 30_000)
    const give = () => careful.call('POST /api/auth/proof', { code })
    await give()
    await addHook(careful)
    await expect(give()).rejects.toMatchObject({ status: 400, code: 'wrong_code' })
  })

  test('by passkey requires the user’s own passkey', async () => {
    const [mine, foreign] = [createAuthenticator(), createAuthenticator()]
    await addPasskey(admin, mine)
    await addPasskey(await fixtures.aVerifiedCustomer(shop), foreign)
    await expect(proveByPasskey(foreign)).rejects.toMatchObject({ status: 400, code: 'passkey_refused' })
    await expect(addHook()).rejects.toMatchObject(NEEDED)
    await proveByPasskey(mine)
    await addHook()
  })

  test('that has been started does not allow adding a passkey, which requires the password first', async () => {
    const device = createAuthenticator()
    const options = await admin.call('POST /api/auth/passkey-proof/begin')
    const creation = { ...options, rp: { id: options.rpId }, user: { id: 'dXNlci0x' } }
    await expect(
      admin.call('POST /api/auth/passkeys', { credential: device.create(creation) }),
    ).rejects.toMatchObject({ status: 400, code: 'passkey_refused' })
  })
})

test('in the demo, an admin session is enough for every change', async () => {
  shop.shop.config.demo = true
  expect(await admin.callForText('GET /api/admin/orders/export')).toContain('Order')
  expect(await admin.callForText('GET /api/admin/newsletter/export')).toContain('Email')
})
