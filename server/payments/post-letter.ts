import { findOrder } from '../orders/queries.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { postLetter } from '../platform/mail/outbox.ts'
import { readSettings, supportAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { findDispute } from './dispute-queries.ts'
import { disputeEmail, fraudWarningEmail, refundEmail, rejectedKeyEmail } from './emails.ts'
import type { ProviderError } from './provider.ts'
import { findRefund } from './refund-queries.ts'

/** Logs that the provider rejects the shop's key, and emails the store owner at most once a day. */
export async function tellRejectedKey(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  provider: string,
  error: ProviderError,
): Promise<void> {
  log.error({ provider, problem: error.message }, 'payment provider rejects the API key')
  await inTransaction(db, async (db) => {
    const settings = await readSettings(db)
    const letter = rejectedKeyEmail({ shopName: settings.shopName, provider, problem: error.message })
    const day = now().toISOString().slice(0, 10)
    await postLetter(db, { to: supportAddress(settings, config), ...letter }, `rejected-key-${day}`)
  })
}

type Owner = { publicUrl: string; mailFrom: string }

/** Emails the store owner, once, that an order is disputed. */
export async function postDisputeLetter(db: Db, config: Owner, disputeId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const dispute = await findDispute(db, disputeId)
    if (!dispute) return
    const settings = await readSettings(db)
    const { orderId } = dispute
    const letter = disputeEmail({
      shopName: settings.shopName,
      publicUrl: config.publicUrl,
      orderId,
      dispute,
    })
    const to = supportAddress(settings, config)
    await postLetter(db, { to, ...letter }, `order-${orderId}-dispute-${disputeId}`)
  })
}

/** Emails the store owner, once, that a card issuer suspects fraud. */
export async function postWarningLetter(
  db: Db,
  config: Owner,
  { orderId, warningId }: { orderId: string; warningId: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const settings = await readSettings(db)
    const { shopName } = settings
    const letter = fraudWarningEmail({ shopName, publicUrl: config.publicUrl, orderId })
    const to = supportAddress(settings, config)
    await postLetter(db, { to, ...letter }, `order-${orderId}-warning-${warningId}`)
  })
}

/** Writes into the outbox, once, that money has gone back. */
export async function postRefundLetter(db: Db, publicUrl: string, refundId: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const refund = await findRefund(db, refundId)
    const order = refund && (await findOrder(db, refund.orderId))
    if (!order) return
    const { shopName } = await readSettings(db)
    const letter = refundEmail({ shopName, publicUrl, order, amountCents: refund.amountCents })
    const { id: orderId, contactEmail: to } = order
    await postLetter(db, { to, ...letter, orderId }, `order-${orderId}-refund-${refundId}`)
  })
}
