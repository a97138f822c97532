import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Lists the orders whose payment moves no money. */
export async function listTestOrders(db: Db): Promise<string[]> {
  const rows = await selectTestPayments(db).execute()
  return rows.map(({ orderId }) => orderId)
}

/** Like listTestOrders, but locks their payments, which decides whether a concurrent request can still make one real. */
export async function lockTestOrders(db: Db): Promise<string[]> {
  const rows = await selectTestPayments(db).forUpdate().execute()
  return rows.map(({ orderId }) => orderId)
}

/** Deletes the payments of orders with their disputes and tax reports. */
export async function deletePaymentRecords(db: Db, orderIds: string[]): Promise<void> {
  const ofOrders = sql<boolean>`order_id = any (${orderIds}::text[])`
  const ofRefunds = sql<boolean>`refund_id in (select id from refunds where ${ofOrders})`
  await db.deleteFrom('tax_transactions').where(ofOrders).execute()
  await db.deleteFrom('refund_transitions').where(ofRefunds).execute()
  await db.deleteFrom('refund_items').where(ofRefunds).execute()
  await db.deleteFrom('refunds').where(ofOrders).execute()
  await db.deleteFrom('fraud_warnings').where(ofOrders).execute()
  await db.deleteFrom('disputes').where(ofOrders).execute()
  await db.deleteFrom('payment_transitions').where(ofOrders).execute()
  await db.deleteFrom('payments').where(ofOrders).execute()
}

function selectTestPayments(db: Db) {
  return db
    .selectFrom('payments')
    .select('order_id as orderId')
    .where('is_live', '=', false)
    .orderBy('order_id')
}
