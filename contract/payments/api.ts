import { z } from 'zod'
import { OWNERS_ONLY } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { Time } from '../text.ts'
import { PAYMENT_MESSAGES } from './keys.ts'

/** State of the payment provider connection (contract section 0, Integrations). Never contains a key. */
const PaymentProvider = z.object({
  name: z.string(),
  /**
   * 'demo': the sandbox emulates the provider. 'test': the provider's test keys. 'live': payments with real money. 'none':
   * there are no keys.
   */
  mode: z.enum(['demo', 'test', 'live', 'none']),
  keys: z.object({
    /** 'environment': set on the server. 'stored': entered in the admin. 'sandbox': those of the demo. */
    source: z.enum(['environment', 'stored', 'sandbox', 'none']),
    /** Name or ID of the account at the provider, or null if unknown. */
    account: z.string().nullable(),
    /** The last four characters of each key, or null if there are no keys. */
    ends: z
      .object({ secretKey: z.string(), publishableKey: z.string(), webhookSecret: z.string() })
      .nullable(),
  }),
  /** Why shoppers can't pay until the keys are changed, or null if the provider accepts them or doesn't respond. */
  problem: z.string().nullable(),
  /** URL and event types of the webhooks that the provider must send. */
  webhookUrl: z.string(),
  events: z.array(z.string()),
  /** The last webhook with a valid signature, or null if none arrived in the last 90 days. */
  lastWebhook: z.object({ type: z.string(), at: Time }).nullable(),
})
export type PaymentProvider = z.infer<typeof PaymentProvider>

export const getPaymentProvider = endpoint({
  method: 'GET',
  path: '/api/admin/payment-provider',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: "The payment provider's mode, the webhooks to configure there, and the time of the last one.",
  input: z.object({}),
  response: PaymentProvider,
})

const Key = z.string().trim().max(300, PAYMENT_MESSAGES.tooLong).optional()

export const changeKeys = endpoint({
  method: 'PUT',
  path: '/api/admin/payment-provider/keys',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary:
    "Store the provider's keys, encrypted, once the provider has accepted them. Omitted and empty ones keep their value. They apply immediately. 409 if the environment sets them.",
  input: z.object({ secretKey: Key, publishableKey: Key, webhookSecret: Key }),
  response: PaymentProvider,
})

export const removeKeys = endpoint({
  method: 'DELETE',
  path: '/api/admin/payment-provider/keys',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary: "Delete the stored keys. Shoppers can't pay until there are others, except in a demo.",
  input: z.object({}),
  response: PaymentProvider,
})

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/api/admin/payment-provider/test-event',
  access: 'admin',
  staff: OWNERS_ONLY,
  summary:
    "Create a payment at the provider and cancel it, which moves no money and triggers a webhook. Returns the time of the request. 503 with the provider's message if it is unavailable or rejects the request.",
  input: z.object({}),
  response: z.object({ askedAt: Time }),
  status: 202,
})

export const paymentEndpoints = [getPaymentProvider, changeKeys, removeKeys, sendTestEvent] as const

/** A discrepancy found by the reconciliation. */
const Finding = z.object({
  /** For example, 'wrong-amount'. */
  kind: z.string(),
  /** The ID of an order, an intent, or a product, or the audit log. */
  subject: z.string(),
  /** A sentence for the store owner. */
  text: z.string(),
  /** False if an admin must review the discrepancy. */
  isRepaired: z.boolean(),
})

/**
 * A reconciliation, which compares every payment, refund, dispute, and fraud warning with the provider's, the stock with
 * its journal, and the audit log with its hash chain.
 */
export const Reconciliation = z.object({
  startedAt: Time,
  finishedAt: Time,
  /** Number of the provider's payments, refunds, disputes, and fraud warnings that were compared. */
  compared: z.int().nonnegative(),
  findings: z.array(Finding),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const getIntegrity = endpoint({
  method: 'GET',
  path: '/api/admin/integrity',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'The result of the last reconciliation, or null if there was none.',
  input: z.object({}),
  response: z.object({ last: Reconciliation.nullable() }),
})

export const runReconciliation = endpoint({
  method: 'POST',
  path: '/api/admin/integrity/run',
  access: 'admin',
  staff: ['manager'],
  summary: 'Run the nightly reconciliation now, as a job. Returns the time of the request.',
  input: z.object({}),
  response: z.object({ askedAt: Time }),
  status: 202,
})

export const reconciliationEndpoints = [getIntegrity, runReconciliation] as const
