import { sql } from 'kysely'
import { expect } from 'vitest'
import { centsToWire, US_DOLLARS } from '#contract/money.ts'
import { Decimal } from '#contract/money-schema.ts'
import { quote } from '#contract/pricing/quote.ts'
import { startCheckout } from '../../server/checkout/checkout.ts'
import { ShopError } from '../../server/errors.ts'
import { cancelOrder } from '../../server/orders/orders.ts'
import { applyIntentStatus, UnknownIntent } from '../../server/payments/apply-intent.ts'
import { processPaymentEvent, receiveEvent } from '../../server/payments/events.ts'
import { expireUnpaidOrder } from '../../server/payments/payments.ts'
import { ProviderError } from '../../server/payments/provider.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { requestRefund } from '../../server/payments/refunds.ts'
import { quoteRules } from '../../server/pricing/pricing.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { aProduct } from './fixtures.ts'
import { type ModelProvider, modelProvider } from './model-provider.ts'
import { inCart, type Life, lookAt, ordersOf, STOCK, sum } from './order-life-state.ts'
import type { TestShop } from './shop.ts'
import { SHIPPING } from './shopper-details.ts'

const PRICE = 1000

export async function beginLife(shop: TestShop): Promise<Life> {
  const gateway = modelProvider()
  // From now on, the shop's jobs use this provider. Emails are discarded, because no state depends on them.
  Object.assign(shop.shop, {
    gateway,
    mailer: { send: async () => undefined, close: shop.shop.mailer.close },
  })
  // A previous life is abandoned when it reaches a known state, possibly with pending jobs.
  await sql`delete from jobs.job`.execute(shop.shop.db)
  const product = await aProduct(shop, { priceCents: PRICE, stockQuantity: STOCK })
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
  const cartToken = visitor.cookies.get('cart') ?? ''
  return {
    shop,
    gateway,
    productId: product.id,
    cartToken,
    wanted: 1,
    secrets: new Set(),
    lastEvent: null,
    seenRefunds: 0,
  }
}

type Action = (life: Life) => Promise<void>

/** All events, each tried in every state. An event that is impossible in a state changes nothing. */
export const ACTIONS: Record<string, Action> = {
  'goes to pay': askToPay,
  'goes to pay, and the answer of the provider is lost': async (life) => {
    life.gateway.losesNextAnswer = true
    await askToPay(life)
    life.gateway.losesNextAnswer = false
  },
  'wants one more': async (life) => {
    if (life.wanted === 2) return
    life.wanted = 2
    await life.shop.shop.db
      .updateTable('cart_items')
      .set({ quantity: 2 })
      .where('product_id', '=', life.productId)
      .execute()
  },
  pays: async (life) => {
    const intent = payable(life)
    if (intent) life.gateway.pay(intent.id)
  },
  'is declined': async (life) => {
    const intent = payable(life)
    if (intent && intent.failure === null) life.gateway.decline(intent.id)
  },
  'the oldest event arrives': async (life) => deliverEvent(life, life.gateway.events.shift()),
  'the newest event arrives': async (life) => deliverEvent(life, life.gateway.events.pop()),
  'the last event arrives again': async (life) => deliverEvent(life, life.lastEvent ?? undefined),
  'the shop polls the provider': async ({ shop, gateway }) => {
    for (const intent of gateway.intents.values())
      await unlessAway(() => applyIntentStatus(shop.shop.db, shop.shop.config, intent))
  },
  'the payment window expires': async (life) => {
    for (const { id } of await ordersOf(life, 'pending'))
      await unlessAway(() =>
        expireUnpaidOrder(life.shop.shop.db, life.gateway, life.shop.shop.config, id, true),
      )
  },
  'the admin cancels': async (life) => {
    for (const { id } of await ordersOf(life, 'processing'))
      await cancelOrder(life.shop.shop.db, life.shop.shop.config, id, ADMIN, {
        restock: true,
        reason: 'Model',
      })
  },
  'the admin refunds a part': async (life) => {
    if (life.seenRefunds === 1) return
    for (const { id } of await ordersOf(life, 'processing')) {
      life.seenRefunds = 1
      await unlessRefused(() => requestRefund(life.shop.shop.db, id, 300, 'Model'))
    }
  },
  'the bank sends a refund back': async ({ gateway }) => {
    const failed = [...gateway.refunds.values()].some(({ status }) => status === 'failed')
    const refund = [...gateway.refunds.values()].find(({ status }) => status === 'succeeded')
    if (refund && !failed) gateway.failRefund(refund.id)
  },
  'jobs are done': async ({ shop }) => {
    await shop.runJobs()
  },
}

const ADMIN = { id: 1, isProven: true }

const decimal = (cents: number) => Decimal.parse(centsToWire(cents, US_DOLLARS))

async function askToPay(life: Life) {
  const { shop, gateway, cartToken, productId } = life
  const items = [{ productId, quantity: await inCart(life), product: { price: decimal(PRICE) } }]
  if (items[0]?.quantity === 0) return
  await unlessRefused(async () => {
    const line = { productId, quantity: items[0]?.quantity ?? 0, priceCents: PRICE, shipsFree: false }
    const to = { country: 'US', region: SHIPPING.state, methodId: null }
    const { totalCents } = quote([line], to, quoteRules(await readSettings(shop.shop.db)))
    const seen = { items, amount: decimal(totalCents) }
    const buyer = { owner: { token: cartToken }, userId: null, addressHash: cartToken }
    const ready = await startCheckout(shop.shop.db, gateway, shop.shop.config, buyer, seen, {
      shippingInfo: SHIPPING,
      billingInfo: null,
    })
    life.secrets.add(ready.clientSecret)
  })
}

function payable({ gateway, secrets }: Life) {
  return [...gateway.intents.values()].find(
    ({ status, clientSecret }) => status === 'open' && secrets.has(clientSecret),
  )
}

async function deliverEvent(life: Life, event: ModelProvider['events'][number] | undefined) {
  if (!event) return
  life.lastEvent = event
  const { db, config } = life.shop.shop
  await receiveEvent(db, event)
  await processPaymentEvent(db, life.gateway, config, event.id)
}

async function unlessRefused(act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
  }
}

async function unlessAway(act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof UnknownIntent)) throw error
  }
}

/** Checks that after all events, jobs, and reconciliations, every received payment was either fulfilled or refunded. */
export async function endLife(life: Life): Promise<void> {
  const { shop, gateway } = life
  while (gateway.events.length > 0) await deliverEvent(life, gateway.events.shift())
  await shop.runJobs()
  await reconcile(shop.shop.db, gateway, shop.shop.config)
  await shop.runJobs()
  for (const { id } of await ordersOf(life, 'pending'))
    await expireUnpaidOrder(shop.shop.db, gateway, shop.shop.config, id, true)
  await lookAt(life)
  const orders = await ordersOf(life)
  for (const intent of gateway.intents.values()) {
    const returned = sum(
      [...gateway.refunds.values()]
        .filter(({ intentId, status }) => intentId === intent.id && status !== 'failed')
        .map(({ amountCents }) => amountCents),
    )
    const order = orders.find(({ id }) => id === intent.orderId)
    if (intent.receivedCents === 0) expect(order?.status).toBe('cancelled')
    else if (order?.status === 'cancelled')
      expect(returned, 'all of it was refunded').toBe(intent.receivedCents)
    else {
      expect(order?.status).toBe('processing')
      expect(returned, 'only the requested refunds were made').toBe(order?.refunded)
    }
  }
}
