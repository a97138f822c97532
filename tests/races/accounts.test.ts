import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createFirstAdmin } from '../../server/accounts/first-admin.ts'
import { turnClock } from '../../server/platform/clock.ts'
import { countAttempt } from '../../server/platform/http/limits.ts'
import { addPasskey, aHolder, createAuthenticator } from '../support/authenticator.ts'
import { testConfig } from '../support/config.ts'
import * as fixtures from '../support/fixtures.ts'
import { countWaiting, shopDatabase } from '../support/fresh-database.ts'
import { aCarefulAdmin, beginSignIn, codeOf, finishSignIn } from '../support/second-factor.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
})

const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)))
const good = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length
const statusesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { status: number }).status] : []))

describe('concurrent account requests on PostgreSQL', () => {
  test('give a username to only one of many registrations', async () => {
    const outcomes = await atOnce(12, (index) =>
      fixtures.aCustomer(shop, { username: 'wanted', email: `wanted-${index}@example.com` }),
    )
    expect(good(outcomes)).toBe(1)
    expect(new Set(statusesOf(outcomes))).toEqual(new Set([409]))
  })

  test('accept a mailed link only once', async () => {
    const { user } = await fixtures.aVerifiedCustomer(shop)
    await shop.visitor().call('POST /api/auth/forgot-password', { email: user.email })
    const token = await fixtures.linkTo(shop, 'reset-password', user.email)
    const outcomes = await atOnce(8, (index) =>
      shop.visitor().call('POST /api/auth/reset-password', { token, password: `password no. ${index}` }),
    )
    expect(good(outcomes)).toBe(1)
    expect(new Set(statusesOf(outcomes))).toEqual(new Set([400]))
  })

  test('leave no session of the old password after a password reset', async () => {
    for (let round = 0; round < 5; round++) {
      const { user, password } = await fixtures.aVerifiedCustomer(shop)
      await shop.visitor().call('POST /api/auth/forgot-password', { email: user.email })
      const token = await fixtures.linkTo(shop, 'reset-password', user.email)
      const [reset, ...signIns] = await Promise.allSettled([
        shop.visitor().call('POST /api/auth/reset-password', { token, password: 'a new password' }),
        ...Array.from({ length: 6 }, () => fixtures.signedIn(shop, user.username, password)),
      ])
      expect(reset?.status).toBe('fulfilled')
      for (const signIn of signIns) {
        if (signIn.status === 'rejected') continue
        const device = signIn.value as fixtures.Customer
        await expect(device.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
      }
    }
  })

  test('open only one session with a passkey signature', async () => {
    const { device } = await aHolder(shop, { counts: true })
    const browser = shop.visitor()
    const credential = device.get(await browser.call('POST /api/auth/passkey-sign-in/begin'))
    const outcomes = await atOnce(8, () => {
      const visitor = shop.visitor()
      visitor.cookies.set('passkey', browser.cookies.get('passkey') ?? '')
      return visitor.call('POST /api/auth/passkey-sign-in', { credential })
    })
    expect(good(outcomes)).toBe(1)
    expect(new Set(statusesOf(outcomes))).toEqual(new Set([401]))
  })

  test('keep one of a user’s last two passkeys if both are removed', async () => {
    const { customer } = await aHolder(shop)
    const { passkeys } = await addPasskey(customer, createAuthenticator())
    const { db } = shop.shop
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', customer.user.id).execute()
    const outcomes = await atOnce(2, (index) =>
      customer.call('POST /api/auth/passkeys/:id/remove', { id: passkeys[index]?.id ?? 0 }),
    )
    expect(good(outcomes)).toBe(1)
    expect(statusesOf(outcomes)).toEqual([409])
  })

  test('change nothing if the session ends while the password is checked', async () => {
    const { customer } = await aHolder(shop)
    const { id, username } = customer.user
    const { password } = customer
    const safety = () => customer.call('GET /api/auth/safety')
    const [passkey] = (await safety()).passkeys
    const requests = [
      () =>
        customer.call('POST /api/auth/password', { currentPassword: password, newPassword: 'of a thief' }),
      () => customer.call('POST /api/auth/passkeys/:id/remove', { id: passkey?.id ?? 0, password }),
      () => customer.call('PATCH /api/auth/profile', { email: `thief-${customer.user.email}` }),
      () => customer.call('POST /api/auth/delete-account', { password }),
    ]
    for (const request of requests) {
      const { token } = await fixtures.signedIn(shop, username, password)
      Object.assign(customer, { token })
      const [session] = await customer.call('GET /api/auth/sessions')
      const { changed } = await shop.shop.db.transaction().execute(async (db) => {
        await db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
        const changed = request().then(
          () => 200,
          ({ status }: { status: number }) => status,
        )
        await vi.waitFor(async () => expect(await countWaiting(shop.shop.db)).toBeGreaterThan(0), 10_000)
        await db
          .deleteFrom('sessions')
          .where('id', '=', session?.id ?? 0)
          .execute()
        return { changed }
      })
      expect(await changed).toBe(401)
    }
    Object.assign(customer, await fixtures.signedIn(shop, username, password))
    expect(customer.user.pendingEmail).toBeNull()
    expect((await safety()).passkeys).toHaveLength(1)
  })

  test('sign in only once with an authenticator code or a recovery code', async () => {
    const { first, admin, secret, recoveryCodes } = await aCarefulAdmin(shop)
    turnClock(60_000)
    for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
      const steps = await Promise.all([1, 2, 3, 4].map(() => beginSignIn(shop, admin)))
      const outcomes = await atOnce(4, (index) => finishSignIn(shop, steps[index] ?? '', code))
      expect(good(outcomes)).toBe(1)
      expect(new Set(statusesOf(outcomes))).toEqual(new Set([401]))
      turnClock(16 * 60_000)
    }
    turnClock(0)
    await first.call('PATCH /api/admin/users/:id', { id: admin.user.id, role: 'customer' })
  })

  test('keep one owner if two owners demote each other', async () => {
    const admin = await fixtures.anAdmin(shop)
    const other = await fixtures.aVerifiedCustomer(shop)
    let [one, two] = [admin, other]
    for (let round = 0; round < 12; round++) {
      await one.call('PATCH /api/admin/users/:id', { id: two.user.id, role: 'admin' })
      two = await fixtures.signedIn(shop, two.user.username, two.password)
      const demote = (by: fixtures.Customer, whom: fixtures.Customer) =>
        by.call('PATCH /api/admin/users/:id', { id: whom.user.id, role: 'customer' })
      const [first, second] = await Promise.allSettled([demote(one, two), demote(two, one)])
      expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
      if (second.status === 'fulfilled') [one, two] = [two, one]
      expect(await one.call('GET /api/admin/users', { role: 'admin' })).toHaveLength(1)
    }
  })

  test('are counted exactly against a rate limit', async () => {
    const limit = { name: 'race', points: 7, seconds: 60 }
    expect(good(await atOnce(40, () => countAttempt(shop.shop.db, limit, 'key')))).toBe(7)
  })

  test('of starting nodes create one first admin', async () => {
    await shop.shop.db.deleteFrom('users').where('role', '=', 'admin').execute()
    const config = testConfig({ ADMIN_USERNAME: 'boss', ADMIN_EMAIL: 'boss@example.com' })
    expect(good(await atOnce(6, () => createFirstAdmin(shop.shop.db, config)))).toBe(6)
    const boss = await fixtures.signedIn(shop, 'boss', config.admin?.password ?? '')
    expect(await boss.call('GET /api/admin/users', { role: 'admin' })).toHaveLength(1)
  })
})

describe('concurrent reviews and favorites', () => {
  test('by one customer leave one review and one favorite', async () => {
    const customer = await fixtures.aCustomer(shop)
    const { id: productId } = await fixtures.aProduct(shop)
    const write = () =>
      customer.call('POST /api/reviews', { productId, title: 'Once', comment: 'And not another time.' })
    expect(good(await atOnce(8, write))).toBe(1)
    const add = () => customer.call('POST /api/favorites', { productId })
    expect(good(await atOnce(8, add))).toBe(8)
    expect(await customer.call('GET /api/favorites')).toHaveLength(1)
  })

  test('by many customers all count in the rating', async () => {
    const { id: productId } = await fixtures.aProduct(shop)
    const ratings = Array.from({ length: 20 }, (_, index) => (index % 5) + 1)
    const customers = await Promise.all(ratings.map(() => fixtures.aCustomer(shop)))
    const text = { productId, title: 'Together', comment: 'All at once.' }
    const written = await Promise.all(
      customers.map((customer, index) =>
        customer.call('POST /api/reviews', { ...text, rating: ratings[index] }),
      ),
    )
    const product = () => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(productId) })
    expect(await product()).toMatchObject({ rating: '3.0', reviewCount: 20 })
    await Promise.all(
      customers.map((customer, index) =>
        index % 2
          ? customer.call('DELETE /api/reviews/:id', { id: written[index]?.id ?? 0 })
          : customer.call('PATCH /api/reviews/:id', { id: written[index]?.id ?? 0, rating: 5 }),
      ),
    )
    expect(await product()).toMatchObject({ rating: '5.0', reviewCount: 10 })
  })
})
