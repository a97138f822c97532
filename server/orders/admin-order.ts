import type { AdminOrder } from '#contract/orders/admin.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import { notFound } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { findAdminOrder } from './admin-queries.ts'

/** An order as admins see it. @throws ShopError 404 */
export async function adminOrder(db: Db, id: string): Promise<AdminOrder> {
  const order = await findAdminOrder(db, id)
  if (!order) throw notFound(ORDER_MESSAGES.notFound)
  return order
}
