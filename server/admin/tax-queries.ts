import { sql } from 'kysely'
import type { TaxAmount } from '#contract/pricing/taxes.ts'
import { toQuote } from '../orders/stored-quote.ts'
import type { Db } from '../platform/db/database.ts'

type Span = { start: Date; end: Date }

/**
 * Sums the taxes of orders paid in the period, by rate. If a payment differs from the order's total, it is refunded and
 * isn't a sale.
 */
export async function sumSoldTaxes(db: Db, { start, end }: Span): Promise<TaxAmount[]> {
  const { rows } = await sql<TaxAmount>`
    select tax ->> 'country' as country, tax ->> 'region' as region, tax ->> 'name' as name,
      (tax ->> 'ppm')::int as ppm, sum((tax ->> 'netCents')::bigint)::bigint as "netCents",
      sum((tax ->> 'cents')::bigint)::bigint as cents
    from payment_moves as paid
    join orders on orders.id = paid.order_id
    join order_versions on order_versions.order_id = orders.id and order_versions.version = orders.version
      and order_versions.total_cents = paid.amount_cents,
    jsonb_array_elements(order_versions.quote -> 'taxes') as tax
    where paid.kind = 'paid' and paid.at >= ${start} and paid.at < ${end}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** Lists the refunds of the period, each with the amount refunded before it and its order's quote. */
export async function listTaxedRefunds(db: Db, { start, end }: Span) {
  const { rows } = await sql<{ earlierCents: number; cents: number; quote: unknown }>`
    select refund.amount_cents as cents, order_versions.quote,
      (select coalesce(sum(earlier.amount_cents), 0)::bigint from refunds as earlier
        where earlier.order_id = refund.order_id and earlier.status <> 'failed' and earlier.id < refund.id) as "earlierCents"
    from refunds as refund
    join orders on orders.id = refund.order_id
    join payments on payments.order_id = orders.id
    join order_versions on order_versions.order_id = orders.id and order_versions.version = orders.version
      and order_versions.total_cents = payments.paid_cents
    where refund.status <> 'failed' and refund.created_at >= ${start} and refund.created_at < ${end}
      and jsonb_array_length(order_versions.quote -> 'taxes') > 0`.execute(db)
  return rows.map(({ quote, ...refund }) => ({ ...refund, quote: toQuote({ quote }) }))
}
