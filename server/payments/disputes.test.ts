import { beforeAll, describe, expect, test, vi } from 'vitest'
import { US_DOLLARS } from '#contract/money.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { followUpPayment } from './apply-intent.ts'
import { ProviderError } from './provider.ts'
import { reconcile } from './reconcile.ts'
import { openStripe } from './stripe.ts'

// The card numbers are those of 'Test card numbers' in Stripe's documentation.
const CARD = {
  disputed: '4000000000000259',
  suspect: '4000000000005423',
  elevatedRisk: '4000000000009235',
} as const
const OWNER = 'hello@plinth.example'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

async function aPaidOrder(card: string, email = 'ada@example.com') {
  const product = await aProduct(shop, { name: 'Walnut tray', priceCents: 4500, stockQuantity: 5 })
  const checkout = await buying.checkOutWith(shop.visitor(), [product], { email })
  await buying.payByCard(shop, checkout, card)
  await buying.becomes(shop, checkout.orderId, 'processing')
  return checkout
}

const see = ({ orderId }: { orderId: string }) => admin.call('GET /api/admin/orders/:orderId', { orderId })
const needsOf = async ({ orderId }: { orderId: string }) =>
  (await admin.call('GET /api/admin/orders', { search: orderId }))[0]?.needs

/** Runs jobs until the check passes, because webhooks arrive asynchronously. */
async function eventually<T>(look: () => Promise<T>, check: (seen: T) => void): Promise<T> {
  return vi.waitFor(
    async () => {
      await shop.runJobs()
      const seen = await look()
      check(seen)
      return seen
    },
    { timeout: 20_000, interval: 50 },
  )
}

async function aDispute(order: { orderId: string }) {
  const { payment } = await eventually(
    () => see(order),
    ({ payment }) => expect(payment?.disputes).toHaveLength(1),
  )
  const [dispute] = payment?.disputes ?? []
  if (!dispute) throw new Error('The order has no dispute')
  return dispute
}

describe('a dispute', () => {
  test('has evidence that fits into its fields, with the newest events of a long history', async () => {
    const order = await aPaidOrder(CARD.disputed, 'many@example.com')
    const { id } = await aDispute(order)
    const sent = (number: number) => new Date(Date.now() + number * 60_000)
    await shop.shop.db
      .insertInto('emails')
      .values(
        Array.from({ length: 500 }, (_, number) => ({
          message_id: `<${number}@many.example>`,
          dedupe_key: `order-${order.orderId}-${number}`,
          recipient: 'many@example.com',
          subject: `Message number ${number} about the order`,
          text_body: '',
          html_body: '',
          sent_at: sent(number),
        })),
      )
      .execute()
    const { evidence } = await admin.call('GET /api/admin/disputes/:id/evidence', { id })
    const [title, omitted, ...events] = evidence.timeline.split('\n')
    expect(title).toContain(order.orderId)
    expect(omitted).toMatch(/^\(\d+ earlier events are left out\)$/)
    expect(events.at(-1)).toContain('Message number 499 about the order')
    expect(evidence.timeline.length).toBeGreaterThan(19_000)
    const submitted = await admin.call('POST /api/admin/disputes/:id/evidence', { id, evidence })
    expect(submitted.isAnswered).toBe(true)
  })

  test('is emailed to the store owner with its deadline and a link to submit evidence', async () => {
    const order = await aPaidOrder(CARD.disputed)
    const { id, dueBy, isAnswered } = await aDispute(order)
    expect(isAnswered).toBe(false)
    const deadline = new Date(dueBy ?? '').toLocaleString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const email = await eventually(
      async () => (await emailsTo(shop, OWNER)).find(({ subject }) => subject.includes('disputed')),
      (email) => expect(email).toBeDefined(),
    )
    expect(email?.subject).toContain(`Order ${order.orderId} is disputed: respond by ${deadline}`)
    expect(email?.text).toContain(`/admin?tab=orders&edit=${order.orderId}&evidence=${id}`)
    expect(email?.text).toContain('$49.99')
  })

  test('has evidence prefilled from the order, which can be submitted only once', async () => {
    const order = await aPaidOrder(CARD.disputed, 'claims@example.com')
    const { id } = await aDispute(order)
    await admin.call('POST /api/admin/orders/:orderId/approve', { orderId: order.orderId })
    await after.ship(admin, order)
    const file = await admin.call('GET /api/admin/disputes/:id/evidence', { id })
    expect(file).toMatchObject({ orderId: order.orderId, status: 'needs_response', isAnswered: false })
    expect(file.evidence).toMatchObject({
      customerEmail: 'claims@example.com',
      shippingCarrier: 'UPS',
      shippingTrackingNumber: '1Z 999 AA1',
      shippingDate: new Date().toISOString().slice(0, 10),
      productDescription: '1 × Walnut tray at $45.00',
    })
    expect(file.evidence.timeline).toMatch(/Order placed\n.*Order processing\n(.*\n)*.*Order shipped/)
    const evidence = { ...file.evidence, timeline: `${file.evidence.timeline}\nwinning_evidence` }
    const response = await admin.call('POST /api/admin/disputes/:id/evidence', { id, evidence })
    expect(response.isAnswered).toBe(true)
    expect((await stripeOf(shop).disputes.retrieve(id)).evidence).toMatchObject({
      customer_email_address: 'claims@example.com',
      shipping_tracking_number: '1Z 999 AA1',
    })
    await eventually(
      () => see(order),
      ({ payment }) => expect(payment?.disputes).toMatchObject([{ status: 'won', dueBy: null }]),
    )
    expect(await needsOf(order)).toEqual([])
    await expect(admin.call('POST /api/admin/disputes/:id/evidence', { id, evidence })).rejects.toMatchObject(
      {
        status: 409,
        serverMessage: expect.stringContaining("Stripe didn't accept the evidence"),
      },
    )
  })

  test.each(['half a \ud83d character', 'a \0 character'])('rejects %j in its evidence', async (timeline) => {
    const { id } = await aDispute(await aPaidOrder(CARD.disputed))
    const { evidence } = await admin.call('GET /api/admin/disputes/:id/evidence', { id })
    const body = { evidence: { ...evidence, timeline } }
    const response = await admin.send({ method: 'POST', url: `/api/admin/disputes/${id}/evidence`, body })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ errors: [{ path: 'evidence.timeline' }] })
  })

  // 'The dispute object, status' in Stripe's API reference.
  test('needs no admin if it was prevented', async () => {
    const order = await aPaidOrder(CARD.disputed)
    const { id } = await aDispute(order)
    await admin.call('POST /api/admin/orders/:orderId/approve', { orderId: order.orderId })
    expect(await needsOf(order)).toEqual(['dispute'])
    await shop.shop.db.updateTable('disputes').set({ status: 'prevented' }).where('id', '=', id).execute()
    expect(await needsOf(order)).toEqual([])
  })
})

describe('reconciliation, if every webhook was lost', () => {
  const withoutWebhooks = async (card: string) => {
    await buying.switchOn(shop, 'webhook-lost', {})
    const product = await aProduct(shop, { priceCents: 4500, stockQuantity: 5 })
    const order = await buying.checkOutWith(shop.visitor(), [product])
    await buying.payByCard(shop, order, card)
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    const { db, gateway, config } = shop.shop
    const { discrepancies } = await reconcile(db, gateway, config)
    return { ...order, found: discrepancies.filter(({ subject }) => subject === order.orderId) }
  }

  test('saves a dispute with its deadline, and emails the store owner once', async () => {
    const order = await withoutWebhooks(CARD.disputed)
    expect(order.found).toContainEqual({
      kind: 'dispute-missed',
      subject: order.orderId,
      text: 'The customer’s bank disputes $49.99. The webhook hadn’t arrived.',
      isRepaired: true,
    })
    const dispute = await aDispute(order)
    expect(dispute).toMatchObject({ status: 'needs_response', dueBy: expect.any(String) })
    const { db, gateway, config } = shop.shop
    const again = await reconcile(db, gateway, config)
    expect(again.discrepancies.filter(({ subject }) => subject === order.orderId)).toEqual([])
    await shop.runJobs()
    const subjects = (await emailsTo(shop, OWNER)).map(({ subject }) => subject)
    expect(subjects.filter((one) => one.startsWith(`Order ${order.orderId} is disputed`))).toHaveLength(1)
  })

  test('updates a dispute that was closed meanwhile', async () => {
    const order = await withoutWebhooks(CARD.disputed)
    const { id } = await aDispute(order)
    await buying.switchOn(shop, 'webhook-lost', {})
    const evidence = { uncategorized_text: 'losing_evidence' }
    await stripeOf(shop).disputes.update(id, { evidence, submit: true })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    const { db, gateway, config } = shop.shop
    expect((await reconcile(db, gateway, config)).discrepancies).toContainEqual({
      kind: 'dispute-behind',
      subject: order.orderId,
      text: 'The provider’s status “lost” of a dispute had not reached the shop.',
      isRepaired: true,
    })
    expect((await see(order)).payment?.disputes).toMatchObject([{ status: 'lost', isAnswered: true }])
  })

  test('saves a fraud warning, and holds the order for review', async () => {
    const order = await withoutWebhooks(CARD.suspect)
    expect(order.found).toContainEqual({
      kind: 'fraud-warning-missed',
      subject: order.orderId,
      text: 'The card issuer suspects fraud. The webhook hadn’t arrived.',
      isRepaired: true,
    })
    expect((await see(order)).reviewReason).toBe('The card issuer suspects fraud.')
  })

  test('continues without disputes if the key may not read them, and says so', async () => {
    await aPaidOrder('4242424242424242')
    const { db, gateway, config } = shop.shop
    // The intents and refunds are read before.
    const refused = (): never => {
      throw new ProviderError('unauthorized', 'The key lacks a permission.')
    }
    const { discrepancies } = await reconcile(db, { ...gateway, listDisputes: refused }, config)
    expect(discrepancies).toContainEqual({
      kind: 'disputes-unreadable',
      subject: 'disputes',
      text: expect.stringContaining('The key lacks a permission.'),
      isRepaired: false,
    })
  })
})

describe('an order’s review', () => {
  // 'Early fraud warnings' in Stripe's API reference.
  test('starts if the card issuer suspects fraud, and the store owner is emailed', async () => {
    const order = await aPaidOrder(CARD.suspect)
    const { payment } = await eventually(
      () => see(order),
      ({ reviewReason }) => expect(reviewReason).toBe('The card issuer suspects fraud.'),
    )
    expect(payment?.warnings).toMatchObject([{ kind: 'made_with_stolen_card', isActionable: true }])
    expect(await needsOf(order)).toEqual(['review'])
    await eventually(
      async () => (await emailsTo(shop, OWNER)).map(({ subject }) => subject),
      (subjects) => expect(subjects).toContain(`The card issuer suspects fraud in order ${order.orderId}`),
    )
    await expect(after.ship(admin, order)).rejects.toMatchObject({
      status: 409,
      code: 'held_for_review',
      serverMessage:
        'This order is held for review: The card issuer suspects fraud. Approve it before you ship it.',
    })
  })

  test('starts if the customer disputes the payment, and keeps the reasons that it already has', async () => {
    const order = await aPaidOrder(CARD.disputed)
    const { reviewReason } = await eventually(
      () => see(order),
      ({ payment }) => expect(payment?.disputes).toHaveLength(1),
    )
    expect(reviewReason).toBe('The customer’s bank disputes the payment.')
    expect(await needsOf(order)).toEqual(expect.arrayContaining(['dispute', 'review']))
    await expect(after.ship(admin, order)).rejects.toMatchObject({ status: 409, code: 'held_for_review' })
    await admin.call('POST /api/admin/orders/:orderId/approve', { orderId: order.orderId })
    const { db, gateway, config } = shop.shop
    await reconcile(db, gateway, config)
    expect((await see(order)).reviewReason).toBeNull()
    expect(await after.ship(admin, order)).toMatchObject({ status: 'shipped' })

    await buying.switchOn(shop, 'webhook-lost', {})
    const product = await aProduct(shop, { priceCents: 4500, stockQuantity: 5 })
    const visitor = shop.visitor()
    const risky = await buying.checkOutWith(visitor, [product])
    await buying.payByCard(shop, risky, CARD.disputed)
    await visitor.call('POST /api/payment-outcome', risky)
    await admin.call('POST /api/admin/orders/:orderId/review', {
      orderId: risky.orderId,
      reason: 'Odd address.',
    })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    await reconcile(db, gateway, config)
    expect((await see(risky)).reviewReason).toBe('Odd address. The customer’s bank disputes the payment.')
  })

  // 'Risk evaluation' in Stripe's documentation of Radar.
  test('starts if the provider rates the payment as risky, and lasts until an admin approves the order', async () => {
    const order = await aPaidOrder(CARD.elevatedRisk)
    const { payment } = await eventually(
      () => see(order),
      ({ reviewReason }) => expect(reviewReason).toBe("Stripe rates the payment's risk as elevated."),
    )
    expect(payment?.risk).toBe('elevated')
    const approve = () => admin.call('POST /api/admin/orders/:orderId/approve', { orderId: order.orderId })
    expect(await approve()).toMatchObject({ reviewReason: null })
    await expect(approve()).rejects.toMatchObject({ status: 409 })
    expect(await after.ship(admin, order)).toMatchObject({ status: 'shipped' })
    const entries = await admin.call('GET /api/admin/audit', { subjectId: order.orderId })
    expect(entries.map(({ action }) => action)).toContain('order.approved')
  })

  test('can be started by an admin with a reason, once, and only while the order is processing', async () => {
    const order = await aPaidOrder('4242424242424242')
    const hold = () =>
      admin.call('POST /api/admin/orders/:orderId/review', { orderId: order.orderId, reason: 'Odd address' })
    expect(await hold()).toMatchObject({ reviewReason: 'Odd address' })
    await expect(hold()).rejects.toMatchObject({ status: 409 })
    const { orderId } = await buying.checkOutWith(shop.visitor(), [await aProduct(shop)])
    await expect(
      admin.call('POST /api/admin/orders/:orderId/review', { orderId, reason: 'Odd address' }),
    ).rejects.toMatchObject({ status: 409, code: 'illegal_move' })
  })

  test('does not start if the payment’s risk is normal', async () => {
    const order = await aPaidOrder('4242424242424242')
    const { reviewReason } = await eventually(
      () => see(order),
      ({ payment }) => expect(payment?.risk).toBe('normal'),
    )
    expect(reviewReason).toBeNull()
  })
})

describe('the bank’s checks of the billing address and the security code', () => {
  const billing = { line1: '1 Dorset Street', postalCode: '12207' }
  const boughtWith = async (card: string) => {
    const product = await aProduct(shop, { name: 'Walnut tray', priceCents: 4500 })
    const checkout = await buying.checkOutWith(shop.visitor(), [product])
    return { ...checkout, status: await buying.payByCard(shop, checkout, card, billing) }
  }

  // 'Address checks' in Stripe's list of test cards.
  test.each([
    ['4242424242424242', { address: 'pass', postalCode: 'pass', securityCode: 'pass' }],
    ['4000000000000028', { address: 'fail', postalCode: 'pass', securityCode: 'pass' }],
    ['4000000000000044', { address: 'unavailable', postalCode: 'unavailable', securityCode: 'pass' }],
  ])('are shown to admins for a payment with %s', async (card, checks) => {
    const order = await boughtWith(card)
    await buying.becomes(shop, order.orderId, 'processing')
    await eventually(
      () => see(order),
      ({ payment }) => expect(payment?.checks).toEqual(checks),
    )
  })

  test('decline a payment with a different postal code, and admins see the reason', async () => {
    const order = await boughtWith('4000000000000036')
    expect(order.status).toBe(402)
    const { payment } = await eventually(
      () => see(order),
      ({ payment }) => expect(payment?.moves.map(({ kind }) => kind)).toContain('declined'),
    )
    expect(payment?.moves.at(-1)?.note).toContain('postal code')
    expect(payment?.checks).toEqual({ address: null, postalCode: null, securityCode: null })
  })
})

describe('the payment provider receives', () => {
  const chargeOf = async ({ clientSecret }: { clientSecret: string }) => {
    const id = clientSecret.split('_secret_')[0] ?? ''
    const { data } = await stripeOf(shop).charges.list({ payment_intent: id })
    return data[0]
  }

  test('the email address for a receipt, if the store owner wants receipts', async () => {
    const order = await aPaidOrder('4242424242424242', 'receipt@example.com')
    const { db, gateway } = shop.shop
    await followUpPayment(db, gateway, { orderId: order.orderId, hasReceipts: false })
    expect((await chargeOf(order))?.receipt_email).toBeNull()
    await followUpPayment(db, gateway, { orderId: order.orderId, hasReceipts: true })
    expect((await chargeOf(order))?.receipt_email).toBe('receipt@example.com')
  })

  test('no email address that it rejects', async () => {
    const { orderId, ...order } = await aPaidOrder('4242424242424242', 'jürgen@example.com')
    await followUpPayment(shop.shop.db, shop.shop.gateway, { orderId, hasReceipts: true })
    expect((await chargeOf(order))?.receipt_email).toBeNull()
  })

  test('an international domain in the form that it accepts', async () => {
    const { orderId, ...order } = await aPaidOrder('4242424242424242', 'jo@bücher.example')
    await followUpPayment(shop.shop.db, shop.shop.gateway, { orderId, hasReceipts: true })
    expect((await chargeOf(order))?.receipt_email).toBe('jo@xn--bcher-kva.example')
  })

  test('a statement descriptor, if the store owner sets one', async () => {
    const suffixFor = async (orderId: string, statementSuffix: string) => {
      const settings = { ...shop.shop.config.stripe, statementSuffix }
      const facts = { orderId, version: 1, amountCents: 5000, currency: US_DOLLARS }
      const { id } = await openStripe(settings, 'a shop').createIntent(facts, `${orderId} ${statementSuffix}`)
      return (await stripeOf(shop).paymentIntents.retrieve(id)).statement_descriptor_suffix
    }
    expect(await suffixFor('PL-0000-0000', '{order}')).toBe('PL-0000-0000')
    // A prefix that makes it too long is omitted, and so is a suffix of only digits.
    expect(await suffixFor('TEASHOPS-0000-0000', 'ORDER {order}')).toBe('ORDER 0000-0000')
    expect(await suffixFor('7-0000-0000', '{order}')).toBeNull()
  })

  test('the reason for a refund', async () => {
    const order = await aPaidOrder('4242424242424242')
    const { orderId } = order
    const refund = { orderId, amount: '5.00', seenRefunded: '0.00', reason: 'Billed twice' }
    await admin.call('POST /api/admin/orders/:orderId/refunds', { ...refund, category: 'duplicate' })
    const { data } = await eventually(
      async () => stripeOf(shop).refunds.list({ charge: (await chargeOf(order))?.id ?? '' }),
      ({ data }) => expect(data).toHaveLength(1),
    )
    expect(data[0]?.reason).toBe('duplicate')
    expect((await see(order)).payment?.refunds).toMatchObject([{ reason: 'Billed twice' }])
  })
})
