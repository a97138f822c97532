import { sql } from 'kysely'
import { expect } from 'vitest'
import { centsToWire, US_DOLLARS } from '#contract/money.ts'
import { quote } from '#contract/pricing/quote.ts'
import { Decimal } from '#contract/text.ts'
import { listStoredVariants } from '../../server/catalog/variant-queries.ts'
import { setVariants } from '../../server/catalog/variants.ts'
import { startCheckout } from '../../server/checkout/checkout.ts'
import { ShopError } from '../../server/errors.ts'
import { cancelOrder } from '../../server/orders/fulfillment.ts'
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

export async function beginLife(shop: TestShop, hasVariants = false): Promise<Life> {
  const gateway = modelProvider()
  // Replaces the payment provider of the shop's jobs. Emails are discarded, because no state depends on them.
  Object.assign(shop.shop, {
    gateway,
    mailer: { send: async () => undefined, close: shop.shop.mailer.close },
  })
  // A previous life is abandoned when it reaches a known state, possibly with pending jobs.
  await sql`delete from jobs.job`.execute(shop.shop.db)
  const { id: productId } = await aProduct(shop, { priceCents: PRICE, stockQuantity: STOCK })
  const colors = hasVariants ? ['Gray', 'Blue'] : [null]
  const life: Life = {
    shop,
    gateway,
    productId,
    lines: colors.map((color) => ({ variantId: productId, color, priceCents: PRICE, isArchived: false })),
    cartToken: '',
    wanted: 1,
    methodId: null,
    secrets: new Set(),
    lastEvent: null,
    seenRefunds: 0,
  }
  if (hasVariants) {
    await saveVariants(life, STOCK)
    const stored = await listStoredVariants(shop.shop.db, productId)
    for (const [index, { id }] of stored.entries()) Object.assign(life.lines[index] ?? {}, { variantId: id })
  }
  const visitor = shop.visitor()
  for (const { variantId } of life.lines)
    await visitor.call('POST /api/cart', { productId, variantId, quantity: 1 })
  life.cartToken = visitor.cookies.get('cart') ?? ''
  return life
}

/** Saves the variants of a product as its admin does, without the archived ones. */
async function saveVariants({ shop, productId, lines }: Life, stockQuantity?: number) {
  const variants = lines.filter(({ isArchived }) => !isArchived)
  await setVariants(shop.shop.db, null, productId, {
    options: [{ name: 'Color', values: variants.map(({ color }) => color ?? '') }],
    variants: variants.map(({ color, priceCents }) => ({
      optionValues: [color ?? ''],
      stockQuantity,
      price: decimal(priceCents),
    })),
  })
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
      .where('variant_id', '=', life.lines[0]?.variantId ?? 0)
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

/** Further events in a shop with zones, for a product with options. */
export const VARIANT_ACTIONS: Record<string, Action> = {
  'chooses the other shipping method': async (life) => {
    life.methodId = life.methodId === null ? 'express' : null
  },
  'the admin archives or revives a variant': async (life) => {
    const line = life.lines[1]
    if (line) line.isArchived = !line.isArchived
    await saveVariants(life)
  },
  'the admin raises the price of a variant': async (life) => {
    const line = life.lines[0]
    if (line) line.priceCents = PRICE + 500
    await saveVariants(life)
  },
}

const ADMIN = { id: 1, isProven: true }

const decimal = (cents: number) => Decimal.parse(centsToWire(cents, US_DOLLARS))

async function askToPay(life: Life) {
  const { shop, gateway, cartToken, productId } = life
  const quantities = await inCart(life)
  const lines = life.lines
    .map((line, index) => ({ ...line, productId, quantity: quantities[index] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  if (lines.length === 0) return
  await unlessRefused(async () => {
    const to = { country: 'US', region: SHIPPING.state, methodId: life.methodId }
    const { totalCents } = quote(lines, to, quoteRules(await readSettings(shop.shop.db)))
    const items = lines.map(({ color, variantId, priceCents, quantity }) => ({
      productId,
      quantity,
      product: { price: decimal(priceCents) },
      ...(color && { variant: { id: variantId, title: color, sku: null, image: null } }),
    }))
    const seen = { items, amount: decimal(totalCents), ...(life.methodId && { methodId: life.methodId }) }
    const owner = { token: cartToken }
    const buyer = {
      owner,
      userId: null,
      addressHash: cartToken,
      inTurn: <T>(work: () => Promise<T>) => work(),
    }
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
