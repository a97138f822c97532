import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { modelProvider } from '../../tests/support/model-provider.ts'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { ShopError } from '../errors.ts'
import { applyIntentStatus } from './apply-intent.ts'
import { requestRefund, sendRequestedRefund } from './refunds.ts'

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
