import { z } from 'zod'
import { Email, Message } from '../accounts/api.ts'
import { endpoint } from '../http.ts'
import { Honeypot, Time } from '../text.ts'

export const SUBSCRIBERS_PAGE_SIZE = 20
const SUBSCRIBERS_PAGE_SIZE_MAX = 100

/** From an emailed link. */
const LinkToken = z.string().min(1).max(200)

export const Subscription = z.object({ email: Email, leaveEmpty: Honeypot })
export type Subscription = z.output<typeof Subscription>

/** A confirmed subscriber, as shown to admins. */
export const Subscriber = z.object({ id: z.int().positive(), email: z.string(), confirmedAt: Time })
export type Subscriber = z.infer<typeof Subscriber>

export const SubscriberQuery = z.object({
  /** Part of an email address. */
  search: z.string().trim().max(200).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(SUBSCRIBERS_PAGE_SIZE_MAX).default(SUBSCRIBERS_PAGE_SIZE),
})
export type SubscriberQuery = z.output<typeof SubscriberQuery>

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary:
    'Request the newsletter. Sends a confirmation email. The response is the same whether or not the email address is known.',
  input: Subscription,
  response: Message,
})

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Confirm a subscription with the emailed link, which works once.',
  input: z.object({ token: LinkToken }),
  response: Message,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Unsubscribe with an emailed link, and delete the email address.',
  input: z.object({ token: LinkToken }),
  response: Message,
})

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/newsletter',
  access: 'admin',
  staff: ['manager', 'support', 'read-only'],
  summary: 'List confirmed subscribers in pages, newest first. X-Total-Count is the number of matches.',
  input: SubscriberQuery,
  response: z.array(Subscriber),
})

export const exportSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/newsletter/export',
  access: 'admin',
  staff: ['manager'],
  needsProof: true,
  summary:
    'Export all confirmed subscribers as CSV, each with their unsubscribe URL. Recorded in the audit log.',
  input: z.object({}),
  response: z.string(),
  media: 'text/csv',
})

export const newsletterEndpoints = [
  subscribe,
  confirmSubscription,
  unsubscribe,
  listSubscribers,
  exportSubscribers,
] as const
