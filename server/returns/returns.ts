import type { RefundPreview } from '#contract/orders/admin-parts.ts'
import type { Order, OrderItem } from '#contract/orders/api.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import type { ReturnRequest } from '#contract/returns/api.ts'
import {
  RETURN_MESSAGES,
  RETURN_TRANSITIONS,
  RETURNS_MAX,
  type ReturnStatus,
} from '#contract/returns/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { findOrder } from '../orders/queries.ts'
import { restockUnits } from '../orders/restock.ts'
import { lockOrder } from '../orders/write-queries.ts'
import { previewRefund } from '../payments/admin-refunds.ts'
import type { RefundChoice } from '../payments/refund-plan.ts'
import { requestAdminRefund } from '../payments/refunds.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { readSettings, shipsToEu } from '../settings/settings.ts'
import { queueReturnEmails } from './emails.ts'
import * as queries from './queries.ts'

type Admin = { id: number }

/**
 * Records a customer's request to return some items within 30 days of delivery, and confirms it by email. In shops that ship to
 * the EU, it is a withdrawal from the contract, possible from the order on.
 * Locks the order, so two requests can't return the same items.
 * @throws ShopError 400 for an item of another order; 409 before delivery, too late, after too many requests, or for more
 * units than can be returned
 */
export async function requestReturn(
  db: Db,
  mail: MailConfig,
  orderId: string,
  { items, reason, name }: ReturnRequest,
): Promise<number> {
  return inTransaction(db, async (db) => {
    await lockOrder(db, orderId)
    const order = await findOrder(db, orderId)
    if (!order) throw notFound(ORDER_MESSAGES.notFound)
    const isWithdrawal = shipsToEu(await readSettings(db))
    checkTime(order, isWithdrawal)
    if (order.returns.length >= RETURNS_MAX) throw conflict(RETURN_MESSAGES.tooMany)
    for (const request of items) checkItem(order.items, request)
    const id = await queries.insertReturn(db, {
      orderId,
      isWithdrawal,
      name: (isWithdrawal && name) || null,
      reason: reason || null,
      lines: items,
    })
    await queries.insertReturnTransition(db, {
      returnId: id,
      status: 'requested',
      by: 'customer',
      note: reason || null,
    })
    await queueReturnEmails(db, mail, { id, orderId }, ['requested', 'notice'])
    return id
  })
}

/**
 * Accepts a return: refunds an amount, which may be 0, first of its items, and optionally restocks them. The order
 * keeps its status.
 * @throws ShopError 403 'proof_needed' for a large refund; 404; 409 if it is already accepted or declined, or if the
 * refund exceeds the amount paid
 */
export async function acceptReturn(
  db: Db,
  mail: MailConfig,
  id: number,
  admin: Pick<RequestUser, 'id' | 'isProven'>,
  { refundCents, restock }: { refundCents: number; restock: boolean },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const request = await lockForTransition(db, id, 'accepted')
    const { orderId } = request
    const lines = await queries.listReturnLines(db, id)
    if (refundCents > 0) {
      const choice: RefundChoice = { kind: 'return', returnId: id, lines, cents: refundCents, restock }
      await requestAdminRefund(db, orderId, admin, choice, `Return ${id}`, 'requested_by_customer')
    } else if (restock)
      await restockUnits(db, orderId, new Map(lines.map(({ itemId, quantity }) => [itemId, quantity])))
    await queries.updateReturn(db, id, { status: 'accepted', refundCents, restocked: restock })
    await settled(db, mail, request, admin, 'accepted', { refundCents, restock }, null)
  })
}

/**
 * Returns the refund of a return and its taxes without accepting it.
 * @throws ShopError 404, 409 if the amount exceeds the rest of the payment
 */
export async function previewReturn(db: Db, id: number, cents: number): Promise<RefundPreview> {
  const found = await queries.findReturn(db, id)
  if (!found) throw notFound(RETURN_MESSAGES.notFound)
  const lines = await queries.listReturnLines(db, id)
  return previewRefund(db, found.orderId, { kind: 'return', returnId: id, lines, cents, restock: false })
}

/**
 * Declines a return and emails the reason to the customer, who may request another return.
 * @throws ShopError 404, 409 for a withdrawal
 */
export async function declineReturn(
  db: Db,
  mail: MailConfig,
  id: number,
  admin: Admin,
  reason: string,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const request = await lockForTransition(db, id, 'refused')
    if (request.isWithdrawal) throw conflict(RETURN_MESSAGES.withdrawal)
    await queries.updateReturn(db, id, { status: 'refused', answer: reason })
    await settled(db, mail, request, admin, 'refused', { reason }, reason)
  })
}

/** The period of a withdrawal ends after delivery, so it hasn't ended before. */
function checkTime({ returnDays, returnUntil, status }: Order, isWithdrawal: boolean) {
  if (isWithdrawal && (status === 'processing' || status === 'shipped')) return
  if (returnUntil === null)
    throw conflict(isWithdrawal ? RETURN_MESSAGES.nothingLeft : RETURN_MESSAGES.notDelivered)
  if (now() > new Date(returnUntil)) throw conflict(RETURN_MESSAGES.tooLate(returnDays))
}

function checkItem(items: OrderItem[], { itemId, quantity }: { itemId: number; quantity: number }) {
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw invalidInput("This item isn't in the order.")
  if (quantity <= item.returnable) return
  const { name } = item.product
  throw conflict(
    item.returnable === 0
      ? `${name} is already ${item.refunded === item.quantity ? 'refunded' : 'being returned'}.`
      : `Only ${item.returnable} of ${name} can be returned.`,
  )
}

async function lockForTransition(db: Db, id: number, to: ReturnStatus): Promise<queries.LockedReturn> {
  const request = await queries.lockReturn(db, id)
  if (!request) throw notFound(RETURN_MESSAGES.notFound)
  if (!RETURN_TRANSITIONS[request.status].includes(to))
    throw new ShopError(
      409,
      'illegal_move',
      `This return is already ${request.status === 'refused' ? 'declined' : request.status}.`,
    )
  return request
}

async function settled(
  db: Db,
  mail: MailConfig,
  request: queries.LockedReturn,
  admin: Admin,
  status: 'accepted' | 'refused',
  facts: object,
  note: string | null,
) {
  await queries.insertReturnTransition(db, { returnId: request.id, status, by: admin.id, note })
  await recordChange(db, {
    actorId: admin.id,
    action: `return.${status}`,
    subjectId: request.id,
    before: { orderId: request.orderId, status: request.status },
    after: { orderId: request.orderId, status, ...facts },
  })
  await queueReturnEmails(db, mail, request, [status])
}

const conflict = (message: string) => new ShopError(409, 'conflict', message)
