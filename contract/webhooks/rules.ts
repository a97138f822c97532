/** Rules of outgoing webhooks (docs/webhooks.md). Doesn't import zod, so pages can load it early. */

/** Topics that a store owner can subscribe to. */
export const WEBHOOK_TOPICS = [
  'order.placed',
  'order.paid',
  'order.shipped',
  'order.refunded',
  'product.changed',
] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

/** Sent only if an admin requests it. */
export const TEST_TOPIC = 'test'

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

/** Limits the load that webhooks cause. */
export const WEBHOOKS_MAX = 20
export const DELIVERIES_PAGE_SIZE = 20
/** How long deliveries are also signed with the previous secret after a rotation. */
export const OLD_SECRET_HOURS = 24
/** How long a delivery is retried. */
export const TRYING_HOURS = 24
/** Retention of deliveries. */
export const DELIVERY_DAYS = 30
/** Maximum number of characters of a response to store. */
export const ANSWER_MAX = 1000

export const WEBHOOK_MESSAGES = {
  url: 'Enter a URL that begins with https://',
  topics: 'Select at least one event',
  full: `You can have at most ${WEBHOOKS_MAX} webhooks. Remove one to add another.`,
  notFound: 'Webhook not found',
  noDelivery: 'Delivery not found',
} as const
