import { z } from 'zod'
import { Email, Message } from '../accounts/api.ts'
import { endpoint } from '../http.ts'
import { LeftEmpty, Time } from '../text.ts'

export const SUBSCRIBERS_PAGE_SIZE = 20
const SUBSCRIBERS_PAGE_SIZE_MAX = 100

/** From a link in a letter. */
const LinkToken = z.string().min(1).max(200)

export const Subscription = z.object({ email: Email, leaveEmpty: LeftEmpty })
export type Subscription = z.output<typeof Subscription>

/** Somebody who has confirmed, as admins see them. */
export const Subscriber = z.object({ id: z.int().positive(), email: z.string(), confirmedAt: Time })
export type Subscriber = z.infer<typeof Subscriber>

export const SubscriberQuery = z.object({
  /** Part of an address. */
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
    'Ask for the newsletter. A letter asks to confirm; the answer is the same whether or not the address is known.',
  input: Subscription,
  answer: Message,
})

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Confirm by the link of the letter that the newsletter is wanted. The link works once.',
  input: z.object({ token: LinkToken }),
  answer: Message,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  access: 'anyone',
  ignoresToken: true,
  summary: 'End the subscription of a link, and forget its address.',
  input: z.object({ token: LinkToken }),
  answer: Message,
})

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/newsletter',
  access: 'admin',
  summary: 'Confirmed subscribers in pages, the newest first; X-Total-Count tells how many match.',
  input: SubscriberQuery,
  answer: z.array(Subscriber),
})

export const exportSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/newsletter/export',
  access: 'admin',
  needsProof: true,
  summary:
    'All confirmed subscribers as CSV, each with the address that unsubscribes them. The audit log notes it.',
  input: z.object({}),
  answer: z.string(),
  media: 'text/csv',
})

export const newsletterEndpoints = [
  subscribe,
  confirmSubscription,
  unsubscribe,
  listSubscribers,
  exportSubscribers,
] as const
