import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Time } from '../text.ts'

/** How the shop stands with its payment provider (contract section 0, Integrations). Never a key. */
const PaymentProvider = z.object({
  name: z.string(),
  /** 'demo': the sandbox plays the provider. 'test': its test keys. 'live': real money moves. */
  mode: z.enum(['demo', 'test', 'live']),
  /** Where the provider must send its webhooks, and which. */
  webhookUrl: z.string(),
  events: z.array(z.string()),
  /** The last webhook whose signature was right; null when none came in the last 90 days. */
  lastWebhook: z.object({ type: z.string(), at: Time }).nullable(),
})

export const getPaymentProvider = endpoint({
  method: 'GET',
  path: '/api/admin/payment-provider',
  access: 'admin',
  summary: "The payment provider's mode, what it must be told, and when its last webhook came.",
  input: z.object({}),
  answer: PaymentProvider,
})

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/api/admin/payment-provider/test-event',
  access: 'admin',
  summary:
    'Open a payment at the provider and cancel it, which moves no money and makes it send a webhook. The answer tells when; 503 with its words when the provider is away or refuses.',
  input: z.object({}),
  answer: z.object({ askedAt: Time }),
  status: 202,
})

export const paymentEndpoints = [getPaymentProvider, sendTestEvent] as const
