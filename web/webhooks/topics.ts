import type { WebhookTopic } from '#contract/webhooks/rules.ts'

export const TOPIC_LABELS: Record<WebhookTopic | 'test', string> = {
  'order.placed': 'Order placed',
  'order.paid': 'Order paid',
  'order.shipped': 'Order shipped',
  'order.refunded': 'Order refunded',
  'product.changed': 'Product changed',
  test: 'Test',
}

export const STATE_LABELS = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Given up' } as const
