import { findOrder } from '../orders/queries.ts'
import { holdForReview } from '../orders/review.ts'
import type { Db } from '../platform/db/database.ts'
import { updateCharge } from './dispute-queries.ts'
import type { PaymentGateway } from './provider.ts'
import { findPayment } from './queries.ts'

/** Radar's levels that a person should look at; 'normal', 'not_assessed' and 'unknown' pass. */
const RISKY = ['elevated', 'highest']

/**
 * Reads how risky the provider finds a payment and what the bank said about its details, holds a risky order for review, and has the provider email a receipt if the
 * store owner wants that.
 * @throws ProviderError, to be tried again
 */
export async function lookAfterPaid(
  db: Db,
  cards: PaymentGateway,
  { orderId, hasReceipts }: { orderId: string; hasReceipts: boolean },
): Promise<void> {
  const payment = await findPayment(db, orderId)
  if (!payment?.intentId || payment.isLive !== cards.isLive) return
  const charge = await cards.findCharge(payment.intentId)
  if (!charge) return
  await updateCharge(db, orderId, charge)
  if (RISKY.includes(charge.risk ?? ''))
    await holdForReview(db, orderId, `${cards.name} rates the payment's risk as ${charge.risk}.`)
  const order = hasReceipts ? await findOrder(db, orderId) : null
  if (order) await cards.sendReceipt(charge.id, order.contactEmail)
}
