import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { adminOrder } from '../orders/admin-order.ts'
import { weighUnpaid } from '../orders/orders.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { expireUnpaidOrder } from './payments.ts'
import { type PaymentGateway, ProviderError } from './provider.ts'

/**
 * Ends an unpaid order at an admin's request and releases its reserved stock. The provider decides, since the shopper may be
 * paying at the same time.
 * @throws ShopError 404; 409 if it isn't unpaid, or was paid first; 503 if the provider is unavailable
 */
export async function releaseHold(
  db: Db,
  cards: PaymentGateway,
  mail: MailConfig,
  orderId: string,
  admin: { id: number },
): Promise<void> {
  const before = await adminOrder(db, orderId)
  if (before.status !== 'pending')
    throw illegal(`This order is ${before.status} and holds nothing that could be released.`)
  await askProvider(db, cards, mail, orderId)
  const { status } = await adminOrder(db, orderId)
  if (status === 'pending')
    throw illegal('A payment for this order is under way. Please look again in a few minutes.')
  if (status !== 'cancelled') throw illegal('The buyer was quicker: this order has been paid.')
  await inTransaction(db, async (db) => {
    await weighUnpaid(db, orderId, 'released')
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.released',
      subjectId: orderId,
      before: { status: before.status },
      after: { status },
    })
  })
}

async function askProvider(db: Db, cards: PaymentGateway, mail: MailConfig, orderId: string) {
  try {
    await expireUnpaidOrder(db, cards, mail, orderId, true)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const text = 'The payment provider does not answer, so nothing was released. Please try again.'
    throw new ShopError(503, 'unavailable', text, { retryAfter: 5, cause: error })
  }
}

const illegal = (message: string) => new ShopError(409, 'illegal_move', message)
