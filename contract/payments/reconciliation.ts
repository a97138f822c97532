import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Time } from '../text.ts'

/** What a comparison of the shop with its payment provider found. */
const Finding = z.object({
  /** Such as 'wrong-amount'. */
  kind: z.string(),
  /** An order, an intent, a product or the audit log. */
  subject: z.string(),
  /** A sentence for the shop's owner. */
  text: z.string(),
  /** Else a person must look at it. */
  isRepaired: z.boolean(),
})

/** One comparison: every payment and refund with the provider's, the stock with its journal, the audit log with its seals. */
export const Reconciliation = z.object({
  startedAt: Time,
  finishedAt: Time,
  /** How many payments and refunds of the provider were looked at. */
  compared: z.int().nonnegative(),
  findings: z.array(Finding),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const getIntegrity = endpoint({
  method: 'GET',
  path: '/api/admin/integrity',
  access: 'admin',
  summary: 'What the last comparison with the payment provider found; null before the first one.',
  input: z.object({}),
  answer: z.object({ last: Reconciliation.nullable() }),
})

export const runReconciliation = endpoint({
  method: 'POST',
  path: '/api/admin/integrity/run',
  access: 'admin',
  summary: 'Compare now, as is done every night. A job does it; the answer tells when it was asked for.',
  input: z.object({}),
  answer: z.object({ askedAt: Time }),
  status: 202,
})

export const reconciliationEndpoints = [getIntegrity, runReconciliation] as const
