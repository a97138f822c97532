import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { intentIdOf } from '../../tests/support/shopper-details.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { now } from '../platform/clock.ts'

const IN_LONDON = { country: 'UK', state: 'London', city: 'London', zipCode: 'SW1A 1AA' } as const

let shop: TestShop
let admin: Customer
let cups: { id: number }
let tea: { id: number }
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', {
    taxes: {
      ...NO_TAXES,
      mode: 'table',
      pricesIncludeTax: true,
      home: 'DE',
      rows: [taxRow('GB', 190_000, { classes: { reduced: 70_000 } })],
    },
  })
})
beforeEach(() => async () => {
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

/** Places and pays an order of three cups at 99.95 with 19 % and one tea at 50.28 with 7 %, and shipping of 4.99. */
async function bought(email = 'tea@example.com') {
  cups = await aProduct(shop, { name: 'Teapot', priceCents: 9995, stockQuantity: 9 })
  tea = await aProduct(shop, { name: 'Green Tea', priceCents: 5028, stockQuantity: 9, taxClass: 'reduced' })
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: cups.id, quantity: 2 })
  const order = await buying.aPaidOrder(shop, visitor, [cups, tea], { ...IN_LONDON, email })
  const { items } = await see(order.orderId)
  const [teapots = 0, teas = 0] = ['Teapot', 'Green Tea'].map(
    (name) => items.find(({ product }) => product.name === name)?.id ?? 0,
  )
  return { ...order, email, teapots, teas }
}
const see = (orderId: string) => admin.call('GET /api/admin/orders/:orderId', { orderId })
type Choice = {
  amount?: string
  lines?: { itemId: number; quantity: number; restock: boolean }[]
  shipping?: string
}
const refund = async (orderId: string, choice: Choice) =>
  admin.call('POST /api/admin/orders/:orderId/refunds', {
    orderId,
    reason: 'Broken',
    ...choice,
    seenRefunded: (await see(orderId)).payment?.refunded ?? '',
  })
const preview = (orderId: string, choice: Choice) =>
  admin.call('POST /api/admin/orders/:orderId/refunds/preview', { orderId, ...choice })
const units = (itemId: number, quantity: number, restock = false) => [{ itemId, quantity, restock }]
async function stockOf({ id }: { id: number }) {
  const { quantity } = await shop.shop.db
    .selectFrom('stock')
    .select('quantity')
    .where('variant_id', '=', id)
    .executeTakeFirstOrThrow()
  return quantity
}
async function refundsBecome(orderId: string, ...statuses: string[]) {
  return vi.waitFor(
    async () => {
      await shop.runJobs()
      const { payment } = await see(orderId)
      expect(payment?.refunds.map(({ status }) => status)).toEqual(statuses)
      return payment
    },
    { timeout: 20_000, interval: 50 },
  )
}
/** Returns the report's rates in the order's country: rate, net amount, tax. */
async function report() {
  const day = now().toISOString().slice(0, 10)
  const rows = await admin.call('GET /api/admin/taxes', { from: day, to: day })
  return rows.filter(({ country }) => country === 'GB').map(({ rate, taxable, tax }) => [rate, taxable, tax])
}
const change = (before: string[][], after: string[][]) =>
  after.map(([rate, ...amounts], row) => [
    rate,
    ...amounts.map((amount, column) => (Number(amount) - Number(before[row]?.[column + 1] ?? 0)).toFixed(2)),
  ])
const quarter = () => `${now().getUTCFullYear()}-Q${Math.ceil((now().getUTCMonth() + 1) / 3)}`

describe('a refund by line', () => {
  test('includes exactly the tax of its units in preview, order, provider, email, export, and tax report', async () => {
    const order = await bought('agrees@example.com')
    const sold = await report()
    const choice = { lines: units(order.teapots, 1) }
    const vat = { name: 'VAT', rate: '19%', taxable: '83.99', amount: '15.96' }
    const line = { itemId: order.teapots, name: 'Teapot', quantity: 1, amount: '99.95' }
    expect(await preview(order.orderId, choice)).toEqual({
      amount: '99.95',
      lines: [line],
      shipping: '0.00',
      taxes: [vat],
      shippingLeft: '4.99',
    })
    expect((await see(order.orderId)).payment?.refunded).toBe('0.00')

    const { items } = await refund(order.orderId, choice)
    expect(items.map(({ refunded }) => refunded)).toEqual([1, 0])
    const payment = await refundsBecome(order.orderId, 'succeeded')
    expect(payment?.refunds).toMatchObject([{ amount: '99.95', lines: [line], taxes: [vat] }])
    const { data } = await stripeOf(shop).refunds.list({ payment_intent: intentIdOf(order.clientSecret) })
    expect(data.map(({ amount }) => amount)).toEqual([9995])
    expect(change(sold, await report())).toEqual([
      ['19%', '-83.99', '-15.96'],
      ['7%', '0.00', '0.00'],
    ])
    const email = await after.findEmail(
      ...([shop, order.email, `We refunded $99.95 for your order ${order.orderId}`] as const),
    )
    expect(email.text).toMatch(/1 × Teapot: \$99\.95/)
    expect(email.text).toMatch(/Includes VAT 19%: \$15\.96/)
    expect((await after.tracked(shop, order)).items.map((item) => item.refunded)).toEqual([1, 0])
    const { text: csv } = await admin.send({ url: `/api/admin/orders/export?search=${order.orderId}` })
    expect(csv).toContain(',1 x Teapot,15.96')
  })

  test('is in the One-Stop-Shop file with exactly its tax', async () => {
    const order = await bought()
    const { db } = shop.shop
    const rows = await db.selectFrom('order_versions').select(['order_id', 'quote']).execute()
    const quote = rows.find(({ order_id }) => order_id === order.orderId)?.quote
    const inGreece = JSON.stringify(quote).replaceAll('"country":"GB"', '"country":"GR"')
    await db
      .updateTable('order_versions')
      .set({ quote: inGreece })
      .where('order_id', '=', order.orderId)
      .execute()
    const oss = async () =>
      (await admin.send({ url: `/api/admin/taxes/oss?quarter=${quarter()}` })).text
        .trimEnd()
        .split('\r\n')
        .slice(1)
    expect(await oss()).toEqual(['EL,19%,255.56,48.56,USD', 'EL,7%,47.66,3.34,USD'])
    await refund(order.orderId, { lines: units(order.teapots, 1) })
    expect(await oss()).toEqual(['EL,19%,171.57,32.60,USD', 'EL,7%,47.66,3.34,USD'])
  })

  test('can include all or a part of the shipping', async () => {
    const { orderId, teas } = await bought()
    expect(await preview(orderId, {})).toMatchObject({ amount: '0.00', shippingLeft: '4.99' })
    expect(await preview(orderId, { lines: units(teas, 1), shipping: '2.00' })).toMatchObject({
      amount: '52.28',
      shipping: '2.00',
      shippingLeft: '4.99',
    })
    await refund(orderId, { shipping: '2.00' })
    await expect(refund(orderId, { lines: units(teas, 1), shipping: '3.00' })).rejects.toMatchObject({
      status: 409,
      serverMessage: 'At most $2.99 of the shipping can be refunded.',
    })
    await refund(orderId, { lines: units(teas, 1), shipping: '2.99' })
    expect((await see(orderId)).payment).toMatchObject({ refunded: '55.27', refundable: '299.85' })
  })

  test('restocks units only if the admin chose it', async () => {
    const { orderId, teapots, teas } = await bought()
    expect([await stockOf(cups), await stockOf(tea)]).toEqual([6, 8])
    await refund(orderId, {
      lines: [...units(teapots, 2, true), ...units(teas, 1, false)],
    })
    expect([await stockOf(cups), await stockOf(tea)]).toEqual([8, 8])
    await admin.call('POST /api/admin/orders/:orderId/cancel', { orderId, restock: true, reason: 'Closed' })
    expect([await stockOf(cups), await stockOf(tea)]).toEqual([9, 8])
    await refundsBecome(orderId, 'succeeded', 'succeeded')
    const { items, payment } = await see(orderId)
    expect(items.map(({ quantity, refunded }) => quantity - refunded)).toEqual([0, 0])
    expect(payment?.refundable).toBe('0.00')
    await expect(preview(orderId, { lines: units(teapots, 1) })).rejects.toMatchObject({
      status: 409,
      code: 'illegal_move',
    })
  })

  test('is rejected for more units than are left, for other items, and together with an amount', async () => {
    const { orderId, teapots, teas } = await bought()
    await refund(orderId, { lines: units(teas, 1) })
    const rejected = (choice: Choice) => expect(refund(orderId, choice)).rejects
    await rejected({ lines: units(teas, 1) }).toMatchObject({
      status: 409,
      serverMessage: 'Green Tea is already refunded.',
    })
    await rejected({ lines: units(teapots, 4) }).toMatchObject({
      status: 409,
      serverMessage: 'Only 3 of Teapot can be refunded.',
    })
    await rejected({ lines: units(999_999, 1) }).toMatchObject({
      status: 400,
      serverMessage: "This item isn't in the order.",
    })
    await rejected({ lines: units(teapots, 1), amount: '1.00' }).toMatchObject({ status: 400 })
    await rejected({}).toMatchObject({ status: 400 })
    await rejected({ lines: [] }).toMatchObject({ status: 409 })
    await rejected({ lines: [...units(teapots, 1), ...units(teapots, 1)] }).toMatchObject({ status: 400 })
    expect((await see(orderId)).payment?.refunds).toHaveLength(1)
  })
})

describe('refunds of one order', () => {
  test('by amount are spread over the rest, and report and payment agree after every step', async () => {
    const { orderId, teapots } = await bought()
    const sold = await report()
    const agree = async () => {
      const { payment } = await see(orderId)
      const back = change(sold, await report()).flatMap(([, ...amounts]) => amounts.map(Number))
      expect(back.reduce((sum, amount) => sum - amount, 0).toFixed(2)).toBe(payment?.refunded)
    }
    await refund(orderId, { amount: '33.33' })
    await agree()
    await refund(orderId, { lines: units(teapots, 1) })
    await agree()
    await refund(orderId, { amount: '0.01' })
    await agree()
    await refund(orderId, { lines: units(teapots, 2), shipping: '0.50' })
    await agree()
    await refund(orderId, { amount: (await see(orderId)).payment?.refundable ?? '' })
    await agree()
    expect((await see(orderId)).payment?.refundable).toBe('0.00')
    expect(change(sold, await report())).toEqual([
      ['19%', '-255.56', '-48.56'],
      ['7%', '-47.66', '-3.34'],
    ])
  })
})

describe('a refund by line that fails', () => {
  test('makes its units refundable again, leaves its restocked units in stock, and can be retried', async () => {
    const { orderId, teapots } = await bought()
    const sold = await report()
    await buying.switchOn(shop, 'refund-fails', { count: 1, delayMs: 50 })
    await refund(orderId, { lines: units(teapots, 2, true), shipping: '1.00' })
    const failed = await refundsBecome(orderId, 'failed')
    expect((await see(orderId)).items.map(({ refunded }) => refunded)).toEqual([0, 0])
    expect(change(sold, await report())).toEqual([
      ['19%', '0.00', '0.00'],
      ['7%', '0.00', '0.00'],
    ])
    expect(await stockOf(cups)).toBe(8)
    await admin.call('POST /api/admin/refunds/:id/retry', { id: failed?.refunds[0]?.id ?? 0 })
    const settled = await refundsBecome(orderId, 'failed', 'succeeded')
    expect(settled?.refunds[1]).toMatchObject({
      amount: '200.90',
      shipping: '1.00',
      lines: [{ itemId: teapots, quantity: 2, amount: '199.90' }],
    })
    expect(await stockOf(cups)).toBe(8)
    await refund(orderId, { lines: units(teapots, 1, true) })
    expect(await stockOf(cups)).toBe(9)
  })

  test('can’t be retried once its units were refunded in another way', async () => {
    const { orderId, teas } = await bought()
    await buying.switchOn(shop, 'refund-fails', { count: 1, delayMs: 50 })
    await refund(orderId, { lines: units(teas, 1, true) })
    const failed = await refundsBecome(orderId, 'failed')
    await refund(orderId, { lines: units(teas, 1, true) })
    expect(await stockOf(tea)).toBe(9)
    await expect(
      admin.call('POST /api/admin/refunds/:id/retry', { id: failed?.refunds[0]?.id ?? 0 }),
    ).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Part of this was refunded in the meantime. Make a new refund of the rest.',
    })
  })
})

describe('an accepted return', () => {
  test('refunds its own items first, with their tax, which the preview shows', async () => {
    const order = await bought('returned@example.com')
    await after.ship(admin, order)
    await after.deliver(admin, order)
    const { returns } = await after.submitReturn(shop, order, { name: 'Green Tea' })
    const id = returns[0]?.id ?? 0
    const sold = await report()
    expect((await see(order.orderId)).returns[0]?.suggestedRefund).toBe('50.28')
    const tax = { name: 'VAT', rate: '7%', taxable: '42.06', amount: '2.94' }
    expect(await admin.call('POST /api/admin/returns/:id/preview', { id, refund: '45.00' })).toMatchObject({
      amount: '45.00',
      lines: [{ itemId: order.teas, quantity: 1, amount: '45.00' }],
      taxes: [tax],
    })
    await admin.call('POST /api/admin/returns/:id/accept', { id, refund: '45.00', restock: true })
    expect(await stockOf(tea)).toBe(9)
    expect(change(sold, await report())).toEqual([
      ['19%', '0.00', '0.00'],
      ['7%', '-42.06', '-2.94'],
    ])
    const { items } = await see(order.orderId)
    expect(items.map(({ refunded, returnable }) => [refunded, returnable])).toEqual([
      [0, 3],
      [1, 0],
    ])
  })

  test('isn’t possible for units that were refunded by line, and restocks no unit twice', async () => {
    const order = await bought()
    await after.ship(admin, order)
    await after.deliver(admin, order)
    const { returns } = await after.submitReturn(shop, order, { name: 'Green Tea' })
    const id = returns[0]?.id ?? 0
    await refund(order.orderId, { lines: [...units(order.teas, 1, true), ...units(order.teapots, 3)] })
    await expect(after.submitReturn(shop, order, { name: 'Teapot' })).rejects.toMatchObject({
      serverMessage: 'Teapot is already refunded.',
    })
    expect((await see(order.orderId)).returns[0]?.suggestedRefund).toBe('4.99')
    await admin.call('POST /api/admin/returns/:id/accept', { id, refund: '0.00', restock: true })
    expect(await stockOf(tea)).toBe(9)
  })
})
