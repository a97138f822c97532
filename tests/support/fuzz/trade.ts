import { NO_TAXES } from '#contract/settings/taxes.ts'
import { ApiError } from '../../../web/platform/api.ts'
import * as fixtures from '../fixtures.ts'
import { aPaidOrder, becomes, checkOutWith, payByCard } from '../purchase.ts'
import type { TestShop } from '../shop.ts'
import { SHIPPING } from '../shopper-details.ts'
import { EU_VAT, SALES_TAX } from '../taxes.ts'
import type { Visitor } from '../visitor.ts'
import type { Who } from './requests.ts'

/** Actions of honest users during the run, one per turn, so requests have data to act on. */
export function aTrade(shop: TestShop, people: Record<Who, Visitor>) {
  const clientSecrets = ['pi_none_secret_none']
  let turn = 0

  return {
    clientSecrets,
    async next() {
      turn += 1
      const who = (['visitor', 'customer', 'other'] as const)[turn % 3] ?? 'visitor'
      try {
        // The checkout would reject values that the fuzzer has set.
        await people.admin.call('PATCH /api/admin/settings', {
          shippingRate: '4.99',
          holdMinutes: 30,
          zones: null,
          backInStock: 'all',
          taxes: [NO_TAXES, SALES_TAX, EU_VAT][turn % 3],
        })
        await keepWebhook()
        await requestSoldOut()
        await (turn % 2 === 0 ? leaveUnpaid(people[who]) : buy(people[who]))
      } catch (error) {
        // Skip this turn if the cart has an archived product or the user was signed out.
        if (!(error instanceof ApiError)) throw error
      }
    },
  }

  /** Every second product has two variants. The cheaper one is sold. */
  async function aLamp() {
    const lamp = await fixtures.aProduct(shop, { stockQuantity: 100 })
    const blue = { optionValues: ['Blue'], stockQuantity: 100, price: '19.00' }
    if (lamp.id % 2 === 0)
      await people.admin.call('PUT /api/admin/products/:id/variants', {
        id: lamp.id,
        options: [{ name: 'Color', values: ['Gray', 'Blue'] }],
        variants: [{ optionValues: ['Gray'] }, blue],
      })
    return lamp
  }

  /** Adds a webhook with a delivery whenever the fuzzer has removed all of them. */
  async function keepWebhook() {
    const webhooks = await people.admin.call('GET /api/admin/webhooks')
    if (webhooks.length > 0) return
    const { webhook } = await people.admin.call('POST /api/admin/webhooks', WEBHOOK)
    await people.admin.call('POST /api/admin/webhooks/:id/test', { id: webhook.id })
  }

  /** The request is saved by a job. */
  async function requestSoldOut() {
    const { id: variantId } = await fixtures.aProduct(shop, { stockQuantity: 0 })
    const email = `waiting-${turn}@example.com`
    await shop.visitor().call('POST /api/back-in-stock', { variantId, email, leaveEmpty: '' })
  }

  async function leaveUnpaid(visitor: Visitor) {
    const lamp = await aLamp()
    clientSecrets.push((await checkOutWith(visitor, [lamp])).clientSecret)
    await visitor.call('POST /api/reviews', { productId: lamp.id, ...REVIEW })
  }

  /** Delivers some orders and requests returns for some. The others remain as targets. */
  async function buy(visitor: Visitor) {
    const lamp = await aLamp()
    if (turn % 8 === 7) return payAndDispute(visitor, lamp)
    const tray = await fixtures.aProduct(shop, { stockQuantity: 100 })
    const { orderId, clientSecret } = await aPaidOrder(shop, visitor, [lamp, tray])
    clientSecrets.push(clientSecret)
    if (turn % 8 === 1) return
    await people.admin.call('POST /api/admin/orders/:orderId/ship', { orderId, ...SHIPMENT })
    await people.admin.call('POST /api/admin/orders/:orderId/deliver', { orderId })
    const proof = { orderId, email: SHIPPING.email }
    const { items } = await visitor.call('GET /api/orders/track', proof)
    const returned = items.slice(0, 1).map(({ id }) => ({ itemId: id, quantity: 1 }))
    await visitor.call('POST /api/orders/:orderId/returns', { ...proof, items: returned })
  }

  async function payAndDispute(visitor: Visitor, lamp: { id: number }) {
    const checkout = await checkOutWith(visitor, [lamp])
    await payByCard(shop, checkout, DISPUTED)
    await becomes(shop, checkout.orderId, 'processing')
  }
}

/** From 'Test card numbers' in Stripe's documentation: the payment succeeds and is disputed. */
const DISPUTED = '4000000000000259'
const REVIEW = { rating: 5, title: 'A good lamp', comment: 'It gives light, and no more than that.' }
const WEBHOOK = { url: 'https://pictures.example/hook', topics: ['order.refunded' as const] }
const SHIPMENT = { carrier: 'UPS', trackingNumber: '1Z 999' }
