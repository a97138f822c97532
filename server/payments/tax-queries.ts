import { sql } from 'kysely'
import { type ShippingPlace, VatNumber } from '#contract/checkout/shipping.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { toQuote } from '../orders/stored-quote.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** A sale, or the refund of part of one, that isn't in the provider's tax reports yet. */
export type OpenTaxTransaction = {
  id: number
  /** Increases with each final response of the provider, because the next request needs another idempotency key. */
  attempt: number
  /** The calculation that replaces the order's expired one. */
  calculation: string | null
  refund: { id: number; amountCents: number } | null
}

/** @returns false if a provider didn't calculate the order's taxes, or the sale is already in the table */
export async function insertSale(db: Db, orderId: string, version: number): Promise<boolean> {
  const inserted = await db
    .insertInto('tax_transactions')
    .columns(['order_id', 'created_at', 'updated_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('order_versions')
        .select(['order_id', val(now()).as('created_at'), val(now()).as('updated_at')])
        .where('order_id', '=', orderId)
        .where('version', '=', version)
        .where(sql<boolean>`quote -> 'taxCalculation' is not null`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @returns false if the order's sale isn't reported, or the reversal is already in the table */
export async function insertReversal(db: Db, orderId: string, refundId: number): Promise<boolean> {
  const inserted = await db
    .insertInto('tax_transactions')
    .columns(['order_id', 'refund_id', 'created_at', 'updated_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('tax_transactions')
        .select([
          'order_id',
          sql<number>`${refundId}::int`.as('refund_id'),
          val(now()).as('created_at'),
          val(now()).as('updated_at'),
        ])
        .where('order_id', '=', orderId)
        .where('refund_id', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes the reversal of a refund that failed, unless it is already recorded. */
export async function deleteOpenReversal(db: Db, refundId: number): Promise<void> {
  await db
    .deleteFrom('tax_transactions')
    .where('refund_id', '=', refundId)
    .where('state', '<>', 'recorded')
    .execute()
}

/** Lists an order's unrecorded sale and refunds: the sale first, then the refunds, oldest first. */
export async function listOpen(db: Db, orderId: string): Promise<OpenTaxTransaction[]> {
  const rows = await db
    .selectFrom('tax_transactions')
    .leftJoin('refunds', 'refunds.id', 'tax_transactions.refund_id')
    .select([
      'tax_transactions.id',
      'tax_transactions.attempt',
      'tax_transactions.calculation_id as calculation',
      'refunds.id as refundId',
      'refunds.amount_cents as amountCents',
    ])
    .where('tax_transactions.order_id', '=', orderId)
    .where('tax_transactions.state', '<>', 'recorded')
    .orderBy(sql`refunds.id nulls first`)
    .execute()
  return rows.map(({ refundId, amountCents, ...open }) => ({
    ...open,
    refund: refundId === null || amountCents === null ? null : { id: refundId, amountCents },
  }))
}

/** Returns the recorded sale of an order with the provider's ID, which is null if the provider's response was lost. */
export async function findRecordedSale(db: Db, orderId: string) {
  const row = await db
    .selectFrom('tax_transactions')
    .select('transaction_id as transactionId')
    .where('order_id', '=', orderId)
    .where('refund_id', 'is', null)
    .where('state', '=', 'recorded')
    .executeTakeFirst()
  return row ?? null
}

/** Stores the calculation that a sale is recorded with, before it is sent, so a retry sends the same one. */
export async function updateCalculation(db: Db, id: number, calculation: string): Promise<number> {
  const { attempt } = await db
    .updateTable('tax_transactions')
    .set(({ eb }) => ({ calculation_id: calculation, attempt: eb('attempt', '+', 1), updated_at: now() }))
    .where('id', '=', id)
    .returning('attempt')
    .executeTakeFirstOrThrow()
  return attempt
}

/** @param transactionId null if the provider's response was lost */
export async function updateRecorded(db: Db, id: number, transactionId: string | null): Promise<void> {
  await db
    .updateTable('tax_transactions')
    .set({ state: 'recorded', transaction_id: transactionId, problem: null, updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/**
 * @param state 'failed' if only a person can solve the problem
 * @param isAnswered whether the provider repeats its response for the same idempotency key
 */
export async function updateProblem(
  db: Db,
  id: number,
  state: 'pending' | 'failed',
  problem: string,
  isAnswered: boolean,
): Promise<void> {
  await db
    .updateTable('tax_transactions')
    .set(({ eb }) => ({
      state,
      problem,
      updated_at: now(),
      ...(isAnswered && { attempt: eb('attempt', '+', 1) }),
    }))
    .where('id', '=', id)
    .where('state', '<>', 'recorded')
    .execute()
}

/** Returns the data that a sale was priced with, or null if there is no such order. */
export async function findSale(
  db: Db,
  orderId: string,
): Promise<{ quote: Quote; place: ShippingPlace; vatNumber: VatNumber | null } | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .select(['address', 'address2', 'city', 'state', 'zip_code as zipCode', 'country', 'vat_number', 'quote'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!row) return null
  const { vat_number, quote, address2, ...place } = row
  return {
    quote: toQuote({ quote }),
    place: { ...place, ...(address2 && { address2 }) },
    vatNumber: VatNumber.nullable().parse(vat_number),
  }
}

/** Lists sales and reversals that aren't recorded, and recorded reversals of refunds that failed later, oldest first. */
export async function listTaxProblems(db: Db, isLive: boolean, { from, to }: { from: Date; to: Date }) {
  return db
    .selectFrom('tax_transactions')
    .innerJoin('payments', 'payments.order_id', 'tax_transactions.order_id')
    .leftJoin('refunds', 'refunds.id', 'tax_transactions.refund_id')
    .select([
      'tax_transactions.order_id as orderId',
      'tax_transactions.refund_id as refundId',
      'tax_transactions.state',
      'tax_transactions.problem',
    ])
    .where('payments.is_live', '=', isLive)
    .where('tax_transactions.created_at', '>=', from)
    .where('tax_transactions.updated_at', '<', to)
    .where(({ eb, or }) =>
      or([eb('tax_transactions.state', '<>', 'recorded'), eb('refunds.status', '=', 'failed')]),
    )
    .orderBy('tax_transactions.id')
    .execute()
}
