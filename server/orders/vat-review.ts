import type { VatNumber } from '#contract/checkout/shipping.ts'
import { centsOf } from '#contract/money.ts'
import type { Order } from '#contract/orders/api.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { findOrder } from './queries.ts'
import { updateVatNumber } from './vat-queries.ts'
import { lockOrder, updateReview } from './write-queries.ts'

/** Why an order without VAT is held for review. */
export const VAT_REVIEWS = {
  unverified: 'VIES hasn’t verified the customer’s VAT number yet, and the order has no VAT.',
  invalid: 'VIES doesn’t know the customer’s VAT number, and the order has no VAT.',
  expired: 'VIES couldn’t verify the customer’s VAT number within three days, and the order has no VAT.',
} as const

/** Holds an order that has no VAT because of a number that VIES hasn't verified. Call it once the order is paid. */
export async function holdIfUnverified(db: Db, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId)
  if (order?.vatNumber?.state === 'unverified' && isUntaxed(order))
    await updateReview(db, orderId, VAT_REVIEWS.unverified)
}

/**
 * Stores what VIES found out about the number of an order, or null if it couldn't answer in time. A verified number
 * releases the order; otherwise, the order is held for another reason.
 * @returns whether the order has no VAT although its number isn't verified
 */
export async function settleVatNumber(db: Db, orderId: string, found: VatNumber | null): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const { status, reviewReason } = await lockOrder(db, orderId)
    const order = await findOrder(db, orderId)
    if (order?.vatNumber?.state !== 'unverified') return false
    if (found) await updateVatNumber(db, orderId, found)
    const isHeld = reviewReason?.includes(VAT_REVIEWS.unverified) ?? false
    const others = reviewReason?.replace(VAT_REVIEWS.unverified, '').trim() ?? ''
    const reasons = [reasonOf(found, isHeld, status === 'processing' && isUntaxed(order)), others]
    await updateReview(db, orderId, reasons.filter(Boolean).join(' ') || null)
    return found?.state !== 'verified' && isUntaxed(order)
  })
}

/** An admin who approved the order knew that the number wasn't verified, but not that it is invalid. */
function reasonOf(found: VatNumber | null, isHeld: boolean, canHold: boolean): string {
  if (!found) return isHeld ? VAT_REVIEWS.expired : ''
  return found.state === 'invalid' && canHold ? VAT_REVIEWS.invalid : ''
}

const isUntaxed = ({ taxes }: Order) => taxes.every(({ amount }) => centsOf(amount) === 0)
