import type { z } from 'zod'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { postLetter } from '../platform/mail/outbox.ts'
import { readSettings, supportAddress } from '../settings/settings.ts'
import { orderEmail, TO_OWNER } from './emails.ts'
import type { writeOrderLetter } from './jobs.ts'
import { findOrder } from './queries.ts'

/** Writes a letter about an order into the outbox, once for its kind and occasion however often the job is tried. */
export async function postOrderLetter(
  db: Db,
  config: { publicUrl: string; mailFrom: string },
  { orderId, kind, occasion }: z.output<typeof writeOrderLetter.payload>,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await findOrder(db, orderId)
    if (!order) return
    const settings = await readSettings(db)
    const to = TO_OWNER.has(kind) ? supportAddress(settings, config) : order.contactEmail
    const { shopName } = settings
    const letter = orderEmail(kind, { shopName, publicUrl: config.publicUrl, order })
    const reason = occasion === undefined ? kind : `${kind}-${occasion}`
    await postLetter(db, { to, ...letter, orderId }, `order-${orderId}-${reason}`)
  })
}
