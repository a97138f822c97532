import { z } from 'zod'
import { QUANTITY_MAX } from '../cart/rules.ts'
import { Money, MoneyInput, RowId, Time } from '../text.ts'
import { OrderStatus } from './api.ts'
import { ORDER_MESSAGES } from './rules.ts'

/** A status change with its actor: 'customer', 'provider', 'shop', or an admin's username. */
export const TransitionWithActor = z.object({ status: OrderStatus, at: Time, by: z.string() })

const REFUND_STATUSES = ['requested', 'pending', 'succeeded', 'failed'] as const

/** The reasons that the payment provider accepts. */
export const RefundCategory = z.enum(['requested_by_customer', 'duplicate', 'fraudulent'])
export type RefundCategory = z.infer<typeof RefundCategory>

/** The parts of a refund. Amounts contain the taxes that were added to prices. */
const refundParts = {
  /** A line can have an amount but no units if an amount was spread over the order. */
  lines: z.array(
    z.object({
      itemId: z.int().positive(),
      name: z.string(),
      quantity: z.int().nonnegative(),
      amount: Money,
    }),
  ),
  shipping: Money,
  /** The taxes in the refund, one amount per rate. */
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), taxable: Money, amount: Money })),
}

/** A refund as it would be made now. */
export const RefundPreview = z.object({
  amount: Money,
  ...refundParts,
  /** How much of the shipping can still be refunded. */
  shippingLeft: Money,
})
export type RefundPreview = z.infer<typeof RefundPreview>

/** Either an amount, which is spread over the order, or units of its lines and an amount of its shipping. */
export const refundChoice = {
  amount: MoneyInput.refine((amount) => Number(amount) > 0, ORDER_MESSAGES.refundAmount).optional(),
  lines: z
    .array(z.object({ itemId: RowId, quantity: z.int().min(1).max(QUANTITY_MAX), restock: z.boolean() }))
    .max(1000)
    .refine(
      (lines) => new Set(lines.map(({ itemId }) => itemId)).size === lines.length,
      'Each item can be listed only once',
    )
    .optional(),
  /** With its taxes. */
  shipping: MoneyInput.optional(),
}

/** A refund with all of its data; may have failed. */
export const AdminRefund = z.object({
  id: z.int().positive(),
  amount: Money,
  ...refundParts,
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  /** The provider's reason why it hasn't succeeded. */
  problem: z.string().nullable(),
  /** Whether it failed and was replaced by another refund. */
  isRetried: z.boolean(),
  requestedAt: Time,
  updatedAt: Time,
})
export type AdminRefund = z.infer<typeof AdminRefund>

/** An entry in a payment's history. */
const PaymentTransition = z.object({
  at: Time,
  kind: z.string(),
  amount: Money,
  note: z.string().nullable(),
})

const Dispute = z.object({
  id: z.string(),
  amount: Money,
  reason: z.string(),
  /** The provider's status. */
  status: z.string(),
  openedAt: Time,
  /** The deadline for evidence, or null if no evidence is accepted. */
  dueBy: Time.nullable(),
  isAnswered: z.boolean(),
})

/** A card issuer's suspicion of fraud. */
const FraudWarning = z.object({
  id: z.string(),
  /** For example, 'made_with_stolen_card'. */
  kind: z.string(),
  /** Whether a refund can still avoid a dispute. */
  isActionable: z.boolean(),
  openedAt: Time,
})

export const AdminPayment = z.object({
  intentId: z.string().nullable(),
  /** Whether this is a live payment, with real money. */
  isLive: z.boolean(),
  status: z.string(),
  paid: Money,
  /** The requested refunds, whether or not they have succeeded. */
  refunded: Money,
  refundable: Money,
  moves: z.array(PaymentTransition),
  /** Oldest first. */
  refunds: z.array(AdminRefund),
  disputes: z.array(Dispute),
  warnings: z.array(FraudWarning),
  /** The provider's rating: 'normal', 'elevated', 'highest', or another value; null if unknown. */
  risk: z.string().nullable(),
  /**
   * The bank's checks of the billing address and the security code: 'pass', 'fail', 'unavailable', 'unchecked', or
   * another value of the provider; null if it wasn't checked, or isn't known yet.
   */
  checks: z.object({
    address: z.string().nullable(),
    postalCode: z.string().nullable(),
    securityCode: z.string().nullable(),
  }),
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** An email about an order that the mail server rejected permanently, so the customer didn't receive it. */
export const FailedEmail = z.object({ to: z.string(), subject: z.string(), at: Time, problem: z.string() })

/** An admin's note about an order, for other admins. */
export const OrderNote = z.object({ id: z.int().positive(), at: Time, by: z.string(), text: z.string() })
export type OrderNote = z.infer<typeof OrderNote>
