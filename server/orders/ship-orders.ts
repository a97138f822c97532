import type { ShipmentOutcome } from '#contract/orders/transitions.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { shipOrder } from './fulfillment.ts'
import type { Admin } from './orders.ts'
import { findShipment, lockOrder } from './write-queries.ts'

type Parcel = { carrier: string; trackingNumber: string | null }

/**
 * Marks orders as shipped, each in its own transaction, so one that can't be shipped doesn't keep the others back. A
 * repeated request changes nothing, because an order that has shipped with the same carrier and number stays as it is.
 */
export async function shipOrders(
  db: Db,
  mail: MailConfig,
  admin: Admin,
  orders: (Parcel & { orderId: string })[],
): Promise<ShipmentOutcome[]> {
  const outcomes: ShipmentOutcome[] = []
  for (const { orderId, ...parcel } of orders)
    outcomes.push({ orderId, ...(await shipOnce(db, mail, admin, orderId, parcel)) })
  return outcomes
}

async function shipOnce(
  db: Db,
  mail: MailConfig,
  admin: Admin,
  orderId: string,
  parcel: Parcel,
): Promise<Omit<ShipmentOutcome, 'orderId'>> {
  try {
    return await inTransaction(db, async (db) => {
      const { status } = await lockOrder(db, orderId)
      if (status === 'shipped' || status === 'delivered') {
        const shipped = await findShipment(db, orderId)
        const isSame = shipped?.carrier === parcel.carrier && shipped.trackingNumber === parcel.trackingNumber
        if (isSame) return { result: 'already_shipped', problem: null }
      }
      await shipOrder(db, mail, orderId, admin, parcel)
      return { result: 'shipped', problem: null }
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { result: 'failed', problem: error.message }
  }
}
