import { z } from 'zod'
import { endpoint } from '../http.ts'
import { shownLine, Time } from '../text.ts'
import { AdminOrder } from './admin.ts'
import { EvidenceFile, evidenceFileEndpoints } from './evidence-files.ts'
import { ORDER_MESSAGES, REASON_MAX } from './rules.ts'

const OrderId = z.string().trim().max(50)

export const holdOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/review',
  access: 'admin',
  staff: ['manager', 'fulfillment', 'support'],
  summary:
    "Hold a processing order for review: it can't be shipped until an admin approves it. 409 if it isn't processing, or is already held.",
  input: z.object({
    orderId: OrderId,
    reason: shownLine({
      min: 1,
      tooShort: ORDER_MESSAGES.reason,
      max: REASON_MAX,
      tooLong: ORDER_MESSAGES.reason,
    }),
  }),
  response: AdminOrder,
})

export const approveOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/approve',
  access: 'admin',
  staff: ['manager', 'fulfillment', 'support'],
  summary: "Approve an order that is held for review, so it can be shipped. 409 if it isn't held.",
  input: z.object({ orderId: OrderId }),
  response: AdminOrder,
})

/** Maximum length of one field. Stripe accepts 150,000 characters for all fields together. */
export const EVIDENCE_MAX = 20_000
const text = z
  .string()
  .trim()
  .max(EVIDENCE_MAX, `Must be at most ${EVIDENCE_MAX} characters`)
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'This text contains a character that isn’t allowed',
  )

/** Evidence against a dispute, as text. The files are stored separately. Empty fields aren't sent. */
export const Evidence = z.object({
  customerName: text,
  customerEmail: text,
  billingAddress: text,
  shippingAddress: text,
  shippingCarrier: text,
  shippingTrackingNumber: text,
  /** A day, for example 2026-01-31. */
  shippingDate: text,
  productDescription: text,
  refundPolicy: text,
  /** Any other evidence: the events with their times, and the emails sent. */
  timeline: text,
})
export type Evidence = z.infer<typeof Evidence>

const DisputeId = z.string().trim().min(1).max(100)

export const DisputeFile = z.object({
  id: z.string(),
  orderId: z.string(),
  status: z.string(),
  reason: z.string(),
  /** The deadline for evidence, or null if no evidence is accepted. */
  dueBy: Time.nullable(),
  isAnswered: z.boolean(),
  evidence: Evidence,
  files: z.array(EvidenceFile),
})
export type DisputeFile = z.infer<typeof DisputeFile>

export const getEvidence = endpoint({
  method: 'GET',
  path: '/api/admin/disputes/:id/evidence',
  access: 'admin',
  staff: ['manager', 'support', 'read-only'],
  summary: "Get the shop's data about a disputed order, collected as evidence.",
  input: z.object({ id: DisputeId }),
  response: DisputeFile,
})

export const submitEvidence = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/evidence',
  access: 'admin',
  staff: ['manager', 'support'],
  summary:
    'Submit evidence against a dispute, with its uploaded files, to the payment provider, which passes it to the bank. 409 if the provider no longer accepts any.',
  input: z.object({ id: DisputeId, evidence: Evidence }),
  response: DisputeFile,
})

export const orderReviewEndpoints = [
  holdOrder,
  approveOrder,
  getEvidence,
  submitEvidence,
  ...evidenceFileEndpoints,
] as const
