import { type Db, inTransaction } from '../platform/db/database.ts'
import { postLetter } from '../platform/mail/outbox.ts'
import { readSettings, supportAddress } from '../settings/settings.ts'
import type { LetterKind } from './jobs.ts'
import { orderLetter, TO_OWNER } from './letters.ts'
import { findOrder } from './queries.ts'

/** Writes a letter about an order into the outbox, once for its kind however often it is asked for. */
export async function postOrderLetter(
  db: Db,
  config: { publicUrl: string; mailFrom: string },
  { orderId, kind }: { orderId: string; kind: LetterKind },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await findOrder(db, orderId)
    if (!order) return
    const settings = await readSettings(db)
    const to = TO_OWNER.has(kind) ? supportAddress(settings, config) : order.contactEmail
    const { shopName } = settings
    const letter = orderLetter(kind, { shopName, publicUrl: config.publicUrl, order })
    await postLetter(db, { to, ...letter }, `order-${orderId}-${kind}`)
  })
}
