import type { TestRecords } from '#contract/admin/going-live.ts'
import { updateTotals } from '../accounts/customer-queries.ts'
import { deleteLostNotes, listTestCustomers } from '../accounts/removal-queries.ts'
import { eraseTestCustomers } from '../accounts/test-customers.ts'
import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { deleteOrders } from '../orders/write-queries.ts'
import type { PaymentGateway } from '../payments/provider.ts'
import { deletePaymentRecords, listTestOrders, lockTestOrders } from '../payments/removal-queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { deleteEmailsOf } from '../platform/mail/outbox.ts'
import { deleteReturnsOf } from '../returns/queries.ts'
import { listTaken } from '../stock/queries.ts'
import { returnAllUnits } from '../stock/stock.ts'
import { deleteDeliveriesAbout } from '../webhooks/delivery-queries.ts'
import { countRecords } from './opening-queries.ts'

/** Counts what `removeTestOrders` would delete, and what would stay. */
export async function readTestOrders(db: Db) {
  const orderIds = await listTestOrders(db)
  const customerIds = await listTestCustomers(db)
  const all = await countRecords(db, customerIds)
  const taken = await listTaken(db, orderIds)
  return {
    orders: orderIds.length,
    customers: customerIds.length,
    reviews: all.reviews,
    units: taken.reduce((sum, { quantity }) => sum + quantity, 0),
    kept: { orders: all.orders - orderIds.length, customers: all.customers - customerIds.length },
  }
}

/**
 * Deletes the orders of the demo and of the test mode with everything about them, and the customers of that time. Only with
 * live keys: before, such an order could still be paid, and the reconciliation would miss it.
 * @throws ShopError 409
 */
export async function removeTestOrders(
  db: Db,
  { isLive }: Pick<PaymentGateway, 'isLive'>,
  adminId: number,
): Promise<TestRecords> {
  if (!isLive)
    throw new ShopError(
      409,
      'conflict',
      'Enter the live keys first. Until then, there can be new test orders.',
    )
  return inTransaction(db, async (db) => {
    const orderIds = await lockTestOrders(db)
    const { customers, reviews } = await eraseTestCustomers(db)
    const units = await returnAllUnits(db, orderIds)
    await deleteEmailsOf(db, orderIds)
    await deleteDeliveriesAbout(db, orderIds)
    await deletePaymentRecords(db, orderIds)
    await deleteReturnsOf(db, orderIds)
    await deleteOrders(db, orderIds)
    await deleteLostNotes(db)
    // The changes that wait to be added up have the email addresses.
    await updateTotals(db)
    const removed = { orders: orderIds.length, customers, reviews, units }
    if (orderIds.length > 0)
      await recordChange(db, {
        actorId: adminId,
        action: 'test_orders.removed',
        subjectId: 'shop',
        before: null,
        after: removed,
      })
    return removed
  })
}
