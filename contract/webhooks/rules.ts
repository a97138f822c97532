/** Rules of the shop's own webhooks (docs/webhooks.md); no zod here, so that a page may have them at its first load. */

/** What an owner can ask to be told. */
export const WEBHOOK_TOPICS = [
  'order.placed',
  'order.paid',
  'order.shipped',
  'order.refunded',
  'product.changed',
] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

/** Sent at an admin's wish only. */
export const TEST_TOPIC = 'test'

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

/** Against a shop that spends its time telling. */
export const WEBHOOKS_MAX = 20
export const DELIVERIES_PAGE_SIZE = 20
/** So long after the change of a secret the one before signs, too. */
export const OLD_SECRET_HOURS = 24
/** So long a delivery is tried again. */
export const TRYING_HOURS = 24
/** Deliveries are forgotten after so long. */
export const DELIVERY_DAYS = 30
/** So much of an answer is kept, in characters. */
export const ANSWER_MAX = 1000

export const WEBHOOK_MESSAGES = {
  url: 'Please give an address that begins with https://',
  topics: 'Please choose at least one event',
  full: `A shop can have at most ${WEBHOOKS_MAX} webhooks. Please remove one first.`,
  notFound: 'Webhook not found',
  noDelivery: 'Delivery not found',
} as const
