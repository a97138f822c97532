import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isTimeZone } from '#contract/dates.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { aDeliveredOrder, findEmail, submitReturn } from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { turnClock } from '../platform/clock.ts'

const LONDON = { country: 'UK', state: 'London', city: 'London', zipCode: 'SW1A 1AA' } as const

let shop: TestShop
let admin: Customer
beforeEach(async () => {
  shop = await openTestShop({ webhooks: true })
})
afterEach(() => turnClock(0))

/** Moves the clock, and signs in an admin whose session isn't expired by then. */
async function turnTo(time: string) {
  turnClock(0)
  turnClock(Date.parse(time) - Date.now())
  admin = await anAdmin(shop)
}

const change = (changes: object) => admin.call('PATCH /api/admin/settings', changes)
const send = (url: string) => admin.send({ url })

describe('the time zone of a shop', () => {
  test('is UTC in a fresh install, and can be any zone of the IANA database', async () => {
    await turnTo('2027-01-10T12:00:00Z')
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({ timeZone: 'UTC' })
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('timeZone')
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([])
    expect(await change({ timeZone: 'Europe/Berlin' })).toMatchObject({ timeZone: 'Europe/Berlin' })
    expect(await change({ timeZone: 'Asia/Tokyo' })).toMatchObject({ timeZone: 'Asia/Tokyo' })
    expect(await shop.visitor().call('GET /api/shop')).toMatchObject({ timeZone: 'Asia/Tokyo' })
  })

  test.each(['', 'Berlin', '+01:00', 'Europe/Atlantis', null])('can’t be %j', async (timeZone) => {
    await turnTo('2027-01-10T12:00:00Z')
    const { status, json } = await admin.send({
      method: 'PATCH',
      url: '/api/admin/settings',
      body: { timeZone },
    })
    const error = { path: 'timeZone', message: 'Choose a time zone from the list' }
    expect([status, json()]).toMatchObject([400, { errors: [error] }])
  })
})

describe('in a shop in Auckland, 13 hours ahead of UTC in January', () => {
  /** Half past midnight on January 1, 2028 in Auckland. */
  const NEW_YEAR = '2027-12-31T11:30:00Z'

  beforeEach(async () => {
    await turnTo('2027-12-31T10:00:00Z')
    await change({
      timeZone: 'Pacific/Auckland',
      taxes: {
        ...NO_TAXES,
        mode: 'table',
        pricesIncludeTax: true,
        home: 'DE',
        rows: [taxRow('GB', 200_000, { next: { ppm: 210_000, from: '2028-01-01' } }), taxRow('FR', 200_000)],
      },
    })
  })

  test('a tax rate begins at midnight in Auckland', async () => {
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    const rateOf = async () => {
      const { taxes } = await visitor.call('POST /api/quote', { place: { country: 'UK', state: 'London' } })
      return taxes[0]?.rate
    }
    await turnTo('2027-12-31T10:59:00Z')
    expect(await rateOf()).toBe('20%')
    await turnTo('2027-12-31T11:01:00Z')
    expect(await rateOf()).toBe('21%')
  })

  test('an order on New Year’s Day there counts as such in the report, the quarter, the dashboard, and the list', async () => {
    const lamp = await aProduct(shop, { priceCents: 12_100, shippingCostCents: 0 })
    await turnTo(NEW_YEAR)
    const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), [lamp], LONDON)

    const report = (from: string, to: string) => admin.call('GET /api/admin/taxes', { from, to })
    expect(await report('2027-10-01', '2027-12-31')).toEqual([])
    expect(await report('2028-01-01', '2028-01-01')).toMatchObject([{ rate: '21%', tax: '21.00' }])

    const { days, to, funnel } = await admin.call('GET /api/admin/dashboard', { days: 7 })
    expect(to).toBe('2028-01-01')
    expect(days.map(({ day, orders }) => [day, orders]).slice(-2)).toEqual([
      ['2027-12-31', 0],
      ['2028-01-01', 1],
    ])
    expect(funnel.paid).toBe(1)

    const placedOn = async (day: string) =>
      (await admin.call('GET /api/admin/orders', { from: day, to: day })).map(({ id }) => id)
    expect(await placedOn('2027-12-31')).toEqual([])
    expect(await placedOn('2028-01-01')).toEqual([orderId])
    const { text } = await send('/api/admin/orders/export?from=2028-01-01&to=2028-01-01')
    expect(text).toMatch(new RegExp(`${orderId},2028-01-01T00:30:\\d\\d\\.\\d{3}\\+13:00,`))
  })

  test('the One-Stop-Shop file of a quarter contains the orders of its days there', async () => {
    const lamp = await aProduct(shop, { priceCents: 12_000, shippingCostCents: 0 })
    await change({
      zones: [
        {
          name: 'France',
          countries: ['FR'],
          regions: [],
          postalCodes: [],
          methods: [{ id: 'post', name: 'Post', kind: 'flat', rate: '0', bands: [] }],
        },
      ],
    })
    await turnTo(NEW_YEAR)
    const address = { country: 'FR', state: '', city: 'Paris', zipCode: '75001' } as const
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const input = await buying.checkoutInput(visitor, address as never, 'post')
    const paid = await visitor.call('POST /api/create-payment-intent', input)
    expect(await buying.payByCard(shop, paid)).toBe(200)
    await buying.becomes(shop, paid.orderId, 'processing')
    const oss = async (quarter: string) => (await send(`/api/admin/taxes/oss?quarter=${quarter}`)).text
    expect(await oss('2027-Q4')).not.toContain('FR')
    expect(await oss('2028-Q1')).toContain('FR,20%,100.00,20.00,USD')
  })
})

test('a withdrawal is confirmed with the time in the shop’s zone, and its name', async () => {
  await turnTo('2027-07-01T22:30:00Z')
  await change({ timeZone: 'Europe/Berlin', locale: 'de-DE' })
  const email = 'late@example.com'
  const order = await aDeliveredOrder(shop, admin, [await aProduct(shop)], { email })
  await submitReturn(shop, order)
  const { text } = await findEmail(shop, email, `We received your return request for order ${order.orderId}`)
  expect(text).toContain('on 2 July 2027 at 00:30 CEST')
})
