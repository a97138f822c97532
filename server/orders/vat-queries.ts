import { sql } from 'kysely'
import { VatNumber } from '#contract/checkout/shipping.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

export type UnverifiedOrder = { id: string; vatNumber: VatNumber; createdAt: Date }

/**
 * Lists paid orders whose accepted number VIES hasn't verified yet.
 * @param since older ones are listed only while they are held for this reason
 */
export async function listUnverifiedOrders(db: Db, since: Date, reason: string): Promise<UnverifiedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'vat_number', 'created_at as createdAt'])
    .where(sql<boolean>`vat_number ->> 'state' = 'unverified' and (vat_number ->> 'isAccepted')::boolean`)
    .where('status', 'not in', ['pending', 'cancelled'])
    .where(({ or, eb }) => or([eb('created_at', '>', since), eb('review_reason', 'like', `%${reason}%`)]))
    .execute()
  return rows.map(({ vat_number, ...order }) => ({ ...order, vatNumber: VatNumber.parse(vat_number) }))
}

export async function updateVatNumber(db: Db, orderId: string, vatNumber: VatNumber) {
  await db
    .updateTable('orders')
    .set({ vat_number: JSON.stringify(vatNumber), updated_at: now() })
    .where('id', '=', orderId)
    .execute()
}
