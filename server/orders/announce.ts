import type { WebhookTopic } from '#contract/webhooks/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { announce } from '../webhooks/announce.ts'
import { findOrderEventPayload } from './queries.ts'

/**
 * Tells webhooks what became of an order, within the transaction that does it.
 * @param facts what else is told; amounts in cents
 */
export async function announceOrder(
  db: Db,
  topic: Extract<WebhookTopic, `order.${string}`>,
  orderId: string,
  facts: object = {},
): Promise<void> {
  await announce(db, topic, async () => {
    const order = await findOrderEventPayload(db, orderId)
    return order ? [{ subjectId: orderId, data: { order, ...facts } }] : []
  })
}
