import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Quote } from '#contract/pricing/quote.ts'
import { taxesOfRefund } from '#contract/pricing/refund.ts'
import { sumByRate } from '#contract/pricing/taxes.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { modelProvider } from '../../tests/support/model-provider.ts'
import { checkOut, checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SALES_TAX, taxRow } from '../../tests/support/taxes.ts'
import { ShopError } from '../errors.ts'
import { findRest, findSoldOrder, listRefundParts } from '../orders/refund-queries.ts'
import { listUnits } from '../orders/unit-queries.ts'
import { insertReturn } from '../returns/queries.ts'
import { listStockProblems } from '../stock/queries.ts'
import { applyIntentStatus } from './apply-intent.ts'
import { findPayment } from './queries.ts'
import type { RefundChoice } from './refund-plan.ts'
import { findRefund } from './refund-queries.ts'
import {
  applyRefundStatus,
  refundRest,
  requestAdminRefund,
  requestRefund,
  sendRequestedRefund,
} from './refunds.ts'

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
            await sendRequestedRefund(shop.shop.db, gateway, shop.shop.config, id).catch(() => undefined)
        }
        const returned = [...gateway.refunds.values()]
          .filter(({ intentId }) => intentId === paidIntent)
          .reduce((sum, { amountCents }) => sum + amountCents, 0)
        expect(returned).toBe(granted)
      },
    ),
    { numRuns: 30 },
  )
}, 120_000)

const TAXES = [
  NO_TAXES,
  SALES_TAX,
  {
    ...NO_TAXES,
    ...{ mode: 'table' as const, pricesIncludeTax: true },
    rows: [taxRow('US', 190_000, { classes: { reduced: 70_000 } })],
  },
]

const STEP = fc.record({
  kind: fc.constantFrom('units', 'amount', 'return'),
  number: fc.nat({ max: 1000 }),
  fails: fc.boolean(),
})

test('refunds by line, by amount, and of returns, in any order, return exactly the total and its taxes', async () => {
  const admin = await anAdmin(shop)
  const { db, config } = shop.shop
  let made = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TAXES),
      fc.array(fc.integer({ min: 1, max: 99_99 }), { minLength: 2, maxLength: 3 }),
      fc.array(STEP, { maxLength: 6 }),
      async (taxes, prices, steps) => {
        await admin.call('PATCH /api/admin/settings', { taxes })
        const { orderId, intentId } = await aTaxedOrder(prices)
        const items = await listUnits(db, orderId)
        const { quote } = (await findSoldOrder(db, orderId)) ?? {}
        if (!quote) throw new Error(`No order ${orderId}`)
        for (const { kind, number, fails } of steps) {
          const rest = await findRest(db, orderId, quote)
          const item = items[number % items.length]
          const line = { itemId: item?.itemId ?? 0, quantity: 1 + (number % 2) }
          const cents = 1 + ((number * 7) % 5000)
          const choice: RefundChoice =
            kind === 'amount'
              ? { kind, cents }
              : kind === 'units'
                ? {
                    kind: 'lines',
                    lines: [{ ...line, restock: fails }],
                    shippingCents: Math.min(number, rest.shipping.cents),
                  }
                : { kind, cents, restock: fails, lines: [line], returnId: await aReturn(orderId, line) }
          const id = await requestAdminRefund(db, orderId, { isProven: true }, choice, 'Property').catch(
            (error: unknown) => {
              if (error instanceof ShopError && error.status === 409) return null
              throw error
            },
          )
          if (id !== null && fails) await fail({ id, intentId, number: ++made })
          await expectAgreement(orderId, quote)
        }
        await refundRest(db, orderId, 'Property')
        await expectAgreement(orderId, quote)
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
    { numRuns: 15 },
  )
  await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
  expect(await listStockProblems(db)).toEqual([])

  async function aTaxedOrder(prices: number[]) {
    const visitor = shop.visitor()
    for (const [index, priceCents] of prices.entries()) {
      const taxClass = index === 1 ? 'reduced' : 'standard'
      const { id } = await aProduct(shop, { priceCents, taxClass, stockQuantity: 5 })
      await visitor.call('POST /api/cart', { productId: id, quantity: 1 + (index % 3) })
    }
    const { orderId, clientSecret } = await checkOut(visitor)
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    const intent = await shop.shop.gateway.findIntent(intentId)
    await applyIntentStatus(db, config, { ...intent, status: 'paid', receivedCents: intent.amountCents })
    return { orderId, intentId }
  }

  function aReturn(orderId: string, line: { itemId: number; quantity: number }) {
    return insertReturn(db, { orderId, reason: null, lines: [line] })
  }

  async function fail({ id, intentId, number }: { id: number; intentId: string; number: number }) {
    const refund = await findRefund(db, id)
    await applyRefundStatus(db, config, {
      ...{ id: `re_property_${number}`, intentId, refundId: id, amountCents: refund?.amountCents ?? 0 },
      ...{ status: 'failed' as const, problem: 'The bank returned it' },
    })
  }

  /** Checks that the rest of the order's parts is never negative, and adds up to the rest of the payment. */
  async function expectAgreement(orderId: string, quote: Quote) {
    const payment = await findPayment(db, orderId)
    const { lines, shipping } = await findRest(db, orderId, quote)
    const parts = [...lines, shipping]
    const amounts = parts.flatMap(({ cents, taxes }) => [
      cents,
      ...taxes.flatMap((tax) => [tax.netCents, tax.cents]),
    ])
    expect(amounts.every((cents) => cents >= 0)).toBe(true)
    const left = (payment?.paidCents ?? 0) - (payment?.refundedCents ?? 0)
    expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(left)
    const units = await listUnits(db, orderId)
    expect(new Map(lines.map(({ unit, quantity }) => [unit, quantity]))).toEqual(
      new Map(units.map(({ unit, quantity, refunded }) => [unit, quantity - refunded])),
    )
  }
}, 240_000)
