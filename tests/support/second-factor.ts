import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { now } from '../../server/platform/clock.ts'
import { ApiError } from '../../web/platform/api.ts'
import * as fixtures from './fixtures.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

/** Returns the code that an app shows now, or `ms` milliseconds later. */
export function codeOf(secret: string, ms = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + ms })
}

/** Creates another admin, an owner by default, because all tests share the first one. */
export async function anotherAdmin(
  shop: TestShop,
  { staffRole, ...facts }: { email?: string; staffRole?: StaffRole } = {},
): Promise<fixtures.Customer> {
  const first = await fixtures.anAdmin(shop)
  const username = `admin-${randomUUID().slice(0, 8)}`
  const customer = await fixtures.aVerifiedCustomer(shop, { username, ...facts })
  await first.call('PATCH /api/admin/users/:id', { id: customer.user.id, role: 'admin', staffRole })
  return fixtures.signedIn(shop, username, customer.password)
}

/** Sets up an authenticator app. The code that confirmed it can't be used again. */
export async function withApp(admin: fixtures.Customer) {
  const { secret } = await admin.call('POST /api/auth/second-factor', { password: admin.password })
  const { recoveryCodes } = await admin.call('POST /api/auth/second-factor/confirm', { code: codeOf(secret) })
  return { admin, secret, recoveryCodes }
}

/** Creates another admin who has set up an app and is signed in. */
export async function aCarefulAdmin(shop: TestShop, facts: { email?: string } = {}) {
  return { first: await fixtures.anAdmin(shop), ...(await withApp(await anotherAdmin(shop, facts))) }
}

/** Submits the password. @returns the challenge that requires a code */
export async function beginSignIn(
  shop: TestShop,
  { user: { username }, password }: fixtures.Customer,
  visitor: Visitor = shop.visitor(),
): Promise<string> {
  const error = await visitor
    .call('POST /api/auth/login', { username, password })
    .catch((reason: unknown) => reason)
  if (!(error instanceof ApiError) || error.code !== 'code_needed') throw new Error('No code was required')
  return error.body?.step ?? ''
}

/** Submits the code as the second step of a sign-in. */
export function finishSignIn(shop: TestShop, step: string, code: string, visitor = shop.visitor()) {
  return visitor.call('POST /api/auth/sign-in-code', { step, code })
}
