import { formatCents } from '#contract/money.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import {
  amountOf,
  type RefundParts,
  refundOfAmount,
  refundOfReturn,
  refundOfUnits,
  take,
} from '#contract/pricing/refund.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { findRefundParts, findRest, findSoldOrder, type SoldOrder } from '../orders/refund-queries.ts'
import { listUnits, type OrderUnits } from '../orders/unit-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'

type Line = { itemId: number; quantity: number }

/**
 * Either an amount spread over the order, some of its units and shipping, an amount for a return, everything that is
 * left, or the same as a refund that failed.
 */
export type RefundChoice =
  | { kind: 'amount'; cents: number }
  | { kind: 'lines'; lines: (Line & { restock: boolean })[]; shippingCents: number }
  | { kind: 'return'; returnId: number; lines: Line[]; cents: number; restock: boolean }
  | { kind: 'rest' }
  | { kind: 'again'; refundId: number }

/**
 * @property parts null if the payment differs from the order's total: it isn't a sale, so it has no taxes
 * @property rest the rest of the order before this refund
 * @property restock units to return to stock, by order item
 */
export type RefundPlan = {
  cents: number
  parts: RefundParts | null
  rest: RefundParts | null
  items: OrderUnits[]
  restock: ReadonlyMap<number, number>
  isByLine: boolean
  returnId: number | null
}

/**
 * Computes a refund without making it. To make it, lock the payment first.
 * @throws ShopError 400 for an item of another order, 404, 409 for more than is left
 */
export async function planRefund(db: Db, orderId: string, choice: RefundChoice): Promise<RefundPlan> {
  const sold = await findSoldOrder(db, orderId)
  if (!sold) throw notFound(ORDER_MESSAGES.notFound)
  const items = await listUnits(db, orderId)
  const leftCents = sold.paidCents - sold.refundedCents
  const asked = choice.kind === 'amount' || choice.kind === 'return' ? choice.cents : 0
  if (asked > leftCents || sold.paidCents === 0) throw await tooMuch(db, leftCents)
  const common = { items, restock: new Map(), isByLine: false, returnId: null }
  if (sold.paidCents !== sold.quote.totalCents) {
    if (choice.kind === 'lines') throw conflict('Only an amount of this payment can be refunded.')
    const cents = choice.kind === 'rest' || choice.kind === 'again' ? leftCents : asked
    return { ...common, cents, parts: null, rest: null }
  }
  const rest = await findRest(db, orderId, sold.quote)
  const planned = await partsOf(db, choice, { sold, items, rest })
  return { ...common, ...planned, rest, cents: amountOf(planned.parts) }
}

/** @throws ShopError 409 */
export async function tooMuch(db: Db, leftCents: number): Promise<ShopError> {
  const left = formatCents(leftCents, await readSettings(db))
  return conflict(`At most ${left} of this order can be refunded.`)
}

type Context = { sold: SoldOrder; items: OrderUnits[]; rest: RefundParts }
type Planned = { parts: RefundParts } & Partial<Pick<RefundPlan, 'restock' | 'isByLine' | 'returnId'>>

async function partsOf(db: Db, choice: RefundChoice, context: Context): Promise<Planned> {
  const { rest } = context
  switch (choice.kind) {
    case 'amount':
      return { parts: refundOfAmount(rest, choice.cents) }
    case 'rest':
      return { parts: { ...rest, lines: rest.lines.filter(isLeft) }, isByLine: true }
    case 'lines':
      return linesOf(db, choice, context)
    case 'return':
      return returnOf(choice, context)
    default:
      return sameAs(db, choice.refundId, rest)
  }
}

async function linesOf(
  db: Db,
  { lines, shippingCents }: Extract<RefundChoice, { kind: 'lines' }>,
  { sold: { status, quote }, items, rest }: Context,
): Promise<Planned> {
  if (status === 'cancelled')
    throw new ShopError(409, 'illegal_move', 'This order is cancelled, so all of it is refunded.')
  if (shippingCents > rest.shipping.cents) {
    const left = formatCents(rest.shipping.cents, await readSettings(db))
    throw conflict(`At most ${left} of the shipping can be refunded.`)
  }
  for (const line of lines) checkUnits(items, line)
  const parts = refundOfUnits(rest, unitsOf(items, lines), shippingCents, quote.currency)
  const restock = lines.filter((line) => line.restock).map((line) => [line.itemId, line.quantity] as const)
  return { parts, isByLine: true, restock: new Map(restock) }
}

/** Units of the return that were already refunded aren't refunded again. */
function returnOf(
  { returnId, lines, cents, restock }: Extract<RefundChoice, { kind: 'return' }>,
  { items, rest }: Context,
): Planned {
  const left = lines.map(({ itemId, quantity }) => ({
    itemId,
    quantity: Math.min(quantity, leftOf(items, itemId)),
  }))
  return {
    parts: refundOfReturn(rest, unitsOf(items, left), cents),
    isByLine: true,
    returnId,
    restock: new Map(restock ? lines.map(({ itemId, quantity }) => [itemId, quantity]) : []),
  }
}

async function sameAs(db: Db, refundId: number, rest: RefundParts): Promise<Planned> {
  const failed = await findRefundParts(db, refundId)
  if (!failed) throw notFound('Refund not found')
  const lines = new Map(
    failed.lines.map(({ variantId, quantity, cents }) => [variantId, { quantity, cents }]),
  )
  try {
    return {
      parts: take(rest, { lines, shippingCents: failed.shipping.cents }),
      isByLine: failed.isByLine,
      returnId: failed.returnId,
      restock: new Map(failed.lines.map(({ itemId, restocked }) => [itemId, restocked])),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw conflict('Part of this was refunded in the meantime. Make a new refund of the rest.')
  }
}

const isLeft = ({ quantity, cents }: RefundParts['lines'][number]) => quantity > 0 || cents > 0

function checkUnits(items: OrderUnits[], { itemId, quantity }: Line) {
  const item = items.find((one) => one.itemId === itemId)
  if (!item) throw invalidInput("This item isn't in the order.")
  const left = leftOf(items, itemId)
  if (quantity > left) throw unitsGone(item.name, left)
}

/** @throws ShopError 409 */
export const unitsGone = (name: string, left: number) =>
  conflict(left === 0 ? `${name} is already refunded.` : `Only ${left} of ${name} can be refunded.`)

function leftOf(items: OrderUnits[], itemId: number): number {
  const item = items.find((one) => one.itemId === itemId)
  return item ? item.quantity - item.refunded : 0
}

function unitsOf(items: OrderUnits[], lines: Line[]): Map<number, number> {
  return new Map(
    items.map(({ itemId, variantId }) => [
      variantId,
      lines.find((line) => line.itemId === itemId)?.quantity ?? 0,
    ]),
  )
}

const conflict = (message: string) => new ShopError(409, 'conflict', message)
