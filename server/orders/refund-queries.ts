import { sql } from 'kysely'
import { TaxAmounts } from '#contract/checkout/api.ts'
import type { OrderStatus } from '#contract/orders/rules.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { type RefundParts, restOf } from '#contract/pricing/refund.ts'
import type { Db } from '../platform/db/database.ts'
import { toQuote } from './stored-quote.ts'

/** A stored line of a refund. @property cents with the taxes that were added to the price */
export type RefundLine = {
  itemId: number
  name: string
  variantId: number
  quantity: number
  cents: number
  taxes: TaxAmounts
  restocked: number
}

/** A refund as agreed, by the parts of its order. */
export type StoredRefund = Omit<RefundParts, 'lines'> & {
  id: number
  lines: RefundLine[]
  hasFailed: boolean
  isByLine: boolean
  returnId: number | null
}

/** The data for a refund of an order. */
export type SoldOrder = { status: OrderStatus; quote: Quote; paidCents: number; refundedCents: number }

export async function findSoldOrder(db: Db, orderId: string): Promise<SoldOrder | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .select(['orders.status', 'quote', 'paid_cents as paidCents', 'refunded_cents as refundedCents'])
    .where('orders.id', '=', orderId)
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirst()
  return row ? { ...row, quote: toQuote(row) } : null
}

/** Lists the parts of an order's refunds, oldest first. */
export async function listRefundParts(db: Db, orderId: string): Promise<StoredRefund[]> {
  const rows = await selectStored(db).where('refunds.order_id', '=', orderId).orderBy('refunds.id').execute()
  return rows.map(toStored)
}

/** Returns what an order's refunds left of it, except for those that failed. */
export async function findRest(db: Db, orderId: string, quote: Quote): Promise<RefundParts> {
  const refunds = await listRefundParts(db, orderId)
  return restOf(
    quote,
    refunds.filter(({ hasFailed }) => !hasFailed),
  )
}

export async function findRefundParts(db: Db, refundId: number): Promise<StoredRefund | null> {
  const row = await selectStored(db).where('refunds.id', '=', refundId).executeTakeFirst()
  return row ? toStored(row) : null
}

type Row = Awaited<ReturnType<ReturnType<typeof selectStored>['executeTakeFirstOrThrow']>>

function selectStored(db: Db) {
  return db
    .selectFrom('refunds')
    .select(['refunds.id', 'status', 'shipping_cents', 'shipping_taxes', 'is_by_line', 'return_id'])
    .select(
      sql<unknown[] | null>`(select json_agg(json_build_object('itemId', order_item_id,
        'name', item.name || coalesce(' (' || item.variant_title || ')', ''), 'variantId', item.variant_id,
        'quantity', line.quantity, 'cents', amount_cents, 'taxes', taxes, 'restocked', line.restocked) order by order_item_id)
        from refund_items line join order_items item on item.id = order_item_id
        where line.refund_id = refunds.id)`.as('lines'),
    )
}

function toStored({
  id,
  status,
  shipping_cents,
  shipping_taxes,
  is_by_line,
  return_id,
  lines,
}: Row): StoredRefund {
  return {
    id,
    hasFailed: status === 'failed',
    isByLine: is_by_line,
    returnId: return_id,
    lines: (lines ?? []).map((line) => {
      const stored = line as RefundLine
      return { ...stored, taxes: TaxAmounts.parse(stored.taxes) }
    }),
    shipping: { cents: shipping_cents, taxes: TaxAmounts.parse(shipping_taxes) },
  }
}
