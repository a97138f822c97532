import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { VAT_NUMBER_MESSAGES } from '#contract/checkout/shipping.ts'
import { vatNote } from '#contract/orders/vat-number.ts'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { holdForReview } from '../orders/review.ts'
import { turnClock } from '../platform/clock.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { verifyOrdersJob } from './unverified-orders.ts'

const FRENCH = 'FR40303265045'
const GERMAN = 'DE136695976'
const NORTHERN_IRISH = 'XI110305878'
const OWNER = 'hello@plinth.example'
const HOUR_MS = 60 * 60_000
const toVienna = {
  country: 'AT',
  city: 'Wien',
  zipCode: '1010',
  address: 'Graben 12',
  state: '',
  phone: '+43 1 234567890',
}

let shop: TestShop
let admin: Customer
let visitor: Visitor
let lamp: { id: number }
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  lamp = await aProduct(shop, { priceCents: 11_900 })
  const rates = [
    ['DE', 190_000],
    ['AT', 200_000],
  ] as const
  await admin.call('PATCH /api/admin/settings', {
    business: { ...NO_BUSINESS, legalName: 'Lindqvist GmbH', country: 'DE', vatId: GERMAN },
    zones: [
      {
        name: 'EU',
        countries: ['DE', 'AT'],
        methods: [{ id: 'parcel', name: 'Parcel', kind: 'flat', rate: '5.95' }],
      },
    ],
    taxes: {
      ...NO_TAXES,
      mode: 'table',
      pricesIncludeTax: true,
      home: 'DE',
      rows: rates.map(([country, ppm]) => taxRow(country, ppm)),
    },
  } as never)
})
beforeEach(() => {
  visitor = shop.visitor()
})
afterEach(async () => {
  turnClock(0)
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

const inject = (kind: string, count = 1, more: { delayMs?: number } = {}) =>
  fetch(`${shop.sandboxUrl}/sandbox/api/faults/vies/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count, ...more }),
  })
type ViesQuery = { number: string; requester: string | null; request_identifier: string }
const viesQueries = async (): Promise<ViesQuery[]> =>
  (await fetch(`${shop.sandboxUrl}/vies/queries`)).json() as Promise<ViesQuery[]>
/** The number of questions to VIES that an action causes. */
async function countQueries(run: () => Promise<unknown>): Promise<number> {
  const before = (await viesQueries()).length
  await run()
  return (await viesQueries()).length - before
}
const acceptUnverified = async (acceptsUnverifiedNumbers: boolean) => {
  const { taxes } = await admin.call('GET /api/admin/settings')
  await admin.call('PATCH /api/admin/settings', { taxes: { ...taxes, acceptsUnverifiedNumbers } })
}
let numbers = 100_000
/** A valid VAT number that VIES hasn't verified yet. */
function newNumber() {
  numbers += 1
  return `LU${numbers}${String(numbers % 89).padStart(2, '0')}`
}

/**
 * Checks out one lamp as a business.
 * @param amount the amount that the shopper saw
 */
async function checkOut(vatId: string, amount: string, to: object = toVienna) {
  await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
  return payFor(visitor, vatId, amount, to)
}
async function payFor(shopper: Visitor, vatId: string, amount: string, to: object = toVienna) {
  const input = await buying.checkoutInput(shopper)
  const shippingInfo = { ...input.shippingInfo, ...to } as typeof input.shippingInfo
  return shopper.call('POST /api/create-payment-intent', { ...input, amount, shippingInfo, vatId })
}
const orderOf = ({ orderId }: { orderId: string }) =>
  admin.call('GET /api/admin/orders/:orderId', { orderId })
/**
 * Holds the next changes of a payment intent, each before the provider gets it or after.
 * @returns waits for the next one, and returns the function that lets it through
 */
function holdUpdates(...positions: ('before' | 'after')[]): () => Promise<() => void> {
  const { gateway } = shop.shop
  const { updateIntent } = gateway
  const held: (() => void)[] = []
  const letThrough = () => new Promise<void>((resolve) => held.push(resolve))
  const hold = vi.spyOn(gateway, 'updateIntent')
  for (const position of positions)
    hold.mockImplementationOnce(async (...change) => {
      if (position === 'before') await letThrough()
      const intent = await updateIntent(...change)
      if (position === 'after') await letThrough()
      return intent
    })
  onTestFinished(() => {
    hold.mockRestore()
    for (const resolve of held) resolve()
  })
  return () => vi.waitUntil(() => held.shift(), { timeout: 60_000 })
}

describe('a business in another EU country with a VAT number', () => {
  test('owes the VAT itself, and pays the price without the VAT of the shop’s country', async () => {
    const checkout = await checkOut(' fr 40 303 265 045 ', '105.00')
    expect((await buying.intentOf(shop, checkout)).amount).toBe(10_500)
    expect(await orderOf(checkout)).toMatchObject({
      subtotal: '100.00',
      shippingCost: '5.00',
      totalAmount: '105.00',
      taxes: [{ name: 'Reverse charge', rate: '0%', amount: '0.00', isIncluded: false }],
      items: [{ price: '100.00' }],
      vatNumber: {
        id: FRENCH,
        country: 'FR',
        state: 'verified',
        name: 'Sandbox Trading Company',
        consultationNumber: expect.stringMatching(/^WAPI/),
      },
    })
    await buying.payByCard(shop, checkout)
    await buying.becomes(shop, checkout.orderId, 'processing')
    const { text } = await after.findEmail(
      ...([shop, 'ada@example.com', `Your order ${checkout.orderId} at Plinth`] as const),
    )
    expect(text).toMatch(
      /Reverse charge 0%: \$0\.00\s+Total: \$105\.00\s+VAT number: FR40303265045 \(verified\)/,
    )
    expect(text).toContain(
      'Reverse charge: this intra-Community supply has no VAT. You owe the VAT in your country.',
    )
    expect(text).not.toContain('We verify your VAT number')
    const { text: csv } = await admin.send({ url: `/api/admin/orders/export?search=${checkout.orderId}` })
    expect(csv).toContain(`,${FRENCH},0.00,0.00`)
  })

  test('pays VAT in the shop’s country, and so does a business from that country', async () => {
    const toBerlin = { ...toVienna, country: 'DE', city: 'Berlin', zipCode: '10115' }
    const home = await orderOf(await checkOut(FRENCH, '124.95', toBerlin))
    expect(home.taxes).toMatchObject([{ name: 'VAT', rate: '19%' }])
    visitor = shop.visitor()
    const own = await orderOf(await checkOut(GERMAN, '124.95'))
    expect(own).toMatchObject({ taxes: [{ name: 'VAT', rate: '20%' }], vatNumber: { id: GERMAN } })
  })

  test('pays shipping without the VAT that the same cart contains at home, with two rates', async () => {
    const { taxes, zones } = await admin.call('GET /api/admin/settings')
    const parcel = { id: 'parcel', name: 'Parcel', kind: 'flat', rate: '59.50' }
    await admin.call('PATCH /api/admin/settings', {
      zones: [{ name: 'EU', countries: ['DE', 'AT'], methods: [parcel] }],
      taxes: {
        ...taxes,
        rows: [taxRow('DE', 190_000, { classes: { reduced: 70_000 } }), taxRow('AT', 200_000)],
      },
    } as never)
    onTestFinished(async () => {
      await admin.call('PATCH /api/admin/settings', { zones, taxes } as never)
    })
    const tea = await aProduct(shop, { priceCents: 1070, taxClass: 'reduced' })
    await visitor.call('POST /api/cart', { productId: tea.id, quantity: 1 })
    // 59.50 is split 54.59 : 4.91, like 119.00 : 10.70. These parts contain 8.72 and 0.32.
    expect(await orderOf(await checkOut(FRENCH, '160.46'))).toMatchObject({
      subtotal: '110.00',
      shippingCost: '50.46',
      totalAmount: '160.46',
    })
  })

  test('must agree to the total', async () => {
    await expect(checkOut(FRENCH, '124.95')).rejects.toMatchObject({
      code: 'cart_changed',
      body: { quote: { subtotal: '100.00', shipping: '5.00', tax: '0.00', total: '105.00' } },
    })
  })
})

describe('a replaced cart token', () => {
  let replaced: Visitor
  let placed: buying.Checkout
  beforeEach(async () => {
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    replaced = shop.visitor()
    replaced.cookies.set('cart', visitor.cookies.get('cart') ?? '')
    placed = await payFor(visitor, FRENCH, '105.00')
  })

  test('continues the order of a business without charging VAT', async () => {
    expect(await payFor(replaced, FRENCH, '105.00')).toMatchObject({ orderId: placed.orderId })
    expect(await payFor(replaced, '', '105.00')).toMatchObject({ orderId: placed.orderId })
    expect(await orderOf(placed)).toMatchObject({ totalAmount: '105.00', vatNumber: { id: FRENCH } })
  })

  test('can’t charge VAT to a business that owes it itself', async () => {
    await expect(payFor(replaced, '', '124.95')).rejects.toMatchObject({
      code: 'cart_changed',
      body: { quote: { total: '105.00' } },
    })
    expect(await orderOf(placed)).toMatchObject({ totalAmount: '105.00' })
  })

  describe('at the same time as the order gets its VAT number', () => {
    let exempt: Promise<buying.Checkout>
    let taxed: Promise<buying.Checkout>
    let letExempt: () => void
    let letTaxed: () => void
    beforeEach(async () => {
      await payFor(visitor, '', '124.95')
      const nextUpdate = holdUpdates('before', 'before')
      exempt = payFor(visitor, FRENCH, '105.00')
      letExempt = await nextUpdate()
      taxed = payFor(replaced, '', '124.95')
      letTaxed = await nextUpdate()
    })

    test('is rejected if its change reaches the provider second, and doesn’t raise the payment', async () => {
      letExempt()
      await exempt
      letTaxed()
      await expect(taxed).rejects.toMatchObject({
        code: 'cart_changed',
        body: { quote: { total: '105.00' } },
      })
      await isExempt()
    })

    test('doesn’t raise the payment if its change reaches the provider first', async () => {
      letTaxed()
      await taxed
      letExempt()
      await exempt
      await isExempt()
    })

    async function isExempt() {
      expect(await orderOf(placed)).toMatchObject({ totalAmount: '105.00', vatNumber: { id: FRENCH } })
      expect((await buying.intentOf(shop, placed)).amount).toBe(10_500)
    }
  })
})

test('an order changed in two tabs at the same time is paid as it is, even if the provider gets a change late', async () => {
  const placed = await checkOut('', '124.95')
  await payFor(visitor, FRENCH, '105.00')
  await payFor(visitor, '', '124.95')
  const nextUpdate = holdUpdates('before', 'after')
  const exempt = payFor(visitor, FRENCH, '105.00')
  const letExempt = await nextUpdate()
  const taxed = payFor(visitor, '', '124.95')
  const letTaxed = await nextUpdate()
  letExempt()
  await exempt
  letTaxed()
  await taxed
  expect(await orderOf(placed)).toMatchObject({ totalAmount: '124.95', vatNumber: null })
  expect((await buying.intentOf(shop, placed)).amount).toBe(12_495)
})

describe('a VAT number', () => {
  test.each(['FR40303265046', 'FR', 'GB123456789', 'x'.repeat(30)])('%s is rejected', async (vatId) => {
    await expect(checkOut(vatId, '105.00')).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'vatId', message: VAT_NUMBER_MESSAGES.format }],
    })
  })

  test('that VIES doesn’t know is rejected', async () => {
    await inject('unregistered')
    await expect(checkOut(newNumber(), '105.00')).rejects.toMatchObject({
      status: 400,
      serverMessage: VAT_NUMBER_MESSAGES.notRegistered,
    })
  })

  test.each([
    ['GR 094259216', 'EL094259216', 'GR'],
    ['xi110305878', NORTHERN_IRISH, 'XI'],
  ])('%s is read as %s', async (vatId, id, country) => {
    expect(await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })).toBeTruthy()
    const check = await visitor.call('POST /api/checkout/vat-number', { vatId })
    expect(check).toMatchObject({ id, country, state: 'verified', isAccepted: true })
    expect((await viesQueries()).at(-1)).toMatchObject({ number: id, requester: GERMAN })
  })

  test('is hidden from visitors who track the order', async () => {
    const { orderId } = await checkOut(FRENCH, '105.00')
    const tracked = await after.tracked(shop, { orderId, email: 'ada@example.com' })
    expect(JSON.stringify(tracked)).not.toContain(FRENCH)
  })
})

describe('VIES', () => {
  test('is queried once per number and day, even by concurrent checkouts', async () => {
    const vatId = newNumber()
    const visitors = [1, 2, 3, 4, 5].map(() => shop.visitor())
    for (const one of visitors) await one.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const checkAll = () => Promise.all(visitors.map((one) => payFor(one, vatId, '105.00')))
    expect(await countQueries(checkAll)).toBe(1)
    expect(await countQueries(() => checkOut(vatId, '105.00'))).toBe(0)
    turnClock(25 * HOUR_MS)
    expect(await countQueries(() => payFor(visitor, vatId, '105.00'))).toBe(1)
  })

  test('that is slow costs each waiting request one statement, and none of them polls', async () => {
    const vatId = newNumber()
    const visitors = [1, 2, 3, 4, 5, 6].map(() => shop.visitor())
    for (const one of visitors) await one.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const check = (one: Visitor) => one.call('POST /api/checkout/vat-number', { vatId })
    await inject('slow', 1, { delayMs: 1500 })
    const before = (await viesQueries()).length
    const [first, ...others] = visitors.map((one) => () => check(one))
    const asked = first?.()
    await vi.waitUntil(async () => (await viesQueries()).length > before, { timeout: 20_000 })
    const reads = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => reads.mockRestore())
    const answers = await Promise.all([asked, ...others.map((one) => one())])
    const texts = reads.mock.calls.map(([sent]) => JSON.stringify(sent))
    // One of each waiting request, and one of the request that asked VIES.
    expect(texts.filter((text) => /select .*vat_checks/.test(text))).toHaveLength(others.length + 1)
    expect(new Set(answers.map((one) => one?.state))).toEqual(new Set(['verified']))
  })

  test('is queried only for a cart with items', async () => {
    const input = { ...(await buying.checkoutInput(shop.visitor())), amount: '105.00', vatId: newNumber() }
    const requests = () =>
      Promise.allSettled([
        visitor.call('POST /api/create-payment-intent', input),
        visitor.call('POST /api/checkout/vat-number', { vatId: input.vatId }),
      ])
    expect(await countQueries(requests)).toBe(0)
  })

  test('is queried a few times per IP address', async () => {
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const check = (vatId: string) => visitor.call('POST /api/checkout/vat-number', { vatId })
    const first = newNumber()
    for (const vatId of [first, ...Array.from({ length: 9 }, newNumber)]) await check(vatId)
    const another = () => expect(check(newNumber())).rejects.toMatchObject({ status: 429 })
    expect(await countQueries(another)).toBe(0)
    expect(await check(first)).toMatchObject({ state: 'verified' })
  })

  test('that rejects the shop’s own number is queried without it, and the store owner gets an email', async () => {
    await inject('unknown-requester')
    expect(await orderOf(await checkOut(newNumber(), '105.00'))).toMatchObject({
      vatNumber: { state: 'verified', consultationNumber: null },
    })
    const { text } = await after.findEmail(shop, OWNER, 'VIES rejects the VAT number of Plinth')
    expect(text).toContain(GERMAN)
  })

  test.each(['down', 'busy', 'unavailable'])('that is %s leaves the VAT on the order', async (kind) => {
    const vatId = newNumber()
    await inject(kind)
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const check = await visitor.call('POST /api/checkout/vat-number', { vatId })
    expect(check).toMatchObject({ id: vatId, state: 'unverified', isAccepted: false })
    await expect(payFor(visitor, vatId, '105.00')).rejects.toMatchObject({ code: 'cart_changed' })
    const { taxes, vatNumber, totalAmount } = await orderOf(await payFor(visitor, vatId, '124.95'))
    expect(vatNumber).toMatchObject({ id: vatId, state: 'unverified', name: null })
    expect([totalAmount, taxes?.[0]?.name]).toEqual(['124.95', 'VAT'])
    expect(vatNote({ taxes, vatNumber })).toMatch(
      /was unavailable, so we charged VAT as for a private customer\.$/,
    )
  })

  test('that is unavailable doesn’t overwrite an earlier verification', async () => {
    const vatId = newNumber()
    const first = await orderOf(await checkOut(vatId, '105.00'))
    turnClock(25 * HOUR_MS)
    await inject('down', 10)
    const again = await orderOf(await payFor(visitor, vatId, '105.00'))
    expect(again.vatNumber).toEqual(first.vatNumber)
    expect(again.vatNumber?.state).toBe('verified')
    turnClock(31 * 24 * HOUR_MS)
    await expect(payFor(visitor, vatId, '105.00')).rejects.toMatchObject({ code: 'cart_changed' })
  })
})

describe('a shop that accepts unverified numbers', () => {
  beforeEach(() => acceptUnverified(true))
  afterEach(() => acceptUnverified(false))

  async function paidUnverified() {
    const vatId = newNumber()
    await inject('down')
    const checkout = await checkOut(vatId, '105.00')
    await buying.payByCard(shop, checkout)
    await buying.becomes(shop, checkout.orderId, 'processing')
    return { ...checkout, vatId }
  }
  async function queryAgain() {
    await enqueue(shop.shop.db, verifyOrdersJob, {})
    await shop.runJobs()
  }

  test('holds the order for review until VIES verifies the number', async () => {
    const checkout = await paidUnverified()
    const subject = `Your order ${checkout.orderId} at Plinth`
    const { text } = await after.findEmail(shop, 'ada@example.com', subject)
    expect(text).toContain(`VAT number: ${checkout.vatId} (not verified)`)
    expect(text).toContain('You owe the VAT in your country. We verify your VAT number before we ship')
    expect(await orderOf(checkout)).toMatchObject({
      reviewReason: 'VIES hasn’t verified the customer’s VAT number yet, and the order has no VAT.',
      vatNumber: { state: 'unverified', isAccepted: true },
    })
    turnClock(HOUR_MS)
    await inject('down')
    await queryAgain()
    expect((await orderOf(checkout)).reviewReason).not.toBeNull()
    turnClock(HOUR_MS)
    await queryAgain()
    expect(await orderOf(checkout)).toMatchObject({
      reviewReason: null,
      vatNumber: {
        state: 'verified',
        name: 'Sandbox Trading Company',
        consultationNumber: expect.stringMatching(/^WAPI/),
      },
    })
  })

  test('emails the store owner if VIES doesn’t know the number', async () => {
    const checkout = await paidUnverified()
    turnClock(HOUR_MS)
    await inject('unregistered')
    await queryAgain()
    expect(await orderOf(checkout)).toMatchObject({
      reviewReason: 'VIES doesn’t know the customer’s VAT number, and the order has no VAT.',
      vatNumber: { state: 'invalid' },
    })
    const subject = `VIES doesn’t know the VAT number of order ${checkout.orderId}`
    expect(vatNote(await orderOf(checkout))).toMatch(/doesn’t know this number, so VAT may still be due\.$/)
    expect((await after.findEmail(shop, OWNER, subject)).text).toContain(checkout.vatId)
  })

  test('queries VIES for three days, and then leaves the order to the store owner', async () => {
    const checkout = await paidUnverified()
    await inject('down', 100)
    turnClock(71 * HOUR_MS)
    expect(await countQueries(queryAgain)).toBe(1)
    turnClock(2 * HOUR_MS)
    expect(await countQueries(queryAgain)).toBe(0)
    const subject = `VIES couldn’t verify the VAT number of order ${checkout.orderId}`
    expect((await after.findEmail(shop, OWNER, subject)).text).toContain(checkout.vatId)
    turnClock(0)
    expect((await orderOf(checkout)).reviewReason).toBe(
      'VIES couldn’t verify the customer’s VAT number within three days, and the order has no VAT.',
    )
  })

  test('keeps an order held that is also risky', async () => {
    const checkout = await paidUnverified()
    await holdForReview(shop.shop.db, checkout.orderId, 'The card issuer suspects fraud.')
    turnClock(HOUR_MS)
    await queryAgain()
    expect(await orderOf(checkout)).toMatchObject({
      reviewReason: 'The card issuer suspects fraud.',
      vatNumber: { state: 'verified' },
    })
  })
})

test('a shop that isn’t registered for VAT ignores the number', async () => {
  const { taxes } = await admin.call('GET /api/admin/settings')
  await admin.call('PATCH /api/admin/settings', { taxes: { ...taxes, home: null } })
  const order = await orderOf(await checkOut(FRENCH, '124.95'))
  expect(order).toMatchObject({ totalAmount: '124.95', vatNumber: null })
})
