import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../../server/platform/db/database.ts'
import { listStockProblems } from '../../../server/stock/queries.ts'
import { sendRequest } from '../send-request.ts'
import { stripeOf } from '../shop.ts'
import type { World } from './world.ts'

export type Counts = Record<string, number>

/** Checks the invariants after all events, jobs, and reconciliations. @returns the count of each observation */
export async function checkWorld(db: Db, world: Pick<World, 'sandboxUrl'>): Promise<Counts> {
  const counts: Counts = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const orders = await ordersIn(db)
  const returned = await refundedByIntent(world)
  const intents = []
  for await (const intent of stripeOf(world).paymentIntents.list({ limit: 100 })) intents.push(intent)

  for (const intent of intents) {
    const order = orders.get(intent.metadata.plinth_order ?? '')
    expect(order, `intent ${intent.id} has an order`).toBeDefined()
    if (!order || intent.amount_received === 0) continue
    count('payments captured')
    const back = returned.get(intent.id) ?? 0
    if (order.status === 'processing') {
      expect([order.paid, order.total], order.id).toEqual([intent.amount_received, intent.amount_received])
      expect(order.intentId, order.id).toBe(intent.id)
      expect(back, `${order.id} keeps its payment`).toBe(0)
      count('orders in processing')
    } else {
      expect(order.status, order.id).toBe('cancelled')
      expect(back, `${order.id} was refunded`).toBe(intent.amount_received)
      count('orders cancelled and refunded in full')
    }
  }
  const received = new Map(intents.map(({ id, amount_received }) => [id, amount_received]))
  for (const { id, status, intentId, total, method } of orders.values()) {
    count(`orders by ${method}`)
    if (status === 'processing') expect(received.get(intentId ?? ''), `${id} is paid`).toBe(total)
    if (status === 'pending') count('orders left pending, unpaid')
    if (status === 'cancelled' && !received.get(intentId ?? '')) count('orders cancelled, unpaid')
  }
  await checkStock(db, orders, count)
  await checkEmails(world, orders, count)
  await checkCarts(db)
  return counts
}

type OrderRow = {
  id: string
  status: string
  email: string
  intentId: string | null
  paid: number
  total: number
  method: string
}

async function ordersIn(db: Db): Promise<Map<string, OrderRow>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .select([
      'orders.id',
      'orders.status',
      'orders.email',
      'payments.intent_id as intentId',
      'payments.paid_cents as paid',
      'order_versions.total_cents as total',
      sql<string>`quote #>> '{shipping,name}'`.as('method'),
    ])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function refundedByIntent(world: Pick<World, 'sandboxUrl'>): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for await (const { payment_intent, amount, status } of stripeOf(world).refunds.list({ limit: 100 })) {
    if (status === 'failed' || status === 'canceled') continue
    const id = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? '')
    sums.set(id, (sums.get(id) ?? 0) + amount)
  }
  return sums
}

/**
 * Checks for each variant that stock is never negative, that the deducted units are exactly those in processing orders,
 * that only unpaid orders reserve units, and that each line has a price that its variant had.
 */
async function checkStock(db: Db, orders: Map<string, OrderRow>, count: (what: string) => void) {
  expect(await listStockProblems(db)).toEqual([])
  const taken = await db
    .selectFrom('stock_movements')
    .select(['order_key', 'variant_id as variantId', 'change'])
    .where('order_key', 'is not', null)
    .execute()
  const left = new Map<string, number>()
  for (const { order_key, variantId, change } of taken) {
    const key = `${order_key} ${variantId}`
    left.set(key, (left.get(key) ?? 0) + change)
  }
  const holds = await db
    .selectFrom('reservation_items')
    .select(['order_key', 'variant_id as variantId', 'quantity'])
    .execute()
  const reservedBy = (id: string, variantId: number) =>
    holds.find((hold) => hold.order_key === id && hold.variantId === variantId)?.quantity ?? 0
  for (const { id, variantId, isOption, quantity, hasPrice } of await listItems(db)) {
    const [key, status] = [`${id} ${variantId}`, orders.get(id)?.status]
    expect(left.get(key) ?? 0, `stock of ${key}`).toBe(status === 'processing' ? -quantity : 0)
    // More than that if a change to the order isn't accepted.
    if (status === 'pending') expect(reservedBy(id, variantId), key).toBeGreaterThanOrEqual(quantity)
    expect(hasPrice, `price of ${key}`).toBe(true)
    if (isOption && status === 'processing') count('lines with a variant sold')
  }
  expect(holds.filter(({ order_key }) => orders.get(order_key)?.status !== 'pending')).toEqual([])
}

/** Lists the lines of the last version of each order, and whether their variant ever had their price. */
async function listItems(db: Db) {
  type Item = { id: string; variantId: number; isOption: boolean; quantity: number; hasPrice: boolean }
  const { rows } = await sql<Item>`
    select orders.id, item.variant_id as "variantId", variant_title is not null as "isOption", quantity,
      exists (select from price_history as old where old.variant_id = item.variant_id
        and old.price_cents = item.price_cents) as "hasPrice"
    from orders join order_items as item on item.order_id = orders.id and item.version = orders.version`.execute(
    db,
  )
  return rows
}

/** Checks that every paid order has exactly one confirmation. Emails with the same Message-ID count once. */
async function checkEmails(
  world: Pick<World, 'sandboxUrl'>,
  orders: Map<string, OrderRow>,
  count: (what: string) => void,
) {
  const confirmations = new Map<string, Set<string>>()
  for (const { subject, messageId } of await mailsIn(world)) {
    const id = /^Your order (PL-\S+) at /.exec(subject)?.[1]
    if (id) confirmations.set(id, (confirmations.get(id) ?? new Set()).add(messageId))
  }
  for (const { id, status } of orders.values()) {
    const emails = confirmations.get(id)?.size ?? 0
    if (status === 'processing') {
      expect(emails, `confirmations of ${id}`).toBe(1)
      count('confirmation emails')
    } else expect(emails, `confirmations of ${id}, ${status}`).toBeLessThanOrEqual(1)
  }
}

type Mail = { id: number; subject: string; messageId: string }

async function mailsIn({ sandboxUrl }: Pick<World, 'sandboxUrl'>): Promise<Mail[]> {
  const all: Mail[] = []
  for (;;) {
    const before = all.at(-1)?.id
    const query = before === undefined ? '' : `?before=${before}`
    const page = JSON.parse((await sendRequest(`${sandboxUrl}/sandbox/api/mails${query}`)).text) as Mail[]
    if (page.length === 0) return all
    all.push(...page)
  }
}

/** Checks that carts have no purchased items. These shoppers add nothing after they have paid. */
async function checkCarts(db: Db) {
  const left = await db
    .selectFrom('cart_items')
    .innerJoin('orders', 'orders.cart_id', 'cart_items.cart_id')
    .innerJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'orders.id')
        .onRef('order_items.version', '=', 'orders.version')
        .onRef('cart_items.variant_id', '=', 'order_items.variant_id'),
    )
    .select('orders.id')
    .where('orders.status', '=', 'processing')
    .execute()
  expect(left, 'carts with purchased items').toEqual([])
}
