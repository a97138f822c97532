import { type Currency, centsToWire } from '#contract/money.ts'
import type { AdminOrder } from '#contract/orders/admin.ts'
import type { AdminPayment, AdminRefund } from '#contract/orders/admin-parts.ts'
import type { Return } from '#contract/orders/api.ts'
import { ORDER_MESSAGES, type OrderStatus } from '#contract/orders/rules.ts'
import { amountOf, refundOfUnits } from '#contract/pricing/refund.ts'
import { notFound } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { listFailedEmails } from '../platform/mail/outbox.ts'
import { type Row, toOrder } from './order-row.ts'
import { selectOrders } from './queries.ts'
import { findRest, listRefundParts } from './refund-queries.ts'
import { type NamedParts, refundPartsOf } from './refund-row.ts'
import { toQuote } from './stored-quote.ts'

/**
 * Returns an order with all of its data, including an unpaid one.
 * @throws ShopError 404
 */
export async function adminOrder(db: Db, id: string): Promise<AdminOrder> {
  const row = await selectOrders(db)
    .leftJoin('reservations', 'reservations.order_key', 'orders.id')
    .select('reservations.expires_at')
    .where('orders.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(ORDER_MESSAGES.notFound)
  const order = toOrder(row)
  const payment = await findAdminPayment(db, id, toQuote(row).currency)
  return {
    ...order,
    returns: await Promise.all(
      order.returns.map(async (one) => ({
        ...one,
        suggestedRefund: one.status === 'requested' && payment ? await suggestRefund(db, row, one) : null,
      })),
    ),
    userId: row.user_id,
    statusHistory: await listTransitions(db, id),
    holdUntil: row.expires_at?.toISOString() ?? null,
    reviewReason: row.status === 'processing' ? row.review_reason : null,
    payment,
    notes: await listNotes(db, id),
    failedEmails: await listFailedEmails(db, id),
  }
}

export async function insertNote(db: Db, orderId: string, actorId: number, text: string): Promise<void> {
  await db
    .insertInto('order_notes')
    .values(({ selectFrom }) => ({
      order_id: orderId,
      at: now(),
      actor_id: actorId,
      actor: selectFrom('users').select('username').where('id', '=', actorId),
      text,
    }))
    .execute()
}

async function listNotes(db: Db, orderId: string): Promise<AdminOrder['notes']> {
  const rows = await db
    .selectFrom('order_notes')
    .select(['id', 'at', 'actor as by', 'text'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))
}

async function listTransitions(db: Db, orderId: string): Promise<AdminOrder['statusHistory']> {
  const rows = await db
    .selectFrom('order_transitions')
    .select(['to_status', 'at', 'actor as by'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ to_status, at, by }) => ({ status: to_status as OrderStatus, at: at.toISOString(), by }))
}

async function findAdminPayment(db: Db, orderId: string, currency: Currency): Promise<AdminPayment | null> {
  const payment = await db
    .selectFrom('payments')
    .select(['intent_id as intentId', 'is_live as isLive', 'status', 'risk', 'paid_cents', 'refunded_cents'])
    .select([
      'address_check as address',
      'postal_code_check as postalCode',
      'security_code_check as securityCode',
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!payment) return null
  const { paid_cents, refunded_cents, address, postalCode, securityCode, ...rest } = payment
  return {
    ...rest,
    paid: centsToWire(paid_cents, currency),
    refunded: centsToWire(refunded_cents, currency),
    refundable: centsToWire(paid_cents - refunded_cents, currency),
    checks: { address, postalCode, securityCode },
    moves: await listPaymentTransitions(db, orderId, currency),
    refunds: await listRefunds(db, orderId, currency),
    disputes: await listDisputes(db, orderId, currency),
    warnings: await listWarnings(db, orderId),
  }
}

async function listPaymentTransitions(
  db: Db,
  orderId: string,
  currency: Currency,
): Promise<AdminPayment['moves']> {
  const rows = await db
    .selectFrom('payment_transitions')
    .select(['at', 'kind', 'amount_cents', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, amount_cents, ...move }) => ({
    ...move,
    at: at.toISOString(),
    amount: centsToWire(amount_cents, currency),
  }))
}

async function listRefunds(db: Db, orderId: string, currency: Currency): Promise<AdminRefund[]> {
  const parts = new Map((await listRefundParts(db, orderId)).map((refund) => [refund.id, refund]))
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'reason', 'status', 'problem', 'retried_by', 'created_at', 'updated_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ amount_cents, retried_by, created_at, updated_at, status, ...refund }) => ({
    ...refund,
    status: status as AdminRefund['status'],
    amount: centsToWire(amount_cents, currency),
    ...refundPartsOf(parts.get(refund.id) ?? NO_PARTS, currency),
    isRetried: retried_by !== null,
    requestedAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  }))
}

const NO_PARTS: NamedParts = { lines: [], shipping: { cents: 0, taxes: [] } }

async function listDisputes(db: Db, orderId: string, currency: Currency): Promise<AdminPayment['disputes']> {
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'amount_cents', 'reason', 'status', 'opened_at', 'due_by', 'is_answered as isAnswered'])
    .where('order_id', '=', orderId)
    .orderBy('opened_at')
    .execute()
  return rows.map(({ amount_cents, opened_at, due_by, ...dispute }) => ({
    ...dispute,
    amount: centsToWire(amount_cents, currency),
    openedAt: opened_at.toISOString(),
    dueBy: due_by?.toISOString() ?? null,
  }))
}

async function listWarnings(db: Db, orderId: string): Promise<AdminPayment['warnings']> {
  const rows = await db
    .selectFrom('fraud_warnings')
    .select(['id', 'kind', 'is_actionable as isActionable', 'opened_at'])
    .where('order_id', '=', orderId)
    .orderBy('opened_at')
    .execute()
  return rows.map(({ opened_at, ...warning }) => ({ ...warning, openedAt: opened_at.toISOString() }))
}

/** Suggests the price of the returned units, and shipping once all units of the order are returned or refunded. */
async function suggestRefund(db: Db, row: Row, asked: Return): Promise<string> {
  const quote = toQuote(row)
  const { currency } = quote
  const rest = await findRest(db, row.id, quote)
  const units = new Map(
    row.items.map((item) => {
      const wanted = asked.items.find(({ itemId }) => itemId === item.id)?.quantity ?? 0
      return [item.variantId, Math.min(wanted, item.quantity - item.refunded)]
    }),
  )
  const isComplete = rest.lines.every(({ variantId, quantity }) => quantity === (units.get(variantId) ?? 0))
  const suggested = refundOfUnits(rest, units, isComplete ? rest.shipping.cents : 0, currency)
  return centsToWire(amountOf(suggested), currency)
}
