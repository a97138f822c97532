import type { WebhookTopic } from '#contract/webhooks/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findOrderEventPayload } from './queries.ts'

/**
 * Emits a webhook event about an order within the caller's transaction.
 * @param facts additional payload, with amounts in cents
 */
export async function emitOrderEvent(
  db: Db,
  topic: Extract<WebhookTopic, `order.${string}`>,
  orderId: string,
  facts: object = {},
): Promise<void> {
  await emitEvent(db, topic, async () => {
    const order = await findOrderEventPayload(db, orderId)
    return order ? [{ subjectId: orderId, data: { order, ...facts } }] : []
  })
}
