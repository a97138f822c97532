import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Time } from '../text.ts'

/** A discrepancy found by the reconciliation. */
const Finding = z.object({
  /** For example, 'wrong-amount'. */
  kind: z.string(),
  /** The ID of an order, an intent, or a product, or the audit log. */
  subject: z.string(),
  /** A sentence for the store owner. */
  text: z.string(),
  /** False if an admin must review it. */
  isRepaired: z.boolean(),
})

/**
 * A reconciliation: compares every payment and refund with the provider's, the stock with its journal, and the audit
 * log with its hash chain.
 */
export const Reconciliation = z.object({
  startedAt: Time,
  finishedAt: Time,
  /** Number of compared payments and refunds of the provider. */
  compared: z.int().nonnegative(),
  findings: z.array(Finding),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const getIntegrity = endpoint({
  method: 'GET',
  path: '/api/admin/integrity',
  access: 'admin',
  summary: 'The result of the last reconciliation, or null if there was none yet.',
  input: z.object({}),
  answer: z.object({ last: Reconciliation.nullable() }),
})

export const runReconciliation = endpoint({
  method: 'POST',
  path: '/api/admin/integrity/run',
  access: 'admin',
  summary: 'Run the nightly reconciliation now, as a job. Returns the time of the request.',
  input: z.object({}),
  answer: z.object({ askedAt: Time }),
  status: 202,
})

export const reconciliationEndpoints = [getIntegrity, runReconciliation] as const
