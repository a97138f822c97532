import type { Order } from '#contract/orders/api.ts'
import type { OrderItem } from '#contract/orders/parts.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import type { ReturnRequest } from '#contract/returns/api.ts'
import { RETURN_MESSAGES, RETURN_MOVES, type ReturnStatus } from '#contract/returns/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { findOrder } from '../orders/queries.ts'
import { lockOrder } from '../orders/write-queries.ts'
import { requestAdminRefund } from '../payments/refunds.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { putBack } from '../stock/stock.ts'
import { writeReturnLetter } from './jobs.ts'
import * as queries from './queries.ts'

type Admin = { id: number }

/**
 * A customer withdraws from the contract for some items, within 30 days of their delivery; a letter confirms it. The order's
 * row is held meanwhile, so that two requests cannot ask for the same thing.
 * @throws ShopError 400 for an item of another order; 409 before the delivery, too late, or for more than there is
 */
export async function requestReturn(
  db: Db,
  orderId: string,
  { items, reason }: ReturnRequest,
): Promise<number> {
  return inTransaction(db, async (db) => {
    await lockOrder(db, orderId)
    const order = await findOrder(db, orderId)
    if (!order) throw notFound(ORDER_MESSAGES.notFound)
    checkTime(order)
    for (const asked of items) checkItem(order.items, asked)
    const id = await queries.insertReturn(db, { orderId, reason: reason || null, lines: items })
    await queries.insertReturnMove(db, {
      returnId: id,
      status: 'requested',
      by: 'customer',
      note: reason || null,
    })
    await enqueue(db, writeReturnLetter, { returnId: id, kind: 'requested' })
    await enqueue(db, writeReturnLetter, { returnId: id, kind: 'notice' })
    return id
  })
}

/**
 * Accepts a return: so much is refunded (0: nothing), and its items go back on the shelf or not. The order keeps its status.
 * @throws ShopError 403 'proof_needed' for a large refund; 404; 409 when it is settled already, or when so much was not paid
 */
export async function acceptReturn(
  db: Db,
  id: number,
  admin: Pick<RequestUser, 'id' | 'isProven'>,
  { refundCents, restock }: { refundCents: number; restock: boolean },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const asked = await lockForMove(db, id, 'accepted')
    if (refundCents > 0) {
      const why = `Return ${id}`
      await requestAdminRefund(db, asked.orderId, admin, refundCents, why, 'requested_by_customer')
    }
    if (restock) await putBack(db, asked.orderId, await queries.listReturnLines(db, id))
    await queries.updateReturn(db, id, { status: 'accepted', refundCents, restocked: restock })
    await settled(db, asked, admin, 'accepted', { refundCents, restock }, null)
  })
}

/** Refuses a return; the customer is told why, and may ask again. @throws ShopError 404, 409 */
export async function refuseReturn(db: Db, id: number, admin: Admin, reason: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const asked = await lockForMove(db, id, 'refused')
    await queries.updateReturn(db, id, { status: 'refused', answer: reason })
    await settled(db, asked, admin, 'refused', { reason }, reason)
  })
}

function checkTime({ returnUntil }: Order) {
  if (returnUntil === null) throw conflict(RETURN_MESSAGES.notDelivered)
  if (now() > new Date(returnUntil)) throw conflict(RETURN_MESSAGES.tooLate)
}

function checkItem(items: OrderItem[], { itemId, quantity }: { itemId: number; quantity: number }) {
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw invalidInput('This item is not in the order.')
  if (quantity <= item.returnable) return
  const { name } = item.product
  throw conflict(
    item.returnable === 0
      ? `${name} is being returned already.`
      : `Only ${item.returnable} of ${name} can be returned.`,
  )
}

async function lockForMove(db: Db, id: number, to: ReturnStatus): Promise<queries.LockedReturn> {
  const asked = await queries.lockReturn(db, id)
  if (!asked) throw notFound(RETURN_MESSAGES.notFound)
  if (!RETURN_MOVES[asked.status].includes(to))
    throw new ShopError(409, 'illegal_move', `This return is ${asked.status} already.`)
  return asked
}

async function settled(
  db: Db,
  asked: queries.LockedReturn,
  admin: Admin,
  status: 'accepted' | 'refused',
  facts: object,
  note: string | null,
) {
  await queries.insertReturnMove(db, { returnId: asked.id, status, by: admin.id, note })
  await recordChange(db, {
    actorId: admin.id,
    action: `return.${status}`,
    subjectId: asked.id,
    before: { orderId: asked.orderId, status: asked.status },
    after: { orderId: asked.orderId, status, ...facts },
  })
  await enqueue(db, writeReturnLetter, { returnId: asked.id, kind: status })
}

const conflict = (message: string) => new ShopError(409, 'conflict', message)
