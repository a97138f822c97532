import { z } from 'zod'
import { Money } from '../money-schema.ts'
import { Time } from '../text.ts'
import { OrderStatus } from './parts.ts'

/** The order came to this status then, by whom: 'customer', 'provider', 'shop' or an admin's username. */
export const MoveByWhom = z.object({ status: OrderStatus, at: Time, by: z.string() })

const REFUND_STATUSES = ['requested', 'pending', 'succeeded', 'failed'] as const

/** The reasons that the payment provider knows. */
export const RefundCategory = z.enum(['requested_by_customer', 'duplicate', 'fraudulent'])
export type RefundCategory = z.infer<typeof RefundCategory>

/** A refund with all that is known about it; failed ones, too. */
export const AdminRefund = z.object({
  id: z.int().positive(),
  amount: Money,
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  /** Why it is not there yet, in the provider's words. */
  problem: z.string().nullable(),
  /** It failed, and another refund was asked for in its place. */
  isRetried: z.boolean(),
  requestedAt: Time,
  updatedAt: Time,
})
export type AdminRefund = z.infer<typeof AdminRefund>

/** The ledger of a payment, the oldest first. */
const PaymentMove = z.object({
  at: Time,
  kind: z.string(),
  amount: Money,
  note: z.string().nullable(),
})

const Dispute = z.object({
  id: z.string(),
  amount: Money,
  reason: z.string(),
  /** In the provider's words. */
  status: z.string(),
  openedAt: Time,
  /** Until when evidence is accepted, or null if it isn't. */
  dueBy: Time.nullable(),
  isAnswered: z.boolean(),
})

/** A card issuer suspects fraud. */
const FraudWarning = z.object({
  id: z.string(),
  /** Such as 'made_with_stolen_card'. */
  kind: z.string(),
  /** Whether a refund can still avoid a dispute. */
  isActionable: z.boolean(),
  openedAt: Time,
})

export const AdminPayment = z.object({
  intentId: z.string().nullable(),
  /** Whether real money moves. */
  isLive: z.boolean(),
  status: z.string(),
  paid: Money,
  /** Asked for, whether or not it has arrived. */
  refunded: Money,
  refundable: Money,
  moves: z.array(PaymentMove),
  /** The oldest first. */
  refunds: z.array(AdminRefund),
  disputes: z.array(Dispute),
  warnings: z.array(FraudWarning),
  /** The provider's view: 'normal', 'elevated', 'highest' or another word; null if not known. */
  risk: z.string().nullable(),
  /**
   * What the bank said about the billing address and the security code: 'pass', 'fail', 'unavailable', 'unchecked' or
   * another word of the provider; null if it wasn't asked, or isn't known yet.
   */
  checks: z.object({
    address: z.string().nullable(),
    postalCode: z.string().nullable(),
    securityCode: z.string().nullable(),
  }),
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** An email about an order that the mail server rejected for good: the customer has not read it. */
export const FailedEmail = z.object({ to: z.string(), subject: z.string(), at: Time, problem: z.string() })

/** What admins tell each other about an order. */
export const OrderNote = z.object({ id: z.int().positive(), at: Time, by: z.string(), text: z.string() })
export type OrderNote = z.infer<typeof OrderNote>
