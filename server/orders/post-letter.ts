import { type Db, inTransaction } from '../platform/db/database.ts'
import { postLetter } from '../platform/mail/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import type { LetterKind } from './jobs.ts'
import { orderLetter, TO_OWNER } from './letters.ts'
import { findOrder } from './queries.ts'

/** Writes a letter about an order into the outbox, once for its kind however often it is asked for. */
export async function postOrderLetter(
  db: Db,
  publicUrl: string,
  { orderId, kind }: { orderId: string; kind: LetterKind },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await findOrder(db, orderId)
    if (!order) return
    const { shopName, supportEmail } = await readSettings(db)
    const to = TO_OWNER.has(kind) ? supportEmail : order.contactEmail
    const letter = orderLetter(kind, { shopName, publicUrl, order })
    await postLetter(db, { to, ...letter }, `order-${orderId}-${kind}`)
  })
}
