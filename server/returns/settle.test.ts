import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { statusOf } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

/** Creates a return request for one lamp of $45.00. */
async function requestReturn(email = 'a@example.com') {
  const product = await aProduct(shop, { name: 'Returned Lamp', priceCents: 4500, stockQuantity: 3 })
  const order = await after.aDeliveredOrder(shop, admin, [product], { email })
  const { returns } = await after.submitReturn(shop, order, { reason: 'Too bright' })
  return { order, product, id: returns[0]?.id ?? 0 }
}

const accept = (id: number, refund: string, restock = true) =>
  admin.call('POST /api/admin/returns/:id/accept', { id, refund, restock })
const decline = (id: number, reason = 'It was used for a year') =>
  admin.call('POST /api/admin/returns/:id/refuse', { id, reason })

const acceptedSubject = ({ orderId }: after.Proof) => `Your return for order ${orderId} was accepted`

const shelf = async ({ id }: { id: number }) =>
  (await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })).stockQuantity

describe('accepting a return', () => {
  test('refunds the amount the admin chose, restocks its items, and notifies the customer', async () => {
    const { order, product, id } = await requestReturn('happy@example.com')
    const accepted = await accept(id, '40.00')
    expect(accepted).toMatchObject({
      status: 'accepted',
      refund: '40.00',
      orderId: order.orderId,
      customer: 'Ada Lovelace',
      refundable: '9.99',
    })
    expect(await shelf(product)).toBe(3)
    const email = await after.findEmail(shop, order.email, acceptedSubject(order))
    expect(email.text).toContain("We're refunding $40.00 to your original card")
    await after.findEmail(shop, order.email, `We refunded $40.00 for your order ${order.orderId}`)
    const now = await after.tracked(shop, order)
    expect(now).toMatchObject({ status: 'delivered', refunds: [{ amount: '40.00', isDone: true }] })
    expect(await statusOf(shop, order.orderId)).toBe('delivered')
  })

  test('doesn’t restock items that can’t be sold again', async () => {
    const { product, id } = await requestReturn()
    await accept(id, '45.00', false)
    expect(await shelf(product)).toBe(2)
  })

  test('can refund nothing, in which case the email mentions no refund', async () => {
    const { order, id } = await requestReturn('exchange@example.com')
    expect((await accept(id, '0.00')).refund).toBe('0.00')
    expect((await after.tracked(shop, order)).refunds).toEqual([])
    const email = await after.findEmail(shop, order.email, acceptedSubject(order))
    expect(email.text).not.toContain('refunding')
  })

  test('is rejected if the refund exceeds the payment, and then changes nothing', async () => {
    const { order, product, id } = await requestReturn()
    await expect(accept(id, '50.00')).rejects.toMatchObject({
      status: 409,
      serverMessage: 'At most $49.99 of this order can be refunded.',
    })
    expect((await after.tracked(shop, order)).returns[0]?.status).toBe('requested')
    expect(await shelf(product)).toBe(2)
    expect((await accept(id, '49.99')).refundable).toBe('0.00')
  })
})

describe('declining a return', () => {
  test('emails the reason to the customer, and refunds nothing', async () => {
    const { order, product, id } = await requestReturn('unhappy@example.com')
    expect(await decline(id)).toMatchObject({ status: 'refused', answer: 'It was used for a year' })
    expect(await shelf(product)).toBe(2)
    const now = await after.tracked(shop, order)
    expect(now).toMatchObject({ status: 'delivered', refunds: [] })
    const email = await after.findEmail(shop, order.email, `About your return for order ${order.orderId}`)
    expect(email.text).toContain('It was used for a year')
  })

  test('allows the customer to request a return again', async () => {
    const { order, id } = await requestReturn()
    await decline(id)
    const again = await after.submitReturn(shop, order)
    expect(again.returns.map(({ status }) => status)).toEqual(['refused', 'requested'])
  })

  test('requires a reason', async () => {
    const { id } = await requestReturn()
    await expect(decline(id, ' ')).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Enter a reason. The customer will see it.',
    })
  })
})

describe('an accepted or declined return', () => {
  test('can’t be accepted or declined again', async () => {
    const { id } = await requestReturn()
    await accept(id, '45.00')
    await expect(accept(id, '4.00')).rejects.toMatchObject({
      status: 409,
      code: 'illegal_move',
      serverMessage: 'This return is already accepted.',
    })
    await expect(decline(id)).rejects.toMatchObject({ status: 409 })
    const other = await requestReturn()
    await decline(other.id)
    await expect(decline(other.id)).rejects.toMatchObject({
      serverMessage: 'This return is already declined.',
    })
  })

  test('is recorded in its history and in the audit log', async () => {
    const { order, id } = await requestReturn()
    await accept(id, '45.00')
    const { db } = shop.shop
    const transitions = await db
      .selectFrom('return_transitions')
      .select(['status', 'actor', 'note'])
      .where('return_id', '=', id)
      .orderBy('id')
      .execute()
    expect(transitions).toEqual([
      { status: 'requested', actor: 'customer', note: 'Too bright' },
      { status: 'accepted', actor: 'admin', note: null },
    ])
    const audited = await db
      .selectFrom('audit_log')
      .select(['actor', 'action', 'after'])
      .where('subject_id', '=', String(id))
      .where('action', 'like', 'return.%')
      .execute()
    expect(audited).toEqual([
      {
        actor: 'admin',
        action: 'return.accepted',
        after: { orderId: order.orderId, status: 'accepted', refundCents: 4500, restock: true },
      },
    ])
  })
})

describe('the refund suggested for a return', () => {
  test('follows the stored quote: parts add up to the total, and the last one includes shipping', async () => {
    const product = await aProduct(shop, { name: 'Set of Pens', priceCents: 400 })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 2 })
    const order = await after.aDeliveredOrder(shop, admin, [product], { visitor })
    // Three pens for 10.00, stored as in an order with a discount.
    await sql`update order_versions set subtotal_cents = 1000, quote = quote
      || jsonb_build_object('lines', jsonb_build_array(quote -> 'lines' -> 0 || '{"cents": 1000}'))
      || '{"subtotalCents": 1000, "totalCents": 1499}' where order_id = ${order.orderId}`.execute(
      shop.shop.db,
    )
    await sql`update payments set paid_cents = 1499 where order_id = ${order.orderId}`.execute(shop.shop.db)

    const suggested: string[] = []
    const totals: string[] = []
    for (let unit = 0; unit < 3; unit++) {
      const { returns } = await after.submitReturn(shop, order)
      const id = returns.at(-1)?.id ?? 0
      const shown = await admin.call('GET /api/admin/orders/:orderId', { orderId: order.orderId })
      expect(shown.returns.slice(0, -1).map((one) => one.suggestedRefund)).toEqual(Array(unit).fill(null))
      const refund = shown.returns.at(-1)?.suggestedRefund ?? ''
      suggested.push(refund)
      totals.push((await accept(id, refund)).itemsTotal)
    }
    expect(suggested).toEqual(['3.33', '3.34', '8.32'])
    expect(totals).toEqual(['3.33', '3.34', '3.33'])
    const listed = await admin.call('GET /api/admin/returns')
    expect(listed.slice(0, 3).map(({ itemsTotal }) => itemsTotal)).toEqual(['3.33', '3.34', '3.33'])
  })

  test('is at most the amount that earlier refunds left', async () => {
    const { order, id } = await requestReturn()
    await admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId: order.orderId,
      amount: '40.00',
      seenRefunded: '0.00',
      reason: 'A scratch',
    })
    const { returns } = await admin.call('GET /api/admin/orders/:orderId', { orderId: order.orderId })
    expect(returns).toMatchObject([{ id, suggestedRefund: '9.99' }])
  })
})

describe('GET /api/admin/returns', () => {
  test('lists returns of a status, newest first, in pages', async () => {
    const [first, second, third] = [await requestReturn(), await requestReturn(), await requestReturn()]
    await decline(second.id)
    const open = await admin.callPaged('GET /api/admin/returns', { status: 'requested', pageSize: 2 })
    expect(open.items.map(({ id }) => id)).toEqual([third.id, first.id])
    expect(open.items[0]).toMatchObject({ itemsTotal: '45.00', refundable: '49.99', reason: 'Too bright' })
    const oldest = { status: 'requested', sort: 'requested_asc', pageSize: 100 } as const
    const byAge = (await admin.callPaged('GET /api/admin/returns', oldest)).items.map(({ id }) => id)
    expect(byAge.slice(-2)).toEqual([first.id, third.id])
    const all = await admin.callPaged('GET /api/admin/returns', { pageSize: 100 })
    expect(all.total).toBe(all.items.length)
    expect(open.total).toBe(all.items.filter(({ status }) => status === 'requested').length)
  })
})
