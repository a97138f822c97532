import { z } from 'zod'
import { OWNERS_ONLY } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { isOneLine, RowId, Time } from '../text.ts'
import {
  ANSWER_MAX,
  DELIVERIES_PAGE_SIZE,
  DELIVERY_STATES,
  TEST_TOPIC,
  WEBHOOK_MESSAGES,
  WEBHOOK_TOPICS,
} from './rules.ts'

const count = z.int().nonnegative()

const Url = z
  .string()
  .trim()
  .min(1, WEBHOOK_MESSAGES.url)
  .max(500, WEBHOOK_MESSAGES.url)
  .refine(isOneLine, WEBHOOK_MESSAGES.url)
const Topics = z
  .array(z.enum(WEBHOOK_TOPICS))
  .min(1, WEBHOOK_MESSAGES.topics)
  .transform((topics) => WEBHOOK_TOPICS.filter((topic) => topics.includes(topic)))
const DeliveryTopic = z.enum([...WEBHOOK_TOPICS, TEST_TOPIC])

/** The result of one attempt: a status, or the reason why there is none. */
const Attempt = z.object({
  at: Time,
  url: z.string(),
  status: z.int().nullable(),
  /** The first characters of the response. */
  answer: z.string().max(ANSWER_MAX).nullable(),
  error: z.string().nullable(),
  durationMs: count,
})

/** A webhook endpoint. Its secret is shown once, when it is created. */
export const Webhook = z.object({
  id: z.int().positive(),
  url: z.string(),
  topics: z.array(z.enum(WEBHOOK_TOPICS)),
  createdAt: Time,
  /** Until this time, deliveries are also signed with the previous secret. */
  previousSecretUntil: Time.nullable(),
  lastDeliveredAt: Time.nullable(),
  lastTry: Attempt.nullable(),
  /** Number of deliveries still being attempted. */
  waiting: count,
  /** Number of failed deliveries that weren't sent again. */
  failed: count,
})
export type Webhook = z.infer<typeof Webhook>

const WithSecret = z.object({ webhook: Webhook, secret: z.string() })

export const WebhookDelivery = z.object({
  id: z.int().positive(),
  webhookId: z.int().positive(),
  /** The event's ID for the receiver: the same on each attempt. */
  eventId: z.string(),
  topic: DeliveryTopic,
  /** ID of the order or product. */
  subjectId: z.string(),
  state: z.enum(DELIVERY_STATES),
  createdAt: Time,
  /** Null if no automatic retry is scheduled. */
  nextTryAt: Time.nullable(),
  deliveredAt: Time.nullable(),
  tries: count,
  lastTry: Attempt.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryQuery = z.object({
  webhookId: RowId.optional(),
  topic: DeliveryTopic.optional(),
  state: z.enum(DELIVERY_STATES).optional(),
  /** ID of an order, product, or event. */
  search: z.string().trim().max(100).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(DELIVERIES_PAGE_SIZE),
})
export type DeliveryQuery = z.output<typeof DeliveryQuery>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'List the webhook endpoints with their state.',
  input: z.object({}),
  response: z.array(Webhook),
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary: 'Add an https endpoint for these events. Returns its signing secret, which is shown only once.',
  input: z.object({ url: Url, topics: Topics }),
  response: WithSecret,
  status: 201,
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary: 'Change the URL or the events of a webhook. Pending deliveries go to the new URL.',
  input: z.object({ id: RowId, url: Url.optional(), topics: Topics.optional() }),
  response: Webhook,
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  staff: OWNERS_ONLY,
  summary: 'Remove a webhook endpoint and delete its deliveries.',
  input: z.object({ id: RowId }),
  response: z.object({ success: z.literal(true) }),
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/secret',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary:
    'Rotate the signing secret. Returns the new one, which is shown only once. For a day, deliveries are signed with the previous one, too.',
  input: z.object({ id: RowId }),
  response: WithSecret,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  access: 'admin',
  staff: ['manager'],
  summary: 'Send an event of the topic `test`, as a job.',
  input: z.object({ id: RowId }),
  response: WebhookDelivery,
  status: 202,
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhook-deliveries',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'List webhook deliveries in pages, newest first. X-Total-Count is the number of matches.',
  input: DeliveryQuery,
  response: z.array(WebhookDelivery),
})

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/admin/webhook-deliveries/:id',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'A delivery with its payload and the result of each attempt, newest first.',
  input: z.object({ id: RowId }),
  response: z.object({ delivery: WebhookDelivery, body: z.string(), tries: z.array(Attempt) }),
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/webhook-deliveries/:id/resend',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Send a delivery again, whether or not it was delivered: the same body with the same ID, as a job.',
  input: z.object({ id: RowId }),
  response: WebhookDelivery,
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
