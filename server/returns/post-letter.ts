import { findOrder } from '../orders/queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { postLetter } from '../platform/mail/outbox.ts'
import { readSettings, supportAddress } from '../settings/settings.ts'
import { returnEmail } from './emails.ts'
import type { ReturnEmailKind } from './jobs.ts'
import { findReturnOrder } from './queries.ts'

/** Writes a letter about a return into the outbox, once for its kind however often it is asked for. */
export async function postReturnLetter(
  db: Db,
  config: { publicUrl: string; mailFrom: string },
  { returnId, kind }: { returnId: number; kind: ReturnEmailKind },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const orderId = await findReturnOrder(db, returnId)
    const order = orderId === null ? null : await findOrder(db, orderId)
    const asked = order?.returns.find(({ id }) => id === returnId)
    if (!order || !asked) return
    const settings = await readSettings(db)
    const to = kind === 'notice' ? supportAddress(settings, config) : order.contactEmail
    const { shopName } = settings
    const letter = returnEmail(kind, { shopName, publicUrl: config.publicUrl, order, asked })
    await postLetter(db, { to, ...letter, orderId: order.id }, `order-${order.id}-return-${returnId}-${kind}`)
  })
}
