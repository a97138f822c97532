import { findOrder } from '../orders/queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { postLetter } from '../platform/mail/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { refundLetter } from './letters.ts'
import { findRefund } from './refund-queries.ts'

/** Writes into the outbox, once, that money has gone back. */
export async function postRefundLetter(db: Db, publicUrl: string, refundId: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const refund = await findRefund(db, refundId)
    const order = refund && (await findOrder(db, refund.orderId))
    if (!order) return
    const { shopName } = await readSettings(db)
    const letter = refundLetter({ shopName, publicUrl, order, amountCents: refund.amountCents })
    await postLetter(db, { to: order.contactEmail, ...letter }, `order-${order.id}-refund-${refundId}`)
  })
}
