import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { turnClock } from '../../../server/platform/clock.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { openPageOf } from '../../../tests/support/page.tsx'
import { placeOf, switchOn } from '../../../tests/support/purchase.ts'
import { sendRequest } from '../../../tests/support/send-request.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { SHIPPING } from '../../../tests/support/shopper-details.ts'
import { BUSINESS, STRIPE_TAX } from '../../../tests/support/taxes.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
let minutes = 0
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { business: BUSINESS })
})
beforeEach(async () => {
  await admin.call('PATCH /api/admin/settings', { taxes: STRIPE_TAX })
  // The shop remembers the provider's response for a while.
  minutes += 2
  turnClock(minutes * 60_000)
})
afterEach(async () => {
  turnClock(0)
  await shop.shop.db.deleteFrom('rate_limits').where('key', 'like', 'tax-calculations%').execute()
  await sendRequest(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

const INACTIVE = /^Stripe isn’t calculating your taxes, so shoppers can’t check out\./
const UNKNOWN = /^Stripe doesn’t respond, or rejects the shop’s key/

async function open(address: string) {
  storeToken(admin.token ?? '')
  openPageOf(shop.visitor(), address)
  return address === '/admin'
    ? within(await screen.findByRole('main'))
    : within(await screen.findByRole('form', { name: 'Taxes' }))
}

/** Waits until the page has the state of the provider. @returns the text of the notices */
async function shownAt(address: string) {
  const page = await open(address)
  const notice = await page.findByRole('status', { name: 'Tax calculation' })
  return notice.textContent ?? ''
}

test.each(['/admin', '/admin?tab=settings&section=taxes'])(
  '%s says that Stripe Tax is switched off, and what to do',
  async (address) => {
    await switchOn(shop, 'tax-inactive', {})
    const text = await shownAt(address)
    expect(text).toMatch(INACTIVE)
    expect(text).toContain('Open Tax in your Stripe dashboard, activate it, and enter the address.')
  },
)

test.each(['/admin', '/admin?tab=settings&section=taxes'])(
  '%s says that tax calculations are paused',
  async (address) => {
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    await visitor.call('POST /api/quote', { place: placeOf(SHIPPING) })
    const { db } = shop.shop
    const ofShop = 'tax-calculations-shop:%'
    await db.updateTable('rate_limits').set({ points: 500 }).where('key', 'like', ofShop).execute()
    expect(await shownAt(address)).toMatch(/^Tax calculations are paused until \w+ \d+, \d{4}.* UTC\./)
  },
)

test.each(['/admin', '/admin?tab=settings&section=taxes'])(
  '%s shows nothing while Stripe Tax works, or if the shop doesn’t use it',
  async (address) => {
    expect(await shownAt(address)).toBe('')
    await switchOn(shop, 'tax-inactive', {})
    await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
    cleanup()
    expect(await shownAt('/admin')).toBe('')
  },
)

test('only the settings say that Stripe doesn’t respond', async () => {
  await switchOn(shop, 'down', {})
  expect(await shownAt('/admin')).toBe('')
  cleanup()
  expect(await shownAt('/admin?tab=settings&section=taxes')).toMatch(UNKNOWN)
})
