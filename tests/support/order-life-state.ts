import { sql } from 'kysely'
import { expect } from 'vitest'
import { sha256 } from '../../server/platform/ids.ts'
import type { ModelProvider } from './model-provider.ts'
import type { TestShop } from './shop.ts'

/** Units on hand at the start. */
export const STOCK = 3

type Line = { variantId: number; color: string | null; priceCents: number; isArchived: boolean }

/** One shopper's cart and order, and a payment provider controlled by the test. */
export type Life = {
  shop: TestShop
  gateway: ModelProvider
  productId: number
  /** The variants in the cart. A product without options has one, with the product's ID. */
  lines: Line[]
  cartToken: string
  wanted: number
  /** Null for the cheapest delivery. */
  methodId: string | null
  /** Client secrets that the shopper has received. */
  secrets: Set<string>
  /** The event received most recently. */
  lastEvent: ModelProvider['events'][number] | null
  seenRefunds: number
}

/** Checks the invariants of every state. @returns the state as one line; states with equal lines behave the same from then on */
export async function lookAt(life: Life): Promise<string> {
  const { shop, gateway, lines } = life
  const orders = await ordersOf(life)
  for (const { status, payment, paid, total, refunded } of orders) {
    if (status === 'processing') expect([payment, paid]).toEqual(['paid', total])
    expect(refunded).toBeLessThanOrEqual(paid)
  }
  for (const { id } of orders) {
    const alive = [...gateway.intents.values()].filter(
      ({ orderId, status }) => orderId === id && status !== 'canceled',
    )
    expect(alive.length, 'intents that can still be charged').toBeLessThanOrEqual(1)
  }
  const stock = await stockOf(life)
  for (const [index, { quantity, held }] of stock.entries()) {
    const sold = sum(
      orders.filter(({ status }) => status === 'processing').map(({ units }) => units[index] ?? 0),
    )
    expect(quantity, 'unsold stock is on hand').toBe(STOCK - sold)
    if (!orders.some(({ status }) => status === 'pending'))
      expect(held, 'reserved without an open order').toBe(0)
  }
  const refunds = await shop.shop.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.order_id', 'refunds.order_id')
    .select(['refunds.amount_cents', 'refunds.status'])
    .where('refunds.order_id', 'in', ['', ...orders.map(({ id }) => id)])
    .orderBy('refunds.id')
    .execute()
  return JSON.stringify([
    orders.map(({ id: _, ...facts }) => facts),
    stock,
    refunds,
    await inCart(life),
    lines.map(({ priceCents, isArchived }) => [priceCents, isArchived]),
    life.wanted,
    life.methodId,
    life.seenRefunds,
    [...gateway.intents.values()].map(({ status, amountCents, version, clientSecret, failure }) => [
      status,
      amountCents,
      version,
      failure,
      life.secrets.has(clientSecret),
    ]),
    [...gateway.refunds.values()].map(({ amountCents, status }) => [amountCents, status]),
    gateway.events.map(({ type }) => type),
    life.lastEvent?.type ?? null,
    await jobsThatWait(life),
  ])
}

/** Counts the jobs in the table, because the queue updates its own counts only every ten seconds. */
async function jobsThatWait({ shop }: Life) {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from jobs.job where state in ('created', 'retry')
    group by name order by name`.execute(shop.shop.db)
  return rows
}

/** Returns the units in the cart, for each line. */
export async function inCart({ shop, lines }: Life): Promise<number[]> {
  const rows = await shop.shop.db
    .selectFrom('cart_items')
    .select(['variant_id as variantId', 'quantity'])
    .where('variant_id', 'in', idsOf(lines))
    .execute()
  return lines.map((line) => rows.find(({ variantId }) => variantId === line.variantId)?.quantity ?? 0)
}

async function stockOf({ shop, lines }: Life) {
  return shop.shop.db
    .selectFrom('stock')
    .select(['quantity', 'held'])
    .where('variant_id', 'in', idsOf(lines))
    .orderBy('variant_id')
    .execute()
}

const idsOf = (lines: Line[]) => lines.map(({ variantId }) => variantId)

type OrderState = {
  id: string
  status: string
  version: number
  /** For each line. */
  units: number[]
  total: number
  payment: string
  paid: number
  refunded: number
}

export async function ordersOf({ shop, cartToken, lines }: Life, status?: string): Promise<OrderState[]> {
  const rows = await shop.shop.db
    .selectFrom('orders')
    .innerJoin('carts', 'carts.id', 'orders.cart_id')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .select([
      'orders.id',
      'orders.status',
      'orders.version',
      'order_versions.total_cents as total',
      'payments.status as payment',
      'payments.paid_cents as paid',
      'payments.refunded_cents as refunded',
      sql<number[]>`array(select coalesce((select quantity from order_items where order_id = orders.id
        and version = orders.version and variant_id = line.id), 0)
        from unnest(${idsOf(lines)}::integer[]) with ordinality as line (id, place) order by place)`.as(
        'units',
      ),
    ])
    .where('carts.token_hash', '=', sha256(cartToken))
    .orderBy('orders.created_at')
    .execute()
  return rows.filter((row) => status === undefined || row.status === status)
}

export const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
