import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { aPaidOrder, checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { now, turnClock } from '../platform/clock.ts'

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
afterEach(async () => {
  turnClock(0)
  admin = await anAdmin(shop)
})

const toLondon = { country: 'UK', state: 'London', city: 'London', zipCode: 'SW1A 1AA' } as const

const report = (from: Date, to = from) =>
  admin.call('GET /api/admin/taxes', { from: dayOf(from), to: dayOf(to) })
const refund = (orderId: string, amount: string, seenRefunded = '0.00') =>
  admin.call('POST /api/admin/orders/:orderId/refunds', {
    orderId,
    amount,
    seenRefunded,
    reason: 'Scratched',
  })
/** Moves the clock, and signs the admin in again because the session has expired by then. */
async function turnTo(time: Date) {
  turnClock(0)
  turnClock(time.getTime() - Date.now())
  admin = await anAdmin(shop)
}

describe('the tax report', () => {
  test('sums paid orders by country and rate, less the share of refunds, and ignores unpaid orders', async () => {
    await admin.call('PATCH /api/admin/settings', {
      taxes: {
        ...NO_TAXES,
        mode: 'table',
        pricesIncludeTax: true,
        rows: [
          taxRow('GB', 200_000, { classes: { reduced: 50_000 } }),
          taxRow('US', 62_500, { region: 'TX', name: '=State tax' }),
        ],
      },
    })
    expect(await report(now())).toEqual([])
    const lamp = await aProduct(shop, { priceCents: 12_000, shippingCostCents: 0 })
    const book = await aProduct(shop, { priceCents: 10_500, shippingCostCents: 0, taxClass: 'reduced' })
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [lamp, book], toLondon)
    await aPaidOrder(shop, shop.visitor(), [lamp], toLondon)
    await aPaidOrder(shop, shop.visitor(), [lamp])
    await checkOutWith(shop.visitor(), [lamp])
    const [gb, us] = [
      { country: 'GB', region: null, name: 'VAT' },
      { country: 'US', region: 'TX', name: '=State tax' },
    ]
    const texas = { ...us, rate: '6.25%', taxable: '112.94', tax: '7.06' }
    expect(await report(now())).toEqual([
      { ...gb, rate: '20%', taxable: '200.00', tax: '40.00' },
      { ...gb, rate: '5%', taxable: '100.00', tax: '5.00' },
      texas,
    ])

    await refund(orderId, '75.00')
    await refund(orderId, '75.00', '75.00')
    // Two thirds of 100.00 and 20.00, and of 100.00 and 5.00.
    expect(await report(now())).toEqual([
      { ...gb, rate: '20%', taxable: '133.33', tax: '26.67' },
      { ...gb, rate: '5%', taxable: '33.33', tax: '1.67' },
      texas,
    ])
    await refund(orderId, '75.00', '150.00')
    expect((await report(now())).map(({ rate, taxable, tax }) => [rate, taxable, tax])).toEqual([
      ...[
        ['20%', '100.00', '20.00'],
        ['5%', '0.00', '0.00'],
        ['6.25%', '112.94', '7.06'],
      ],
    ])
    const { text, headers } = await admin.send({
      url: `/api/admin/taxes/export?from=${dayOf(now())}&to=${dayOf(now())}`,
    })
    expect(headers['content-disposition']).toContain('attachment')
    expect(text).toBe(
      'Country,Region,Tax,Rate,Taxable amount,Tax amount,Currency\r\nGB,,VAT,20%,100.00,20.00,USD\r\nGB,,VAT,5%,0.00,0.00,USD\r\n' +
        "US,TX,'=State tax,6.25%,112.94,7.06,USD\r\n",
    )
  })

  test('counts a refund on the day of the refund', async () => {
    await turnTo(new Date('2027-01-10T12:00:00Z'))
    const sold = now()
    const lamp = await aProduct(shop, { priceCents: 12_000, shippingCostCents: 0 })
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [lamp], toLondon)
    await turnTo(new Date('2027-01-11T12:00:00Z'))
    await refund(orderId, '120.00')
    const vat = { country: 'GB', region: null, name: 'VAT', rate: '20%' }
    expect(await report(sold)).toEqual([{ ...vat, taxable: '100.00', tax: '20.00' }])
    expect(await report(now())).toEqual([{ ...vat, taxable: '-100.00', tax: '-20.00' }])
    expect(await report(sold, now())).toEqual([{ ...vat, taxable: '0.00', tax: '0.00' }])
  })

  test.each(['0000-01-01', '2026-02-30', 'today'])('rejects %s as a day', async (day) => {
    const { status } = await admin.send({ url: `/api/admin/taxes?from=${day}&to=2026-10-01` })
    expect(status).toBe(400)
  })

  test('rejects a period that ends before it begins', async () => {
    const { status, json } = await admin.send({ url: '/api/admin/taxes?from=2026-10-02&to=2026-10-01' })
    expect([status, json()]).toMatchObject([400, { errors: [{ path: 'to' }] }])
  })
})

test('the One-Stop-Shop file contains the VAT of other EU countries in a quarter, by their VAT codes', async () => {
  await admin.call('PATCH /api/admin/settings', {
    taxes: {
      ...NO_TAXES,
      mode: 'table',
      pricesIncludeTax: true,
      home: 'DE',
      rows: [taxRow('GB', 200_000)],
    },
  })
  const lamp = await aProduct(shop, { priceCents: 12_000, shippingCostCents: 0 })
  await turnTo(new Date('2027-03-31T23:30:00Z'))
  const { db } = shop.shop
  const sell = async (country: string, name = 'VAT', ppm = 200_000) => {
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [lamp], toLondon)
    const { quote } = await db
      .selectFrom('order_versions')
      .select('quote')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { taxes } = quote as { taxes: object[] }
    await db
      .updateTable('order_versions')
      .set({
        quote: JSON.stringify({
          ...(quote as object),
          taxes: taxes.map((one) => ({ ...one, country, name, ppm })),
        }),
      })
      .where('order_id', '=', orderId)
      .execute()
  }
  for (const country of ['AT', 'AT', 'DE', 'CH', 'FR', 'GR']) await sell(country)
  await sell('NL', 'Reverse charge', 0)
  await turnTo(new Date('2027-04-01T00:30:00Z'))
  await sell('AT')
  const oss = async (quarter: string) =>
    (await admin.send({ url: `/api/admin/taxes/oss?quarter=${quarter}` })).text.trimEnd().split('\r\n')
  expect(await oss('2027-Q1')).toEqual([
    'Member state of consumption,VAT rate,Taxable amount,VAT amount,Currency',
    'AT,20%,200.00,40.00,USD',
    'EL,20%,100.00,20.00,USD',
    'FR,20%,100.00,20.00,USD',
  ])
  expect((await oss('2027-Q2')).slice(1)).toEqual(['AT,20%,100.00,20.00,USD'])
})
