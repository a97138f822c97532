import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN } from '../../tests/support/config.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

/** Checks all log lines, at the lowest level, for every action on an account. None may contain a secret. */
const lines: string[] = []
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ onLog: (line) => lines.push(line) })
})
const logged = () => lines.join('')

const PASSWORDS = ['first password', 'second password', 'third password', 'wrong password']

describe('the log at its most verbose level', () => {
  test('contains no token, password, or hash after any user action', async () => {
    const [first = '', second = '', third = '', wrong = ''] = PASSWORDS
    const secrets = [...PASSWORDS, ADMIN.ADMIN_PASSWORD, '$argon2id$']
    const keep = (secret: string | null) => secrets.push(secret ?? '')

    const customer = await fixtures.aCustomer(shop, { username: 'logged', password: first })
    keep(customer.token)
    const { email } = customer.user
    const verify = await fixtures.linkTo(shop, 'verify-email', email)
    keep(verify)
    await customer.call('POST /api/auth/verify-email', { token: verify })
    await fixtures.requestAddress(customer, 'logged-2@example.com')
    keep(await fixtures.linkTo(shop, 'verify-email', 'logged-2@example.com'))
    keep(await fixtures.linkTo(shop, 'undo-email-change', email))
    await customer.call('POST /api/auth/password', { currentPassword: first, newPassword: second })
    await fixtures.signedIn(shop, 'logged', wrong).catch(() => undefined)
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const reset = await fixtures.linkTo(shop, 'reset-password', email)
    keep(reset)
    await shop.visitor().call('POST /api/auth/reset-password', { token: reset, password: third })
    const again = await fixtures.signedIn(shop, 'logged', third)
    keep(again.token)
    keep((await fixtures.anAdmin(shop)).token)
    await shop.visitor().send({ url: `/api/auth/user?token=${again.token}` })
    await shop.visitor().send({ url: `/profile?x=1&auth_token=${again.token}` })
    await shop
      .visitor()
      .send({ url: `/api/auth/user`, headers: { authorization: `Bearer ${'A'.repeat(43)}` } })
    for (const page of ['confirm', 'unsubscribe'] as const) {
      if (page === 'confirm')
        await shop.visitor().call('POST /api/newsletter', { email: 'logged@example.com' })
      const token = await fixtures.newsletterToken(shop, page, 'logged@example.com')
      keep(token)
      const url = `/newsletter/${page}?token=${token}`
      await shop.visitor().send({ url })
      await shop.visitor().send({ method: 'POST', url })
      if (page === 'confirm') await shop.visitor().call('POST /api/newsletter/confirm', { token })
    }
    await again.call('POST /api/auth/delete-account', { password: third })

    expect(lines.length).toBeGreaterThan(20)
    expect(logged()).toContain('/api/auth/reset-password')
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8)
      expect(logged().includes(secret), `the log contains ${secret}`).toBe(false)
    }
    expect(logged()).not.toContain('A'.repeat(43))
  })

  test('contains no secret even if the database rejects a row and quotes its values', async () => {
    const { db } = shop.shop
    await sql`alter table users add constraint closed check (false) not valid`.execute(db)
    await expect(fixtures.aCustomer(shop, { password: 'fourth password' })).rejects.toMatchObject({
      status: 500,
    })
    await sql`alter table users drop constraint closed`.execute(db)
    expect(logged()).toContain('closed')
    expect(logged()).not.toMatch(/argon2|fourth password/)
  })
})
