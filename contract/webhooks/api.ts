import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'
import {
  ANSWER_MAX,
  DELIVERIES_PAGE_SIZE,
  DELIVERY_STATES,
  TEST_TOPIC,
  WEBHOOK_MESSAGES,
  WEBHOOK_TOPICS,
} from './rules.ts'

const count = z.int().nonnegative()

const Url = z.string().trim().min(1, WEBHOOK_MESSAGES.url).max(500, WEBHOOK_MESSAGES.url)
const Topics = z
  .array(z.enum(WEBHOOK_TOPICS))
  .min(1, WEBHOOK_MESSAGES.topics)
  .transform((topics) => WEBHOOK_TOPICS.filter((topic) => topics.includes(topic)))
const DeliveryTopic = z.enum([...WEBHOOK_TOPICS, TEST_TOPIC])

/** What came of one try: a status, or why there is none. */
const Try = z.object({
  at: Time,
  url: z.string(),
  status: z.int().nullable(),
  /** The first characters of the answer. */
  answer: z.string().max(ANSWER_MAX).nullable(),
  error: z.string().nullable(),
  durationMs: count,
})

/** An address that is told what happens. Its secret is shown once, when it is made. */
export const Webhook = z.object({
  id: z.int().positive(),
  url: z.string(),
  topics: z.array(z.enum(WEBHOOK_TOPICS)),
  createdAt: Time,
  /** Until then the secret before the last change signs, too. */
  previousSecretUntil: Time.nullable(),
  lastDeliveredAt: Time.nullable(),
  lastTry: Try.nullable(),
  /** Deliveries that are still tried. */
  waiting: count,
  /** Deliveries that were given up, and not sent again since. */
  failed: count,
})
export type Webhook = z.infer<typeof Webhook>

const WithSecret = z.object({ webhook: Webhook, secret: z.string() })

export const WebhookDelivery = z.object({
  id: z.int().positive(),
  webhookId: z.int().positive(),
  /** What the receiver knows it by: the same on each try. */
  eventId: z.string(),
  topic: DeliveryTopic,
  /** The order or product that it is about. */
  subjectId: z.string(),
  state: z.enum(DELIVERY_STATES),
  createdAt: Time,
  /** Null: it is not tried again by itself. */
  nextTryAt: Time.nullable(),
  deliveredAt: Time.nullable(),
  tries: count,
  lastTry: Try.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryQuery = z.object({
  webhookId: RowId.optional(),
  topic: DeliveryTopic.optional(),
  state: z.enum(DELIVERY_STATES).optional(),
  /** Number of an order or product, or of an event. */
  search: z.string().trim().max(100).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(DELIVERIES_PAGE_SIZE),
})
export type DeliveryQuery = z.output<typeof DeliveryQuery>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  access: 'admin',
  summary: 'The addresses that are told what happens in the shop, and how that goes.',
  input: z.object({}),
  answer: z.array(Webhook),
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  access: 'admin',
  needsProof: true,
  summary: 'Tell an https address of these events from now on. The secret that signs is shown this once.',
  input: z.object({ url: Url, topics: Topics }),
  answer: WithSecret,
  status: 201,
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  needsProof: true,
  summary: 'Change the address or the events of a webhook; what still waits goes to the new address.',
  input: z.object({ id: RowId, url: Url.optional(), topics: Topics.optional() }),
  answer: Webhook,
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  summary: 'Tell an address no more; its deliveries are forgotten.',
  input: z.object({ id: RowId }),
  answer: z.object({ success: z.literal(true) }),
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/secret',
  access: 'admin',
  needsProof: true,
  summary: 'A new secret, shown this once; for a day deliveries are signed with the one before, too.',
  input: z.object({ id: RowId }),
  answer: WithSecret,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  access: 'admin',
  summary: 'Send an event of the topic `test`; a job does it.',
  input: z.object({ id: RowId }),
  answer: WebhookDelivery,
  status: 202,
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhook-deliveries',
  access: 'admin',
  summary: 'What was sent to webhooks, the newest first, in pages; X-Total-Count tells how many match.',
  input: DeliveryQuery,
  answer: z.array(WebhookDelivery),
})

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/admin/webhook-deliveries/:id',
  access: 'admin',
  summary: 'A delivery with what is sent and what came of each try, the newest first.',
  input: z.object({ id: RowId }),
  answer: z.object({ delivery: WebhookDelivery, body: z.string(), tries: z.array(Try) }),
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/webhook-deliveries/:id/resend',
  access: 'admin',
  summary: 'Send a delivery again, delivered or not: the same body with the same id. A job does it.',
  input: z.object({ id: RowId }),
  answer: WebhookDelivery,
  status: 202,
})

export const webhookEndpoints = [
  listWebhooks,
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
] as const
