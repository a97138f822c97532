import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { KnownShippingInfo } from '#contract/checkout/shipping.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { taxesOfRefund } from '#contract/pricing/refund.ts'
import { sumByRate } from '#contract/pricing/taxes.ts'
import { NO_TAXES, type TaxRow, type TaxSettings } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { modelProvider } from '../../tests/support/model-provider.ts'
import { checkOutWith, checkoutInput, placeOf } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SALES_TAX, taxRow } from '../../tests/support/taxes.ts'
import { ShopError } from '../errors.ts'
import { findRest, findSoldOrder, listRefundParts } from '../orders/refund-queries.ts'
import { listUnits } from '../orders/unit-queries.ts'
import { now } from '../platform/clock.ts'
import { insertReturn } from '../returns/queries.ts'
import { listStockProblems } from '../stock/queries.ts'
import { applyIntentStatus } from './apply-intent.ts'
import { findPayment } from './queries.ts'
import type { RefundChoice } from './refund-plan.ts'
import { applyRefundStatus, refundRest, requestAdminRefund, requestRefund, sendRefund } from './refunds.ts'

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function aPaidOrder(priceCents: number) {
  const product = await aProduct(shop, { priceCents, shippingCostCents: 0 })
  const { orderId, clientSecret } = await checkOutWith(shop.visitor(), [product])
  const id = clientSecret.split('_secret_')[0] ?? ''
  const intent = await shop.shop.gateway.findIntent(id)
  await applyIntentStatus(shop.shop.db, shop.shop.config, {
    ...intent,
    status: 'paid',
    receivedCents: priceCents,
  })
  return { orderId, intentId: id }
}

test('any refunds, in any parts, return exactly the granted amount and never more than was paid', async () => {
  const gateway = modelProvider()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50, max: 5_000_00 }),
      fc.array(fc.integer({ min: 1, max: 6_000_00 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      async (paid, wishes, isLost) => {
        const { orderId, intentId: paidIntent } = await aPaidOrder(paid)
        let granted = 0
        for (const [index, wish] of wishes.entries()) {
          const id = await requestRefund(shop.shop.db, orderId, wish, 'Property').catch((error: unknown) => {
            if (error instanceof ShopError && error.status === 409) return null
            throw error
          })
          expect(id !== null).toBe(granted + wish <= paid)
          if (id === null) continue
          granted += wish
          gateway.losesNextAnswer = isLost[index] ?? false
          for (let tried = 0; tried < 2; tried++)
            await sendRefund(shop.shop.db, gateway, shop.shop.config, id).catch(() => undefined)
        }
        const returned = [...gateway.refunds.values()]
          .filter(({ intentId }) => intentId === paidIntent)
          .reduce((sum, { amountCents }) => sum + amountCents, 0)
        expect(returned).toBe(granted)
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
}, 120_000)

/**
 * Sales whose taxes differ: none, one, two that are stacked, those of a territory, and reverse charge.
 * @property wholeRegion the region of the rates whose taxable amounts are those of the whole sale
 */
const SALES: {
  taxes: TaxSettings
  to?: Partial<KnownShippingInfo>
  vatId?: string
  wholeRegion?: string
}[] = [
  { taxes: NO_TAXES },
  { taxes: SALES_TAX },
  { taxes: withRows([taxRow('US', 190_000, { classes: { reduced: 70_000 } })]) },
  {
    taxes: withRows([taxRow('US', 40_000), taxRow('US', 115_000, { region: 'PR', name: 'IVU' })]),
    to: { city: 'San Juan', state: 'PR', zipCode: '00901' },
    wholeRegion: 'PR',
  },
  {
    taxes: withRows(
      [
        taxRow('CA', 50_000, { name: 'GST' }),
        taxRow('CA', 99_750, { region: 'QC', name: 'QST', addsToCountry: true, classes: { reduced: 0 } }),
      ],
      { pricesIncludeTax: false },
    ),
    to: { country: 'CA', city: 'Montreal', state: 'QC', zipCode: 'H2Y 1C6' },
  },
  {
    taxes: withRows([
      taxRow('ES', 210_000),
      taxRow('ES', 70_000, { region: 'GC', name: 'IGIC', classes: { reduced: 30_000 } }),
    ]),
    to: { country: 'ES', city: 'Las Palmas', state: 'GC', zipCode: '35001', phone: '+34 912 345 678' },
    wholeRegion: 'GC',
  },
  {
    taxes: withRows([taxRow('DE', 190_000, { classes: { reduced: 70_000 } }), taxRow('AT', 200_000)], {
      home: 'DE',
    }),
    to: { country: 'AT', city: 'Wien', state: '', zipCode: '1010', phone: '+43 1 234567890' },
    vatId: 'FR40303265045',
  },
]

function withRows(rows: TaxRow[], facts: Partial<TaxSettings> = {}): TaxSettings {
  return { ...NO_TAXES, mode: 'table', pricesIncludeTax: true, rows, ...facts }
}

/** One method to everywhere. */
const ZONES = [
  {
    name: 'World',
    countries: null,
    methods: [{ id: 'parcel', name: 'Parcel', kind: 'flat', rate: '5.95' }],
  },
]

const STEP = fc.record({
  kind: fc.constantFrom('units', 'amount', 'return'),
  number: fc.nat({ max: 1000 }),
  fails: fc.boolean(),
})

test('refunds by line, by amount, and of returns, in any order, agree after each step in order, payment, provider, and tax report', async () => {
  const admin = await anAdmin(shop)
  const { db, config } = shop.shop
  const gateway = modelProvider()
  await admin.call('PATCH /api/admin/settings', { zones: ZONES } as never)
  for (const sale of SALES) {
    await admin.call('PATCH /api/admin/settings', { taxes: sale.taxes })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 99_99 }), { minLength: 2, maxLength: 3 }),
        fc.array(STEP, { maxLength: 6 }),
        async (prices, steps) => {
          const { orderId, intentId } = await aTaxedOrder(prices, sale)
          const sold = await readReport(sale)
          const items = await listUnits(db, orderId)
          const { quote } = (await findSoldOrder(db, orderId)) ?? {}
          if (!quote) throw new Error(`No order ${orderId}`)
          for (const { kind, number, fails } of steps) {
            const rest = await findRest(db, orderId, quote)
            const item = items[number % items.length]
            const line = { itemId: item?.itemId ?? 0, quantity: 1 + (number % 2) }
            const other = items.find(({ itemId }) => number % 3 === 0 && itemId !== line.itemId)
            const lines = [line, ...(other ? [{ itemId: other.itemId, quantity: 1 }] : [])]
            const cents = 1 + ((number * 7) % 5000)
            const choice: RefundChoice =
              kind === 'amount'
                ? { kind, cents }
                : kind === 'units'
                  ? {
                      kind: 'lines',
                      lines: lines.map((one) => ({ ...one, restock: fails })),
                      shippingCents: Math.min(number, rest.shipping.cents),
                    }
                  : { kind, cents, restock: fails, lines: [line], returnId: await aReturn(orderId, line) }
            const id = await requestAdminRefund(db, orderId, { isProven: true }, choice, 'Property').catch(
              (error: unknown) => {
                if (error instanceof ShopError && error.status === 409) return null
                throw error
              },
            )
            if (id !== null) await sendRefund(db, gateway, config, id)
            if (id !== null && fails) await fail(id)
            await expectAgreement({ orderId, intentId, quote, sale, sold })
          }
          await refundRest(db, orderId, 'Property')
          for (const { id } of await listRefundParts(db, orderId)) await sendRefund(db, gateway, config, id)
          await expectAgreement({ orderId, intentId, quote, sale, sold })
          const refunds = await listRefundParts(db, orderId)
          const taxed = refunds.filter(({ hasFailed }) => !hasFailed).flatMap(taxesOfRefund)
          const isCharged = ({ netCents, cents }: { netCents: number; cents: number }) =>
            netCents > 0 || cents > 0
          expect(sumByRate(taxed).filter(isCharged)).toEqual(quote.taxes.filter(isCharged))
          expect((await listUnits(db, orderId)).map(({ quantity, refunded }) => quantity - refunded)).toEqual(
            items.map(() => 0),
          )
        },
      ),
      { numRuns: 2, endOnFailure: true },
    )
  }
  await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES, zones: null } as never)
  expect(await listStockProblems(db)).toEqual([])

  async function aTaxedOrder(prices: number[], { to, vatId }: (typeof SALES)[number]) {
    const visitor = shop.visitor()
    for (const [index, priceCents] of prices.entries()) {
      const taxClass = index === 1 ? 'reduced' : 'standard'
      const { id } = await aProduct(shop, { priceCents, taxClass, stockQuantity: 5 })
      await visitor.call('POST /api/cart', { productId: id, quantity: 1 + (index % 3) })
    }
    const input = await checkoutInput(visitor, to, 'parcel')
    const amountWith = async (vatNumber: string) => {
      const place = placeOf(input.shippingInfo)
      return (await visitor.call('POST /api/quote', { place, methodId: 'parcel', vatNumber })).amounts.total
    }
    const { orderId, clientSecret } = await visitor.call('POST /api/create-payment-intent', {
      ...input,
      ...(vatId && { vatId, amount: await amountWith(vatId) }),
    })
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    const intent = await shop.shop.gateway.findIntent(intentId)
    await applyIntentStatus(db, config, { ...intent, status: 'paid', receivedCents: intent.amountCents })
    return { orderId, intentId }
  }

  function aReturn(orderId: string, line: { itemId: number; quantity: number }) {
    return insertReturn(db, { orderId, reason: null, isWithdrawal: false, name: null, lines: [line] })
  }

  /** The bank returns a refund that had succeeded. */
  async function fail(refundId: number) {
    const refund = [...gateway.refunds.values()].find((one) => one.refundId === refundId)
    if (!refund) throw new Error(`Refund ${refundId} was not sent`)
    gateway.failRefund(refund.id)
    await applyRefundStatus(db, config, await gateway.findRefund(refund.id))
  }

  /** Returns the taxable amount and the tax of all sales of the day, less refunds. */
  async function readReport({ wholeRegion = null }: { wholeRegion?: string | null }) {
    const day = now().toISOString().slice(0, 10)
    const rows = await admin.call('GET /api/admin/taxes', { from: day, to: day })
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    return {
      net: sum(rows.filter(({ region }) => region === wholeRegion).map(({ taxable }) => cents(taxable))),
      tax: sum(rows.map(({ tax }) => cents(tax))),
    }
  }

  /**
   * Checks that the rest of the order's parts is never negative, and that parts, payment, provider, and tax report agree on
   * the refunded amount.
   */
  async function expectAgreement({ orderId, intentId, quote, sale, sold }: Agreement) {
    const payment = await findPayment(db, orderId)
    const { lines, shipping } = await findRest(db, orderId, quote)
    const parts = [...lines, shipping]
    const amounts = parts.flatMap(({ cents, taxes }) => [
      cents,
      ...taxes.flatMap((tax) => [tax.netCents, tax.cents]),
    ])
    expect(amounts.every((cents) => cents >= 0)).toBe(true)
    const refunded = payment?.refundedCents ?? Number.NaN
    expect(sum(parts.map(({ cents }) => cents))).toBe((payment?.paidCents ?? 0) - refunded)
    const units = await listUnits(db, orderId)
    expect(new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]))).toEqual(
      new Map(units.map(({ variantId, quantity, refunded }) => [variantId, quantity - refunded])),
    )
    const made = [...gateway.refunds.values()].filter((one) => one.intentId === intentId)
    expect(sum(made.filter(({ status }) => status !== 'failed').map((one) => one.amountCents))).toBe(refunded)
    const shown = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(Math.round(Number(shown.payment?.refunded) * 100)).toBe(refunded)
    const { net, tax } = await readReport(sale)
    expect(sold.net - net + sold.tax - tax).toBe(quote.taxes.length === 0 ? 0 : refunded)
  }
}, 240_000)

type Agreement = {
  orderId: string
  intentId: string
  quote: Quote
  sale: (typeof SALES)[number]
  sold: { net: number; tax: number }
}
